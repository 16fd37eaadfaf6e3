/**
 * Measures what the call log adds to a call in this process: making a record of its events, masking it, and writing it,
 * beside a bare append of an equally long line in the same run.
 *
 * ```sh
 * deno task bench:log
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import { join } from "node:path";
import type { AgentEvent } from "../agent/agent_event.ts";
import { CallRecorder } from "../agent/calls/call_recorder.ts";
import { SessionPrivacy } from "../agent/session_privacy.ts";
import { CallLogFile } from "../cli/log/call_log_file.ts";
import type { AuditRecord } from "../shells/audit.ts";
import { DEFAULT_RECOGNISERS } from "../shells/pii/default_recognisers.ts";
import { createSealer } from "../shells/seal.ts";
import { type SampledCase, sampleInTurn } from "./idempotency_sampling.ts";

/** Logging may cost a call so much, in microseconds. */
const BUDGET_US = 15;
/** More than any turn has. */
const CALLS_PER_TURN = 50;
const BARE = "bare appending write";
const LOGGED = "record and write";

const OUTPUT = {
  status: "success",
  summary: "Order A-1024 is shipped and should arrive in 2 days.",
  structured: {
    status: "shipped",
    found: true,
    orderId: "A-1024",
    etaDays: 2,
    item: "coffee grinder",
    amount: 899,
    carrier: "SF Express",
  },
};

const AUDITED: AuditRecord = {
  time: "2026-03-01T09:00:00.000Z",
  session_id: "ses_0123456789abcdef0123",
  turn_id: "trn_0123456789abcdef0123",
  call_id: "",
  tool_name: "order_query_status",
  params: { orderId: "A-1024" },
  response_summary: OUTPUT.summary,
  status: "ok",
  result: "shipped",
  latency_ms: 3,
  attempts: 1,
  replayed: false,
  idempotency: { key: "0123456789abcdef", hit: false, store: "memory" },
  circuit: { state: "closed" },
};

function privacyOf(guarded: boolean): SessionPrivacy {
  return new SessionPrivacy({
    sessionId: AUDITED.session_id,
    sealer: createSealer("s"),
    onProblem: () => {},
    ...(guarded && { rules: { recognisers: DEFAULT_RECOGNISERS } }),
  });
}

function loggingCase(name: string, log: CallLogFile, guarded: boolean): SampledCase {
  const privacy = privacyOf(guarded);
  const newTurn = () =>
    new CallRecorder({
      callLog: log.write,
      records: { of: (call_id) => ({ ...AUDITED, call_id }) },
      clock: { now: Date.now },
      sessionId: AUDITED.session_id,
      turnId: AUDITED.turn_id,
      model: "offline",
      profile: "chat",
      mask: (value) => privacy.forLog(value),
    });
  const common = { turn_id: AUDITED.turn_id, tool: AUDITED.tool_name };
  let recorder = newTurn();
  let calls = 0;
  const run = (call: number) => {
    if (++calls % CALLS_PER_TURN === 0) recorder = newTurn();
    const call_id = `call_${call}`;
    const input = { orderId: `A-${call}` };
    const [started, completed]: AgentEvent[] = [
      { type: "tool.started", ...common, call_id, kind: "read", title: "", input, step: 1 },
      {
        type: "tool.completed",
        ...common,
        call_id,
        status: "ok",
        output: OUTPUT,
        truncated: false,
        duration_ms: 3,
        attempts: 1,
      },
    ];
    if (started) recorder.take(started);
    if (completed) recorder.take(completed);
    return Promise.resolve();
  };
  return { name, run };
}

const folder = await Deno.makeTempDir({ prefix: "handrail-bench-" });
try {
  const path = join(folder, "calls.jsonl");
  using log = new CallLogFile({ path, now: Date.now, onProblem: (message) => console.error(message.en) });
  using bare = Deno.openSync(join(folder, "bare.jsonl"), { append: true, create: true, mode: 0o600 });
  await loggingCase(LOGGED, log, false).run(0);
  const line = Deno.readFileSync(path);
  const cases: SampledCase[] = [
    { name: BARE, run: () => Promise.resolve(void bare.writeSync(line)) },
    loggingCase(LOGGED, log, false),
    loggingCase("the same, personal data guarded", log, true),
  ];
  const medians = await sampleInTurn(cases, { rounds: 300, batch: 50 });
  const base = medians.get(BARE) ?? NaN;
  console.log(
    `What logging costs a call, medians of 300 samples of 50 calls; a line has ${line.length} bytes`,
  );
  for (const [name, microseconds] of medians) {
    const verdict = name === BARE
      ? ""
      : `  ${(microseconds / base).toFixed(1)} times the bare write (budget ${BUDGET_US} µs: ${
        microseconds <= BUDGET_US ? "met" : "MISSED"
      })`;
    console.log(`${name.padEnd(32)} ${microseconds.toFixed(1).padStart(6)} µs${verdict}`);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
