import { assertEquals } from "@std/assert";
import type { CallRecord } from "../../../agent/calls/call_record.ts";
import type { Advice } from "../../../cli/tool_stats/advice.ts";
import { type KnownTool, ToolStatistics } from "../../../cli/tool_stats/tool_statistics.ts";
import { callRecord } from "../../_support/call_records.ts";

const KNOWN = new Map<string, KnownTool>([
  ["agent_ask_to_user", { tokens: 200, isLastResort: true }],
  ["order_query_status", { tokens: 220, isLastResort: false }],
  ["order_query_with_tracking", { tokens: 190, isLastResort: false }],
  ["kb_query", { tokens: 280, isLastResort: false }],
]);

function findingsOf(
  records: readonly Partial<CallRecord>[],
  options: { since?: string; session?: string; offers?: (profile: string, tool: string) => boolean } = {},
) {
  const statistics = new ToolStatistics({ known: KNOWN, ...options });
  records.forEach((record, at) => statistics.add(callRecord({ call_id: `c${at + 1}`, ...record })));
  return statistics.findings();
}

/** The same record so many times, each in a turn of its own. */
function times(count: number, record: (at: number) => Partial<CallRecord>): Partial<CallRecord>[] {
  return Array.from({ length: count }, (_, at) => ({ turn_id: `t${at}`, ...record(at) }));
}

function adviceOf(records: readonly Partial<CallRecord>[]) {
  return findingsOf(records).advice.filter(({ kind }) => kind !== "unused");
}

Deno.test("ToolStatistics adds up calls, errors by type, retries, repeats, replays, approvals and repairs", () => {
  const { tools, calls, turns, first, last } = findingsOf([
    { time: "2026-03-01T09:00:02.000Z", latency_ms: 10, output_tokens: 10 },
    { time: "2026-03-01T09:00:01.000Z", latency_ms: 30, output_tokens: 20, attempts: 3 },
    { latency_ms: 20, output_tokens: 30, repeat: 1, repair: "lossless" },
    { replayed: true, attempts: 0, output_tokens: 40, latency_ms: 999 },
    { status: "timeout", error_type: "timeout", latency_ms: 40, output_tokens: 0 },
    { status: "error", error_type: "network", latency_ms: 50, output_tokens: 0 },
    { status: "error", error_type: "network", latency_ms: 60, output_tokens: 0, turn_id: "t2" },
    {
      status: "denied",
      error_type: "denied",
      attempts: 0,
      output_tokens: 0,
      approval: { decision: "deny", by: "user" },
    },
    { tool_name: "kb_query", approval: { decision: "allow", by: "user" }, latency_ms: 7, output_tokens: 5 },
    { tool_name: "gone_query", latency_ms: 0, output_tokens: 6, time: "2026-03-02T09:00:00.000Z" },
  ]);
  assertEquals([calls, turns, first, last], [10, 2, "2026-03-01T09:00:00.000Z", "2026-03-02T09:00:00.000Z"]);
  const none = { retries: 0, repeats: 0, replays: 0, asks: 0, denials: 0, repairs: 0 };
  assertEquals(tools.map(({ latency_ms: _, ...rest }) => rest), [
    {
      tool: "order_query_status",
      calls: 8,
      error_rate: 0.5,
      errors: { network: 2, timeout: 1, denied: 1 },
      retries: 2,
      repeats: 1,
      replays: 1,
      asks: 1,
      denials: 1,
      repairs: 1,
      description_tokens: 220,
      output_tokens: { mean: 13, total: 100 },
    },
    {
      tool: "gone_query",
      calls: 1,
      error_rate: 0,
      errors: {},
      ...none,
      description_tokens: null,
      output_tokens: { mean: 6, total: 6 },
    },
    {
      tool: "kb_query",
      calls: 1,
      error_rate: 0,
      errors: {},
      ...none,
      asks: 1,
      description_tokens: 280,
      output_tokens: { mean: 5, total: 5 },
    },
    ...(["agent_ask_to_user", "order_query_with_tracking"] as const).map((tool) => ({
      tool,
      calls: 0,
      error_rate: 0,
      errors: {},
      ...none,
      description_tokens: KNOWN.get(tool)?.tokens ?? null,
      output_tokens: { mean: 0, total: 0 },
    })),
  ]);
  // Six of them ran, in 10, 20, 30, 40, 50 and 60 ms; a replay and a refusal did not.
  const [latency] = tools.map(({ latency_ms }) => latency_ms);
  assertEquals([Math.round(latency?.p50 ?? 0), Math.round(latency?.p95 ?? 0)], [30, 60]);
  assertEquals(tools.at(-1)?.latency_ms, null);
});

