/**
 * Measures what statistics of 1,000,000 calls take, beside reading and parsing the same lines and nothing else. The log is
 * made up, with a seed: two processes' turns interleaved, six tools, every kind of trouble. Each reading is a process of
 * its own, so that its memory is its own.
 *
 * ```sh
 * deno task bench:stats
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import { join } from "node:path";
import type { CallRecord } from "../agent/calls/call_record.ts";
import { seededRandom } from "../tests/_support/seeded_random.ts";

const CALLS = 1_000_000;
const FILES = 5;
const BUDGET_MS = 5_000;
const BUDGET_BYTES = 200_000_000;
const ROUNDS = 3;

const TOOLS = [
  "order_query_status",
  "kb_query",
  "ticket_create",
  "order_query_with_tracking",
  "order_cancel",
  "agent_ask_to_user",
] as const;

const random = seededRandom(11);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** A call, one in ten of them with some kind of trouble. */
function record(at: number, turn: number): CallRecord {
  const tool_name = random() < 0.5 ? TOOLS[0] : pick(TOOLS);
  const time = new Date(1_772_000_000_000 + at * 700).toISOString();
  const trouble = random();
  const plain = {
    time,
    session_id: `ses_${(turn >> 4).toString(16).padStart(20, "0")}`,
    turn_id: `trn_${turn.toString(16).padStart(20, "0")}`,
    call_id: `call_${at.toString(36).padStart(12, "0")}`,
    tool_name,
    params: { orderId: `A-${1_000 + Math.floor(random() * 9_000)}`, note: "where is my order please" },
    response_summary: at % 2 ? "Order A-1024 is shipped." : "订单 A-1024 已发货，预计 2 天后送达。",
    latency_ms: Math.round(1 + 40 * -Math.log(random())),
    attempts: 1,
    replayed: false,
    circuit: { state: "closed" as const },
    model: "offline",
    profile: "chat",
    step: 1 + at % 3,
    output_bytes: 248,
    output_tokens: 63,
  };
  if (trouble > 0.1) return { ...plain, status: "ok", result: "shipped" };
  if (trouble > 0.08) return { ...plain, status: "error", error_type: "network" };
  if (trouble > 0.06) {
    return { ...plain, status: "error", error_type: "invalid_input", attempts: 0, misfits: ["orderId"] };
  }
  if (trouble > 0.05) {
    return {
      ...plain,
      status: "denied",
      error_type: "denied",
      attempts: 0,
      approval: { decision: "deny", by: "user" },
    };
  }
  if (trouble > 0.03) return { ...plain, status: "ok", result: "not_found" };
  if (trouble > 0.02) return { ...plain, status: "ok", repair: "lossless" };
  if (trouble > 0.01) return { ...plain, status: "ok", repeat: 1 };
  return { ...plain, status: "ok", replayed: true, attempts: 0 };
}

async function writeLog(folder: string): Promise<number> {
  await Deno.mkdir(join(folder, "logs"));
  const encoder = new TextEncoder();
  let bytes = 0;
  for (let number = FILES - 1; number >= 0; number--) {
    const path = join(folder, "logs", `calls.jsonl${number === 0 ? "" : `.${number}`}`);
    using file = await Deno.open(path, { write: true, create: true });
    const first = (FILES - 1 - number) * CALLS / FILES;
    for (let from = first; from < first + CALLS / FILES; from += 2_000) {
      let text = "";
      // Two processes take turns, four calls to a turn of each.
      for (let at = from; at < from + 2_000; at++) {
        text += `${JSON.stringify(record(at, 2 * (at >> 3) + at % 2))}\n`;
      }
      const piece = encoder.encode(text);
      bytes += piece.length;
      for (let done = 0; done < piece.length;) done += await file.write(piece.subarray(done));
    }
  }
  return bytes;
}

interface Reading {
  readonly calls: number;
  readonly kinds: readonly string[];
  readonly ms: number;
  readonly rss: number;
}

async function read(folder: string, what: "stats" | "bare"): Promise<Reading> {
  const script = join(import.meta.dirname ?? ".", "tool_stats_reader.ts");
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      "--allow-env",
      "--allow-read",
      "--allow-sys=hostname",
      script,
      folder,
      what,
    ],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

const folder = await Deno.makeTempDir({ prefix: "handrail-bench-" });
try {
  const bytes = await writeLog(folder);
  console.log(
    `${CALLS} calls in ${FILES} files, ${Math.round(bytes / 1e6)} MB; the median of ${ROUNDS} readings each`,
  );
  const readings: Record<"stats" | "bare", Reading[]> = { stats: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const what of ["stats", "bare"] as const) readings[what].push(await read(folder, what));
  }
  const median = (of: readonly number[]) =>
    of.toSorted((one, other) => one - other)[Math.floor(of.length / 2)] ?? NaN;
  const [stats, bare] = [readings.stats, readings.bare].map((list) => median(list.map(({ ms }) => ms)));
  const rss = Math.max(...readings.stats.map((reading) => reading.rss));
  const verdict = (isMet: boolean) => isMet ? "met" : "MISSED";
  console.log(
    `statistics        ${((stats ?? NaN) / 1_000).toFixed(2)} s, ${
      ((stats ?? NaN) / (bare ?? NaN)).toFixed(2)
    } times ` +
      `reading and parsing alone (budget 5 s: ${verdict((stats ?? NaN) <= BUDGET_MS)})`,
  );
  console.log(
    `memory at the end ${Math.round(rss / 1e6)} MB (budget 200 MB: ${verdict(rss <= BUDGET_BYTES)})`,
  );
  console.log(`calls counted     ${readings.stats[0]?.calls}`);
  console.log(`advice            ${readings.stats[0]?.kinds.join(", ")}`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
