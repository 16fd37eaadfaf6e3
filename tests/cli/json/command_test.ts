import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { COMMAND_TYPES, parseCommand } from "../../../cli/json/command.ts";

const TYPES = ["initialize", "prompt", "approve", "answer", "cancel", "state", "set", "ping", "shutdown"];

/** Reads a command that is well formed. */
function commandOf(value: unknown): unknown {
  const parsed = parseCommand(JSON.stringify(value));
  return "command" in parsed ? parsed.command : parsed.refusal;
}

/** Reads a line that is refused: its id, code and message. */
function refusalOf(text: string): [string | null, string, string] {
  const parsed = parseCommand(text);
  assert("refusal" in parsed, text);
  const { id, code, message } = parsed.refusal;
  return [id, code, message];
}

for (
  const command of [
    {
      id: "1",
      type: "initialize",
      protocol: 1,
      client: { name: "ci" },
      capabilities: { approvals: true, questions: false },
      opt_out: ["message.delta"],
    },
    { id: "1", type: "initialize", protocol: 1 },
    { id: "2", type: "prompt", text: "订单\u2028A-1024", on_busy: "queue" },
    {
      id: "3",
      type: "approve",
      request_id: "apr_1",
      decision: "allow",
      scope: "session",
      updated_input: { a: 1 },
    },
    { id: "4", type: "approve", request_id: "apr_1", decision: "deny", reason: "", stop_turn: false },
    { id: "5", type: "answer", request_id: "qst_1", text: "" },
    { id: "6", type: "cancel" },
    { id: "7", type: "state" },
    { id: "9", type: "ping" },
    { id: "10", type: "shutdown" },
  ]
) {
  Deno.test(`parseCommand() reads ${JSON.stringify(command)}`, () => {
    assertEquals(commandOf(command), command);
  });
}

Deno.test("parseCommand() leaves out fields that a command does not have, so that it may gain some (T17)", () => {
  assertEquals(commandOf({ id: "9", type: "ping", future: { a: 1 } }), { id: "9", type: "ping" });
  // A reason belongs to a denial, an edited input to a permission.
  assertEquals(commandOf({ id: "3", type: "approve", request_id: "r", decision: "allow", reason: "x" }), {
    id: "3",
    type: "approve",
    request_id: "r",
    decision: "allow",
  });
});

Deno.test("parseCommand() says what is no JSON, and what is JSON but no object (T7)", () => {
  for (const text of ["", "{", "{'id':1}", '{"id":"1",}', "\ufeff{}", "undefined", "{}{}"]) {
    const [id, code, message] = refusalOf(text);
    assertEquals([id, code], [null, "parse_error"], text);
    assert(message.startsWith("Cannot read the line: "), message);
  }
  for (const text of ["1", '"ping"', "null", "true", '[{"id":"1","type":"ping"}]']) {
    assertEquals(refusalOf(text), [null, "parse_error", "Cannot read the line: it is JSON, but no object"]);
  }
});

Deno.test("parseCommand() lists the commands when it does not know one, own names only", () => {
  for (const type of ["pong", "Ping", "", "constructor", "__proto__", "toString"]) {
    const parsed = parseCommand(JSON.stringify({ id: "1", type }));
    assert("refusal" in parsed, type);
    assertEquals(parsed.refusal, {
      id: "1",
      code: "unknown_command",
      message: `Cannot run ${JSON.stringify(type)}: no such command`,
      valid: TYPES,
    });
  }
  assertEquals(COMMAND_TYPES, TYPES);
});

Deno.test("parseCommand() does not know a command without a type, or of a type that is no text", () => {
  assertEquals(refusalOf('{"id":"1"}'), ["1", "unknown_command", "Cannot run null: no such command"]);
  const long = `{"id":"1","type":"${"x".repeat(1_000_000)}"}`;
  assertEquals(refusalOf(long)[2], `Cannot run "${"x".repeat(99)}: no such command`);
  assertEquals(refusalOf('{"id":"1","type":["ping"]}'), [
    "1",
    "unknown_command",
    'Cannot run ["ping"]: no such command',
  ]);
});