Deno.test("ToolStatistics counts only what is asked for", () => {
  const records = [
    { time: "2026-03-01T08:59:59.999Z" },
    { time: "2026-03-01T09:00:00.000Z", session_id: "ses_2" },
    { time: "2026-03-01T09:00:00.000Z" },
  ];
  assertEquals(findingsOf(records, { since: "2026-03-01T09:00:00.000Z" }).calls, 2);
  assertEquals(findingsOf(records, { session: "ses_2" }).calls, 1);
  assertEquals(findingsOf([], {}).first, null);
});

Deno.test("advice names a tool that fails often, from three calls and a fifth of them on", () => {
  const failing = (failures: number, calls: number) =>
    adviceOf(times(calls, (at) => at < failures ? { status: "timeout", error_type: "timeout" } : {}));
  assertEquals(failing(3, 15), [
    { kind: "failing", tool: "order_query_status", of: 15, count: 3, calls: ["c1", "c2", "c3"] },
  ]);
  assertEquals(failing(3, 16), []);
  assertEquals(failing(2, 2), []);
});

Deno.test("advice counts only failures of the tool's own as such", () => {
  const others = ["invalid_input", "denied", "cancelled", "loop", "not_found", "in_progress"];
  assertEquals(
    adviceOf(times(12, (at) => ({ status: "error", error_type: others[at % 6] ?? "" }))).map(({ kind }) =>
      kind
    ),
    [],
  );
});

Deno.test("advice names the tool that is meant when another one is called in vain before it", () => {
  const misread = (vain: Partial<CallRecord>, next: Partial<CallRecord> = {}) =>
    Array.from({ length: 3 }, (_, turn): Partial<CallRecord>[] => [
      { turn_id: `t${turn}`, tool_name: "kb_query", step: 1, ...vain },
      { turn_id: `t${turn}`, tool_name: "order_query_status", step: 2, result: "shipped", ...next },
    ]).flat();
  const expected: Advice[] = [{
    kind: "misread",
    tool: "kb_query",
    other: "order_query_status",
    of: 3,
    count: 3,
    calls: ["c1", "c3", "c5"],
  }];
  const found = (records: readonly Partial<CallRecord>[]) =>
    adviceOf(records).filter(({ kind }) => kind === "misread");
  assertEquals(found(misread({ result: "nothing_relevant" })), expected);
  assertEquals(found(misread({ status: "error", error_type: "invalid_input", attempts: 0 })), expected);
  assertEquals(found(misread({ status: "error", error_type: "not_found" })), expected);
  // Neither a call that gave something, nor a failure, nor one whose successor failed as well, nor one beside it.
  assertEquals(found(misread({ result: "found" })), []);
  assertEquals(found(misread({ status: "error", error_type: "network" })), []);
  assertEquals(found(misread({ result: "nothing_relevant" }, { result: "not_found" })), []);
  assertEquals(found(misread({ result: "nothing_relevant" }, { step: 1 })), []);
  // Asking the user is no better tool.
  assertEquals(found(misread({ result: "not_found" }, { tool_name: "agent_ask_to_user" })), []);
  // Twice is chance, and so is one call in twenty-one.
  assertEquals(found(misread({ result: "nothing_relevant" }).slice(2)), []);
  assertEquals(
    found([...misread({ result: "nothing_relevant" }), ...times(58, () => ({ tool_name: "kb_query" }))]),
    [],
  );
});

Deno.test("advice reads the turns of several processes apart", () => {
  const turn = (turn_id: string, step: number): Partial<CallRecord> =>
    step === 1
      ? { turn_id, step, tool_name: "kb_query", result: "nothing_relevant" }
      : { turn_id, step, tool_name: "order_query_status", result: "shipped" };
  const interleaved = [turn("a", 1), turn("b", 1), turn("c", 1), turn("b", 2), turn("a", 2), turn("c", 2)];
  assertEquals(
    adviceOf(interleaved).map(({ kind, calls }) => [kind, calls]),
    [["misread", ["c1", "c2", "c3"]]],
  );
});

Deno.test("advice names the argument that is wrong most often", () => {
  const wrong = (misfits: string[]): Partial<CallRecord> => ({
    status: "error",
    error_type: "invalid_input",
    attempts: 0,
    misfits,
  });
  assertEquals(
    adviceOf([
      ...times(3, (at) => ({ ...wrong(at === 0 ? ["orderId", "note"] : ["orderId"]) })),
      ...times(57, () => ({})),
    ]),
    [{
      kind: "argument",
      tool: "order_query_status",
      field: "orderId",
      of: 60,
      count: 3,
      calls: ["c1", "c2", "c3"],
    }],
  );
  assertEquals(adviceOf([...times(3, () => wrong(["orderId"])), ...times(58, () => ({}))]), []);
});

