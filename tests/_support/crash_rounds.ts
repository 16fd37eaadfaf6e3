/**
 * Kills workers at random moments and looks at what happened.
 *
 * @module
 */
import { CrashLedger } from "./crash_ledger.ts";
import type { CrashCall, CrashPlan, CrashStore } from "./crash_plan.ts";
import { type CrashEnd, CrashProcess } from "./crash_process.ts";
import { type Random, seededRandom } from "./seeded_random.ts";

/** What to run. */
export interface CrashRoundsOptions {
  readonly store: CrashStore;
  /** A file that is not there yet. */
  readonly ledger: string;
  /** How many workers must die at work. */
  readonly kills: number;
  readonly seed: number;
}

/** What came of it. */
export interface CrashTally {
  readonly kills: number;
  readonly keys: number;
  /** Executions beyond the first, over all keys. */
  readonly duplicates: number;
  /** Keys whose worker died before the write: nobody executed them, and nobody dared to again. */
  readonly unexecuted: number;
  /** Keys whose worker died behind the write: executed once, with a result that nobody got. */
  readonly unanswered: number;
  /** How the calls of all workers ended, those that were killed later included. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The longest call, in milliseconds. */
  readonly slowestMs: number;
  /** Each a sentence; empty when all is well. */
  readonly faults: readonly string[];
}

const SLOTS = 4;
const KILLS_A_ROUND = 8;
const KEYS_A_ROUND = 120;
const CONCURRENCY = 6;
const SURVIVORS = 2;
const LONGEST_LIFE_MS = 120;

/**
 * Round after round: workers race each other through the same keys, each is killed at a random moment of its work and
 * replaced by a new one, and at last two that nobody kills make every request again.
 *
 * @param options See {@linkcode CrashRoundsOptions}.
 *
 * @example
 * ```ts
 * const { duplicates } = await runCrashRounds({ store: { kind: "kv", path }, ledger, kills: 200, seed: 1 });
 * ```
 */
export async function runCrashRounds(options: CrashRoundsOptions): Promise<CrashTally> {
  const random = seededRandom(options.seed);
  const ends: CrashEnd[] = [];
  const survivors: CrashEnd[] = [];
  const keys: string[] = [];
  let kills = 0;
  for (let round = 0; kills < options.kills; round++) {
    const names = Array.from({ length: KEYS_A_ROUND }, (_, at) => `${round}-${at}`);
    keys.push(...names);
    const newPlan = (concurrency: number): CrashPlan => ({
      store: options.store,
      ledger: options.ledger,
      keys: names,
      concurrency,
      seed: Math.floor(random() * 2 ** 31),
      pauseMs: 12,
      waitMs: 100 + random() * 1_400,
      goneAfterMs: 1_000,
    });
    let planned = Math.min(KILLS_A_ROUND, options.kills - kills);
    await Promise.all(Array.from({ length: SLOTS }, async () => {
      while (planned > 0) {
        planned--;
        const end = await runAndKill(newPlan(CONCURRENCY), random);
        ends.push(end);
        if (end.killed) kills++;
      }
    }));
    // All requests at once: who waits for a call whose worker died waits once, and not in a row.
    survivors.push(
      ...await Promise.all(Array.from({ length: SURVIVORS }, () => runToEnd(newPlan(KEYS_A_ROUND)))),
    );
  }
  return await tally(options.ledger, kills, keys, ends, survivors);
}

async function runAndKill(plan: CrashPlan, random: Random): Promise<CrashEnd> {
  const worker = CrashProcess.start(plan);
  await worker.ready;
  await worker.go();
  await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_LIFE_MS));
  worker.kill();
  return await worker.end();
}

async function runToEnd(plan: CrashPlan): Promise<CrashEnd> {
  const worker = CrashProcess.start(plan);
  await worker.ready;
  await worker.go();
  return await worker.end();
}

async function tally(
  ledger: string,
  kills: number,
  keys: readonly string[],
  ends: readonly CrashEnd[],
  survivors: readonly CrashEnd[],
): Promise<CrashTally> {
  const lines = await CrashLedger.read(ledger);
  const all = [...ends, ...survivors];
  const calls = all.flatMap((end) => end.calls);
  const outcomes: Record<string, number> = {};
  for (const { outcome } of calls) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const isAnswered = (call: CrashCall) => call.outcome === "result";
  const answered = new Set(calls.filter(isAnswered).map(({ key }) => key));
  return {
    kills,
    keys: keys.length,
    duplicates: [...lines.values()].reduce((sum, { length }) => sum + length - 1, 0),
    unexecuted: keys.filter((key) => !lines.has(key)).length,
    unanswered: [...lines.keys()].filter((key) => !answered.has(key)).length,
    outcomes,
    slowestMs: Math.max(0, ...calls.map(({ ms }) => ms)),
    faults: [
      ...calls.filter(isAnswered).filter((call) =>
        !lines.get(call.key)?.some(({ reference }) => reference === call.reference)
      ).map(({ key, reference }) => `${key} answered with ${reference}, which the ledger does not know`),
      ...survivors.filter(({ finished }) => !finished).map(({ stderr }) =>
        `a survivor did not end: ${stderr}`
      ),
      ...survivors.filter(({ calls }) => calls.length !== KEYS_A_ROUND)
        .map(({ calls }) => `a survivor ended ${calls.length} of ${KEYS_A_ROUND} calls`),
      ...all.filter(({ stderr }) => stderr !== "").map(({ stderr }) => `standard error: ${stderr}`),
      ...all.flatMap(({ warnings }) => warnings).map((message) => `warning: ${message}`),
    ],
  };
}