Deno.test("parseCommand() answers with the id if one can be read (T7)", () => {
  for (const [id, readable] of [['"a"', "a"], ["1", null], ['""', null], ["null", null], ["{}", null]]) {
    assertEquals(refusalOf(`{"id":${id},"type":"pong"}`)[0], readable);
    assertEquals(refusalOf(`{"id":${id},"type":"prompt"}`)[0], readable);
  }
});

for (
  const [fields, field] of [
    [{ type: "ping" }, "id"],
    [{ id: 1, type: "ping" }, "id"],
    [{ id: "", type: "ping" }, "id"],
    [{ id: "1", type: "prompt" }, "text"],
    [{ id: "1", type: "prompt", text: "" }, "text"],
    [{ id: "1", type: "prompt", text: 5 }, "text"],
    [{ id: "1", type: "prompt", text: "x", on_busy: "wait" }, "on_busy"],
    [{ id: "1", type: "initialize" }, "protocol"],
    [{ id: "1", type: "initialize", protocol: "1" }, "protocol"],
    [{ id: "1", type: "initialize", protocol: 1.5 }, "protocol"],
    [
      { id: "1", type: "initialize", protocol: 1, capabilities: { approvals: "yes" } },
      "capabilities.approvals",
    ],
    [{ id: "1", type: "initialize", protocol: 1, opt_out: [1] }, "opt_out.0"],
    [{ id: "1", type: "approve", request_id: "r" }, "decision"],
    [{ id: "1", type: "approve", request_id: "r", decision: "toString" }, "decision"],
    [{ id: "1", type: "approve", decision: "allow" }, "request_id"],
    [{ id: "1", type: "approve", request_id: "r", decision: "allow", updated_input: [] }, "updated_input"],
    [{ id: "1", type: "approve", request_id: "r", decision: "allow", scope: "always" }, "scope"],
    [{ id: "1", type: "answer", request_id: "r" }, "text"],
  ] as const
) {
  Deno.test(`parseCommand() names ${field} when it refuses ${JSON.stringify(fields)}`, () => {
    const [, code, message] = refusalOf(JSON.stringify(fields));
    assertEquals(code, "bad_request");
    assert(message.startsWith(`Cannot run ${fields.type}: ${field}: `), message);
  });
}

Deno.test("parseCommand() names every field that is wrong", () => {
  const [, , message] = refusalOf('{"id":"","type":"answer","text":1}');
  assertEquals([...message.matchAll(/(?:: |; )(\w+): /g)].map(([, field]) => field), [
    "id",
    "request_id",
    "text",
  ]);
});

Deno.test("parseCommand() survives a line that nests a hundred thousand deep (T7)", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  assertEquals(refusalOf(`{"id":"1","type":"prompt","text":${deep}}`)[1], "bad_request");
  assertEquals(refusalOf(`{"id":"1","type":${deep}}`).slice(0, 2), ["1", "unknown_command"]);
  assertEquals(refusalOf(deep)[1], "parse_error");
});

Deno.test("parseCommand() never throws: any text is a command or a refusal with a code (T7)", () => {
  const field = fc.constantFrom(
    "id",
    "type",
    "text",
    "request_id",
    "decision",
    "protocol",
    "updated_input",
    "__proto__",
  );
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(...TYPES, "allow", "deny", "once", "constructor", "__proto__", 1, null),
  );
  const line = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    fc.array(fc.tuple(field, value)).map((entries) => JSON.stringify(Object.fromEntries(entries))),
  );
  fc.assert(
    fc.property(line, (text) => {
      const parsed = parseCommand(text);
      if ("command" in parsed) {
        assert(TYPES.includes(parsed.command.type));
        assert(parsed.command.id !== "");
        return;
      }
      const { id, code, message } = parsed.refusal;
      assert(["parse_error", "unknown_command", "bad_request"].includes(code), code);
      assert(id === null || id !== "");
      assert(message.startsWith("Cannot "), message);
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("a prompt of blanks is refused: no vendor takes one, and the conversation would keep it", () => {
  assertEquals(refusalOf('{"id":"1","type":"prompt","text":" \\n　"}'), [
    "1",
    "bad_request",
    "Cannot run prompt: text: holds nothing but blanks",
  ]);
});