Deno.test("advice tells of a tool that was switched off, and whether it still was at its last call", () => {
  const refused: Partial<CallRecord> = {
    status: "circuit_open",
    error_type: "circuit_open",
    attempts: 0,
    circuit: { state: "open" },
  };
  const closed: Partial<CallRecord> = { circuit: { state: "closed" } };
  const advice = (records: Partial<CallRecord>[]) =>
    adviceOf(records).map(({ kind, isOpen, count, of }) => [
      kind,
      isOpen,
      count,
      of,
    ]);
  assertEquals(advice([closed, refused]), [["breaker", true, 1, 2]]);
  assertEquals(advice([closed, refused, closed]), [["breaker", false, 1, 3]]);
  // The call that opened it was not refused itself.
  assertEquals(advice([{ circuit: { state: "open" } }]), [["breaker", true, 0, 1]]);
  assertEquals(advice([closed]), []);
});

Deno.test("advice names a slow tool, from twenty calls and three seconds on", () => {
  const slow = (calls: number, latency_ms: number) =>
    adviceOf(times(calls, (at) => at < 18 ? {} : { latency_ms })).map(({ kind, of, count, calls }) => [
      kind,
      of,
      count,
      calls,
    ]);
  assertEquals(slow(20, 4_000), [["slow", 20, 2, ["c19", "c20"]]]);
  assertEquals(slow(19, 4_000), []);
  assertEquals(slow(20, 2_900), []);
  // A person takes as long as a person takes.
  assertEquals(adviceOf(times(20, () => ({ tool_name: "agent_ask_to_user", latency_ms: 60_000 }))), []);
});

Deno.test("advice names two tools that are always called together, however often in a turn", () => {
  const both = times(
    5,
    (at) => ({ turn_id: `t${at}`, tool_name: "order_query_status" }),
  ).flatMap((record) => [record, record, { ...record, tool_name: "kb_query" }]);
  assertEquals(adviceOf(both), [{
    kind: "pair",
    tool: "kb_query",
    other: "order_query_status",
    of: 5,
    count: 5,
    calls: ["c9", "c7", "c12", "c10", "c15", "c13"],
  }]);
  assertEquals(adviceOf([...both, { turn_id: "alone", tool_name: "kb_query" }]), []);
  assertEquals(adviceOf(both.slice(3)), []);
});

Deno.test("advice names tools that were never chosen in a hundred calls, but for those that are a last resort", () => {
  const unused = (count: number) => findingsOf(times(count, () => ({}))).advice;
  assertEquals(unused(100), [
    { kind: "unused", tool: "kb_query", count: 0, of: 100, calls: [] },
    { kind: "unused", tool: "order_query_with_tracking", count: 0, of: 100, calls: [] },
  ]);
  assertEquals(unused(99), []);
  const offers = (profile: string, tool: string) => profile === "chat" || tool === "order_query_status";
  const ofService = times(150, (at) => ({ profile: at < 40 ? "chat" : "order" }));
  assertEquals(findingsOf(ofService, { offers }).advice, []);
  const ofBoth = times(250, (at) => ({ profile: at < 100 ? "chat" : "order" }));
  assertEquals(findingsOf(ofBoth, { offers }).advice.map(({ tool, of }) => [tool, of]), [
    ["kb_query", 100],
    ["order_query_with_tracking", 100],
  ]);
});

Deno.test("advice names a tool that there is not when it is called again and again; it is no tool of the table", () => {
  const records = times(3, () => ({
    tool_name: "track_parcel",
    status: "error" as const,
    error_type: "unknown_tool",
    attempts: 0,
  }));
  const { advice, tools } = findingsOf(records);
  assertEquals(advice, [{
    kind: "unknown_name",
    tool: "track_parcel",
    of: 3,
    count: 3,
    calls: ["c1", "c2", "c3"],
  }]);
  assertEquals(tools.some(({ tool }) => tool === "track_parcel"), false);
  assertEquals(findingsOf(records.slice(1)).advice, []);
});

Deno.test("advice comes in order: what is broken, what is misread, what could be better", () => {
  const { advice } = findingsOf([
    ...times(100, (at) => ({ latency_ms: at < 90 ? 1 : 9_000 })),
    ...times(30, () => ({ status: "error", error_type: "internal", attempts: 0 })),
    ...times(10, () => ({ status: "error", error_type: "invalid_input", attempts: 0, misfits: ["orderId"] })),
  ]);
  assertEquals(advice.map(({ kind, tool }) => `${kind} ${tool}`), [
    "failing order_query_status",
    "argument order_query_status",
    "slow order_query_status",
    "unused kb_query",
    "unused order_query_with_tracking",
  ]);
});
