import { APICallError } from "ai";
import { assert, assertEquals } from "@std/assert";
import { schemaCommand } from "../../../cli/commands/schema.ts";
import { describeSession, emptySession } from "../../../cli/json/describe_session.ts";
import { EventWriter } from "../../../cli/json/event_writer.ts";
import { JsonSession } from "../../../cli/json/json_session.ts";
import { parseCommand } from "../../../cli/json/command.ts";
import type { Line } from "../../../cli/json/read_lines.ts";
import { checkSchema, type JsonSchema } from "../../_support/check_schema.ts";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";
import { RecordingOutput } from "../../_support/recording_output.ts";
import { type ScriptedAnswer, ScriptedModel } from "../../_support/scripted_model.ts";
import { tempFolder } from "../../_support/temp_folder.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { testProgram } from "../../_support/test_program.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Schema extends JsonSchema {
  readonly $defs: {
    readonly event: { readonly oneOf: readonly JsonSchema[] };
    readonly command: { readonly anyOf: readonly JsonSchema[] };
  };
}

async function printed(): Promise<{ readonly code: number; readonly text: string; readonly schema: Schema }> {
  const output = new RecordingOutput();
  const code = await schemaCommand({ output }, { flags: { typescript: false } });
  return { code, text: output.text, schema: JSON.parse(output.text) };
}

const { schema } = await printed();
const EVENT: JsonSchema = schema.$defs.event;
const COMMAND: JsonSchema = schema.$defs.command;

/** The event types of json-mode.md, and worker.selected. */
const EVENT_TYPES = [
  "approval.requested",
  "approval.resolved",
  "error",
  "handoff.created",
  "heartbeat",
  "message.completed",
  "message.delta",
  "question.answered",
  "question.asked",
  "response",
  "retry",
  "session.ended",
  "session.started",
  "tool.completed",
  "tool.started",
  "turn.completed",
  "turn.started",
  "warning",
  "worker.selected",
];

function call(name: string, input: Fields): ScriptedAnswer {
  return { calls: [{ id: `call_${name}`, name, input: JSON.stringify(input) }] };
}

/** A model that makes every event come up. */
const ANSWERS: readonly ScriptedAnswer[] = [
  { ...call("agent_ask_to_user", { question: "Which?" }), reasoning: "Hm." },
  call("order_refund", { orderId: "B-0001", reason: "broken" }),
  call("order_cancel", { orderId: "A-2048", reason: "changed my mind" }),
  call("handoff_create", { reason: "the person asked for a human", transcript: "User: a human, please" }),
  call("no_such_tool", {}),
  call("order_query_status", { orderId: "not an order" }),
  { text: ["It is ", "done."] },
  { error: new Error("the model broke") },
];

const BUSY = new APICallError({
  message: "Too Many Requests",
  url: "https://models.example.com/v1/chat/completions",
  requestBodyValues: {},
  statusCode: 429,
});

/** Every line of a whole session, warnings and errors included. */
async function sessionLines(): Promise<Fields[]> {
  const { agent, clock } = testAgent(new ScriptedModel(ANSWERS));
  const { program, output } = testProgram(agent);
  const writer = new EventWriter({ output, sessionId: "ses_1", now: program.now });
  const log = {
    append: () => Promise.reject(new Error("the disk is full")),
    keep: () => Promise.resolve(),
  };
  const session = agent.openSession({ id: "ses_1", log, interactive: true });
  const opening = describeSession(program, agent, { resumed: true, warnings: ["w"] });
  const json = new JsonSession({ agent, session, writer, opening, openModel: program.openModel });
  const waitFor = async (type: string): Promise<string> => {
    const line = await output.wait((text) => text.includes(`"type":"${type}"`) && !answered.has(text));
    answered.add(line);
    return JSON.parse(line).request_id;
  };
  const answered = new Set<string>();
  const line = (command: Fields): Line => ({ text: JSON.stringify(command) });
  async function* commands(): AsyncGenerator<Line> {
    const capabilities = { approvals: true, questions: true };
    yield line({ id: "1", type: "initialize", protocol: 1, capabilities });
    yield line({ id: "2", type: "prompt", text: "hi" });
    yield line({ id: "3", type: "answer", request_id: await waitFor("question.asked"), text: "A-1024" });
    yield line({
      id: "4",
      type: "approve",
      request_id: await waitFor("approval.requested"),
      decision: "allow",
    });
    const second = await waitFor("approval.requested");
    await flushMicrotasks();
    clock.advance(15_000);
    yield line({
      id: "5",
      type: "approve",
      request_id: second,
      decision: "deny",
    });
    await waitFor("turn.completed");
    yield line({ id: "6", type: "prompt", text: "again" });
    yield line({ id: "7", type: "state" });
    yield line({ id: "8", type: "nothing" });
    yield { error: "invalid_utf8", offset: 3 };
  }
  await writer.write(opening);
  await writer.write(emptySession(program));
  const { exitCode, reason } = await json.run(commands());
  const service = testAgent(new ScriptedModel([{ refusal: BUSY }, { text: ["Hello."] }]), {
    profile: "service",
    limits: { maxSteps: 8, maxOutputBytes: 16_384, maxRetries: 1 },
  });
  for await (const event of service.open().prompt("hi")) {
    await writer.write(event);
    if (event.type === "retry") service.clock.advance(event.delay_ms);
  }
  await writer.write({ type: "session.ended", exit_code: exitCode, reason, resume: "handrail json" });
  return output.writes.map((text) => JSON.parse(text));
}

