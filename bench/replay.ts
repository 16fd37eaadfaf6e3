/**
 * Measures how long 100 recorded calls take to replay, over the bare tools in the same run: as one long conversation, and
 * as the sample recordings over and over.
 *
 * ```sh
 * deno task bench:replay
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import { type AgentParts, assembleAgent } from "../agent/assemble_agent.ts";
import { parseRecording, type Recording } from "../agent/recording/recording.ts";
import { type Replayed, type ReplayParts, replayRecording } from "../agent/replay/replay_recording.ts";
import { KnowledgeIndex } from "../kb/knowledge_index.ts";
import { DEFAULT_RECOGNISERS } from "../shells/pii/default_recognisers.ts";
import { EmbeddedOrderDesk } from "../tools/embedded_order_desk.ts";
import { createRegistry } from "../tools/create_registry.ts";
import { MemoryLedger } from "../tools/ledger.ts";
import { parseProfile } from "../tools/profiles.ts";

/** So many calls may take so long, in milliseconds. */
const [CALLS, BUDGET_MS, ROUNDS] = [100, 2_000, 7];

const root = new URL("..", import.meta.url).pathname;
using index = KnowledgeIndex.open(`${root}samples/kb.sqlite`, { readOnly: true });

/** What a replay leaves to the program. */
const OTHERS: Omit<AgentParts, keyof ReplayParts | "profile"> = {
  breakerRules: { failures: 5, windowMs: 60_000, coolDownMs: 60_000, probeLeaseMs: 35_000 },
  toolTimeoutMs: 30_000,
  approvalDeadlineMs: 300_000,
  limits: { maxSteps: 8, maxOutputBytes: 16_384, maxRetries: 0 },
  knowledge: () => index,
  onProblem: (message) => {
    throw new Error(message);
  },
};

async function replay(recording: Recording): Promise<Replayed> {
  return await replayRecording(recording, {
    assemble: (parts, profile) =>
      Promise.resolve(
        assembleAgent({ ...OTHERS, ...parts, profile: parseProfile(profile) }),
      ),
    recognisers: DEFAULT_RECOGNISERS,
  });
}

function callsOf(recordings: readonly Recording[]): number {
  return recordings.reduce(
    (sum, { turns }) => sum + turns.reduce((all, { calls }) => all + calls.length, 0),
    0,
  );
}

/** As many of the samples, over and over, as hold the wanted number of calls. */
function suite(samples: readonly Recording[]): Recording[] {
  const recordings: Recording[] = [];
  for (let at = 0; callsOf(recordings) < CALLS; at++) {
    const sample = samples[at % samples.length];
    if (sample) recordings.push(sample);
  }
  return recordings;
}

/** One conversation of as many turns, each with one call of its own. */
async function conversation(sample: Recording): Promise<Recording> {
  const turns = Array.from({ length: CALLS }, (_, at): Recording["turns"][number] => ({
    user: `Create a ticket, subject: number ${at}`,
    calls: [{ step: 1, tool: "ticket_create", input: { subject: `number ${at}` }, output: null }],
    answer: "Done.",
  }));
  const recording = { ...sample, turns };
  const { turns: now } = await replay(recording);
  return { ...recording, turns: [...now] };
}

async function bare(recordings: readonly Recording[]): Promise<void> {
  for (const { turns, language, recordedAt } of recordings) {
    const now = () => Date.parse(recordedAt);
    const registry = createRegistry({
      desk: new EmbeddedOrderDesk({ ledger: new MemoryLedger(), now }),
      knowledge: () => index,
      language,
      newNonce: () => "bench-nonce",
      questions: { ask: () => Promise.resolve({ answered: true, text: "" }) },
    });
    for (const { calls, user } of turns) {
      for (const { tool, input } of calls) {
        const execute = registry.resolve(tool)?.tool.execute;
        await execute?.(input, { toolCallId: "c", messages: [{ role: "user", content: user }] });
      }
    }
  }
}

async function median(run: () => Promise<void>): Promise<number> {
  await run();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[(ROUNDS - 1) / 2] ?? NaN;
}

const folder = `${root}samples/recordings`;
const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
const samples = names.map((name) => parseRecording(Deno.readTextFileSync(`${folder}/${name}`)));
const [first] = samples;
if (!first) throw new Error(`Cannot measure: ${folder} holds no recording. Run deno task samples:record`);

console.log(`What ${CALLS} recorded calls take, medians of ${ROUNDS} rounds`);
for (
  const [what, recordings] of [
    ["the samples, over and over", suite(samples)],
    ["one conversation", [await conversation(first)]],
  ] as const
) {
  const whole = await median(async () => {
    for (const recording of recordings) {
      const { differences, problems } = await replay(recording);
      if (differences.length + problems.length > 0) {
        throw new Error(`Cannot measure: ${recording.title} differs`);
      }
    }
  });
  const tools = await median(() => bare(recordings));
  const verdict = whole <= BUDGET_MS ? "met" : "MISSED";
  console.log(
    `${what.padEnd(28)} ${callsOf(recordings)} calls  replayed ${whole.toFixed(0)} ms  bare ${
      tools.toFixed(1)
    } ms  ` +
      `×${(whole / tools).toFixed(0)}  (budget ${BUDGET_MS} ms: ${verdict})`,
  );
}
