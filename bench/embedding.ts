/**
 * Measures the local embedder against a bare loop over the same runtime in the same run, the latency of a query on both
 * runtimes, the memory they take, and a search of 100,000 vectors. The model must be at hand: `deno task model`.
 *
 * ```sh
 * deno task bench:embedding
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Backend } from "../kb/embedders/inference_session.ts";
import { LocalEmbedder } from "../kb/embedders/local_embedder.ts";
import { sessionOpener, workerWays } from "../kb/embedders/session_opener.ts";
import { bertTokenizer } from "../kb/embedders/text_tokenizer.ts";
import { binaryCode } from "../kb/vectors/binary_code.ts";
import { dotInt8 } from "../kb/vectors/dot_int8.ts";
import { normalise } from "../kb/vectors/normalise.ts";
import { topByHamming } from "../kb/vectors/top_by_hamming.ts";
import { realModelPaths } from "../tests/_support/real_model.ts";
import { seededRandom } from "../tests/_support/seeded_random.ts";

const CHUNKS = 160;
const CHUNK_CHARACTERS = 276;
const QUERIES = 60;
const ROUNDS = 3;
const VECTORS = 100_000;
const DIMENSIONS = 512;

const paths = await realModelPaths();
if (!paths) throw new Error("Cannot measure embedding: the model is not in the cache. Run: deno task model");
const { weights } = paths;
const tokenizer = bertTokenizer(await Deno.readTextFile(paths.tokenizer), DIMENSIONS);
const random = seededRandom(7);
const texts = sampleTexts();

// Memory is told apart best while little has been used.
for (const backend of ["native", "wasm"] as const) await measureLatency(backend);
await compareThroughput();
measureSearch();

/** Texts from the samples, cut into pieces of one length and begun at random, so that no two are the same. */
function sampleTexts(): string[] {
  const folder = new URL("../samples/", import.meta.url);
  const whole = [...walk(folder)].map((file) => Deno.readTextFileSync(file)).join("\n");
  return Array.from({ length: CHUNKS }, () => {
    const from = Math.floor(random() * Math.max(1, whole.length - CHUNK_CHARACTERS));
    return whole.slice(from, from + CHUNK_CHARACTERS);
  });
}

function* walk(folder: URL): Generator<URL> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* walk(new URL(`${name}/`, folder));
    else if (/\.(md|txt)$/.test(name)) yield new URL(name, folder);
  }
}

function embedderOf(backend: Backend, sessions: number): LocalEmbedder {
  return new LocalEmbedder({
    identity: { name: "bge-small-zh-v1.5", hash: "bench", dimensions: DIMENSIONS },
    tokenizer,
    maxTokens: 510,
    open: sessionOpener(workerWays(weights, { backends: [backend] })),
    sessions,
  });
}

/** What anyone would write first: tokenize, run, pool and scale, one text after the other. */
async function bareLoop(intraOpNumThreads: number): Promise<(texts: readonly string[]) => Promise<unknown>> {
  const session = await InferenceSession.create(weights, { intraOpNumThreads });
  return async (texts) => {
    const vectors = [];
    for (const text of texts) {
      const ids = BigInt64Array.from(tokenizer.encode(text), BigInt);
      const tensor = (data: BigInt64Array) => new Tensor("int64", data, [1, ids.length]);
      const { last_hidden_state: output } = await session.run({
        input_ids: tensor(ids),
        attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
        token_type_ids: tensor(new BigInt64Array(ids.length)),
      });
      vectors.push(normalise((output?.data as Float32Array).slice(0, DIMENSIONS)));
    }
    return vectors;
  };
}

async function compareThroughput(): Promise<void> {
  const cores = Math.min(navigator.hardwareConcurrency, 4);
  await using one = embedderOf("native", 1);
  await using many = embedderOf("native", cores);
  const cases = [
    ["bare loop, 1 thread", await bareLoop(1)],
    [`bare loop, ${cores} threads`, await bareLoop(cores)],
    ["ours, 1 session", (list: readonly string[]) => one.embed(list)],
    [`ours, ${cores} sessions`, (list: readonly string[]) => many.embed(list)],
  ] as const;
  const rates = new Map<string, number[]>(cases.map(([name]) => [name, []]));
  for (const [, run] of cases) await run(texts.slice(0, 16));
  // In turns, so that whatever else the machine does falls on all of them.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of cases) {
      const start = performance.now();
      await run(texts);
      rates.get(name)?.push(texts.length / (performance.now() - start) * 1000);
    }
  }
  console.log(`chunks of ${CHUNK_CHARACTERS} characters a second, native, best of ${ROUNDS} rounds`);
  for (const [name, list] of rates) console.log(`  ${name.padEnd(22)} ${Math.max(...list).toFixed(1)}`);
  const best = (name: string) => Math.max(...rates.get(name) ?? [NaN]);
  const ratio = (ours: string, bare: string) => (best(ours) / best(bare)).toFixed(2);
  console.log(
    `  ours over bare: ${ratio("ours, 1 session", "bare loop, 1 thread")} on one core, ` +
      `${ratio(`ours, ${cores} sessions`, `bare loop, ${cores} threads`)} on ${cores} (target 0.9)`,
  );
}

async function measureLatency(backend: Backend): Promise<void> {
  const before = Deno.memoryUsage().rss;
  await using embedder = embedderOf(backend, 1);
  const start = performance.now();
  await embedder.embed(["怎么退款？"]);
  const first = performance.now() - start;
  const times: number[] = [];
  for (let at = 0; at < QUERIES; at++) {
    const begun = performance.now();
    await embedder.embed([`订单 A-${1000 + at} 什么时候发货？`]);
    times.push(performance.now() - begun);
  }
  const begun = performance.now();
  const some = texts.slice(0, 24);
  await embedder.embed(some);
  const rate = some.length / (performance.now() - begun) * 1000;
  const megabytes = (Deno.memoryUsage().rss - before) / 1e6;
  console.log(
    `${backend}: a query p50 ${middle(times).toFixed(2)} ms, the first one ${
      first.toFixed(0)
    } ms with loading, ` +
      `${rate.toFixed(1)} chunks a second in one session, +${megabytes.toFixed(0)} MB`,
  );
}

function measureSearch(): void {
  const codes = Uint32Array.from({ length: VECTORS * DIMENSIONS / 32 }, () => random() * 2 ** 32);
  const values = Int8Array.from({ length: VECTORS * DIMENSIONS }, () => random() * 255 - 127);
  const block = { count: VECTORS, codes };
  const query = normalise(Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5));
  const code = binaryCode(query);
  const places = Array.from({ length: 200 }, () => Math.floor(random() * VECTORS));
  const timed = (run: () => unknown) =>
    middle(Array.from({ length: 40 }, () => {
      const start = performance.now();
      run();
      return performance.now() - start;
    }));
  console.log(
    `${VECTORS} vectors: signs ${timed(() => topByHamming(block, code, 200)).toFixed(2)} ms (target 6), ` +
      `bytes of 200 ${timed(() => places.map((at) => dotInt8(query, values, at))).toFixed(2)} ms (target 1)`,
  );
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