const LINES = await sessionLines();

/** An event of the session, to be spoilt. */
function lineOf(type: string): Fields {
  const found = LINES.find((event) => event.type === type);
  assert(found, type);
  return found;
}

Deno.test("schemaCommand() prints one JSON document, and exits 0", async () => {
  const { code, text } = await printed();
  assertEquals(code, 0);
  assert(text.endsWith("}\n"));
  assertEquals(schema.title, "Handrail JSON mode, protocol 1");
});

Deno.test("the schema has every event type that is written, and each once", () => {
  const types = schema.$defs.event.oneOf.map(({ properties }) => properties?.type?.const);
  assertEquals(types.sort(), EVENT_TYPES);
});

Deno.test("the schema asks for the envelope on every event (T18, T34)", () => {
  for (const { properties, required } of schema.$defs.event.oneOf) {
    const type = String(properties?.type?.const);
    for (const field of ["type", "seq", "ts", "session_id"]) {
      assert(required?.includes(field), `${type}: ${field}`);
    }
    const ofTurn = !/^(session|response|warning|error)/.test(type);
    assertEquals(required?.includes("turn_id"), ofTurn, type);
  }
});

Deno.test("the schema takes every line of a session in which every event comes up (T17)", () => {
  assertEquals([...new Set(LINES.map(({ type }) => type))].sort(), EVENT_TYPES);
  for (const event of LINES) assertEquals(checkSchema(EVENT, event), [], JSON.stringify(event));
});

Deno.test("the schema names every field that is written", () => {
  for (const event of LINES) {
    const of = schema.$defs.event.oneOf.find(({ properties }) => properties?.type?.const === event.type);
    const unnamed = Object.keys(event).filter((field) => !Object.hasOwn(of?.properties ?? {}, field));
    assertEquals([event.type, unnamed], [event.type, []]);
  }
});

for (
  const [name, spoilt] of [
    ["an unknown type", { ...lineOf("turn.started"), type: "turn.begun" }],
    ["no type", { ...lineOf("turn.started"), type: undefined }],
    ["no sequence number", { ...lineOf("turn.started"), seq: undefined }],
    ["a sequence number that is no integer", { ...lineOf("turn.started"), seq: 1.5 }],
    ["a time that is none", { ...lineOf("turn.started"), ts: "yesterday" }],
    ["another protocol", { ...lineOf("session.started"), protocol: 2 }],
    ["a status that does not exist", { ...lineOf("turn.completed"), status: "success" }],
    ["no usage", { ...lineOf("turn.completed"), usage: {} }],
    ["a default other than deny", { ...lineOf("approval.requested"), default: "allow" }],
    ["a channel that does not exist", { ...lineOf("message.delta"), channel: "thought" }],
    ["an error code that does not exist", { ...lineOf("error"), code: "oops" }],
    ["an id that is a number", { ...lineOf("response"), id: 1 }],
    ["a citation without a title", { ...lineOf("message.completed"), citations: [{ no: 1 }] }],
  ] as const
) {
  Deno.test(`the schema refuses an event with ${name}`, () => {
    // Through JSON, so that what is undefined is not there.
    assert(checkSchema(EVENT, JSON.parse(JSON.stringify(spoilt))).length > 0);
  });
}

