import { assertEquals } from "@std/assert";
import { NoSuchToolError } from "ai";
import { invalidCallEvents } from "../../../agent/calls/invalid_call_events.ts";

function said(error: unknown) {
  const call = { toolCallId: "c1", toolName: "delete_everything", input: {}, error };
  return invalidCallEvents(call, "t", 1).map((event) =>
    event.type === "tool.completed" ? event.error?.message : event.type
  );
}

Deno.test("a call of no tool, and one that cannot be read, say so in words", () => {
  assertEquals(said(new NoSuchToolError({ toolName: "delete_everything" })), [
    "tool.started",
    "There is no tool of this name.",
  ]);
  assertEquals(said(new SyntaxError("Unexpected end of JSON input")), [
    "tool.started",
    "The call could not be read.",
  ]);
});
