import { assertEquals } from "@std/assert";
import { compareDefinitions } from "../../../agent/replay/compare_definitions.ts";

const TICKET = {
  name: "ticket_create",
  description: ["When to use: tickets.", "When not to use: never."],
  parameters: {
    type: "object",
    properties: { description: { type: "string", description: "details", maxLength: 9 } },
  },
};

Deno.test("compareDefinitions() finds nothing in equal tables, in whatever order", () => {
  const other = { ...TICKET, name: "kb_query" };
  assertEquals(compareDefinitions([TICKET, other], [other, TICKET]), []);
});

Deno.test("compareDefinitions() tells a line of a description from a field's, and both from the schema", () => {
  const now = {
    ...TICKET,
    description: ["When to use: all tickets.", "When not to use: never."],
    parameters: {
      type: "object",
      properties: { description: { type: "string", description: "more", maxLength: 8 } },
    },
  };
  assertEquals(compareDefinitions([TICKET], [now]), [
    {
      kind: "description",
      tool: "ticket_create",
      path: "description.0",
      recorded: "When to use: tickets.",
      now: "When to use: all tickets.",
    },
    {
      kind: "description",
      tool: "ticket_create",
      path: "parameters.properties.description.description",
      recorded: "details",
      now: "more",
    },
    {
      kind: "schema",
      tool: "ticket_create",
      path: "parameters.properties.description.maxLength",
      recorded: 9,
      now: 8,
    },
  ]);
});

Deno.test("compareDefinitions() names a tool that is gone, and one that is new", () => {
  assertEquals(compareDefinitions([TICKET], [{ ...TICKET, name: "ticket_update" }]), [
    { kind: "table", tool: "ticket_create", path: "tool", recorded: "ticket_create" },
    { kind: "table", tool: "ticket_update", path: "tool", now: "ticket_update" },
  ]);
});

Deno.test("compareDefinitions() takes a new field called description for what it is", () => {
  const bare = { ...TICKET, parameters: { type: "object", properties: {} } };
  assertEquals(compareDefinitions([bare], [TICKET]).map(({ kind }) => kind), ["schema"]);
});