Deno.test("the schema takes fields that are to come: a client that checks by it survives the next version (T17)", () => {
  for (const event of LINES) {
    assertEquals(checkSchema(EVENT, { ...event, future: { a: 1 } }), [], String(event.type));
  }
  const started = lineOf("session.started");
  const limits = { ...started.limits as Fields, max_cost: 1 };
  assertEquals(checkSchema(EVENT, { ...started, limits }), []);
});

for (
  const command of [
    { id: "1", type: "initialize", protocol: 1 },
    {
      id: "1",
      type: "initialize",
      protocol: 1,
      capabilities: { approvals: true },
      opt_out: ["message.delta"],
    },
    { id: "1", type: "prompt", text: "hi", on_busy: "queue" },
    { id: "1", type: "approve", request_id: "r", decision: "allow", updated_input: { a: 1 } },
    { id: "1", type: "approve", request_id: "r", decision: "deny", reason: "no", stop_turn: true },
    { id: "1", type: "answer", request_id: "r", text: "" },
    { id: "1", type: "ping", future: true },
    { id: "1", type: "ping" },
    { id: "1", type: "shutdown" },
    { id: "", type: "ping" },
    { type: "ping" },
    { id: "1", type: "prompt", text: "" },
    { id: "1", type: "prompt", text: "hi", on_busy: "wait" },
    { id: "1", type: "approve", request_id: "r", decision: "maybe" },
    { id: "1", type: "approve", request_id: "r" },
    { id: "1", type: "initialize", protocol: "1" },
    { id: "1", type: "set", model: "offline" },
    { id: "1", type: "set", model: "" },
    { id: "1", type: "prompt", text: "hi", idempotency_key: "k" },
    { id: "1", type: "prompt", text: "hi", idempotency_key: "" },
    {},
    [],
    "ping",
  ]
) {
  Deno.test(`the schema and the program are of one mind about ${JSON.stringify(command)}`, () => {
    const taken = "command" in parseCommand(JSON.stringify(command));
    assertEquals(checkSchema(COMMAND, command).length === 0, taken);
  });
}

/** The diagnostics of TypeScript for a program that uses the printed types. */
async function compile(
  types: string,
  use: string,
): Promise<{ readonly code: number; readonly text: string }> {
  await using folder = await tempFolder();
  await Deno.writeTextFile(`${folder.path}/handrail.ts`, types);
  await Deno.writeTextFile(`${folder.path}/use.ts`, use);
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "--no-config", "--no-lock", `${folder.path}/use.ts`],
    env: { NO_COLOR: "1" },
  }).output();
  return { code, text: new TextDecoder().decode(stderr) };
}

const USE = `import type { HandrailCommand, HandrailEvent, TurnCompletedEvent } from "./handrail.ts";
export const deny: HandrailCommand = { id: "1", type: "approve", request_id: "r", decision: "deny", reason: "no" };
export function textOf(event: HandrailEvent): string | undefined {
  if (event.type === "turn.completed") return event.text;
  if (event.type === "heartbeat") return event.state satisfies "model" | "tool" | "approval";
  return event.type === "message.completed" ? event.citations[0]?.title : undefined;
}
export const status = (turn: TurnCompletedEvent): "completed" | "failed" | "cancelled" | "blocked" | "limit" => turn.status;
`;

Deno.test("schemaCommand() prints types that a program compiles with, and that catch its mistakes (T17)", async () => {
  const output = new RecordingOutput();
  assertEquals(await schemaCommand({ output }, { flags: { typescript: true } }), 0);
  assertEquals(await compile(output.text, USE), { code: 0, text: "" });
  const wrong = await compile(output.text, USE.replace('"deny", reason', '"maybe", reason'));
  assertEquals(wrong.code, 1);
  assert(wrong.text.includes('"maybe"'), wrong.text);
});

Deno.test("schemaCommand() prints a type for every event and command", async () => {
  const output = new RecordingOutput();
  await schemaCommand({ output }, { flags: { typescript: true } });
  const names = [...output.text.matchAll(/^export type (\w+)/gm)].map(([, name]) => name);
  assertEquals(names.length, EVENT_TYPES.length + 1 + 9 + 1);
  assert(names.includes("TurnStartedEvent") && names.includes("SetCommand"));
});
