/**
 * Opens an index and times searches of it; a process of its own for `kb_speed.ts`.
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import { KnowledgeIndex } from "../kb/knowledge_index.ts";
import { seededRandom } from "../tests/_support/seeded_random.ts";
import { timesOf } from "./times_of.ts";

const DIMENSIONS = 512;
const [path = "", ...queries] = Deno.args;
const random = seededRandom(11);
const vectors = queries.map(() => {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
});
const vectorOf = (at: number) => ({ vector: vectors[at] ?? new Float32Array(DIMENSIONS) });

const start = performance.now();
using index = KnowledgeIndex.open(path, { readOnly: true });
index.search(queries[0] ?? "", vectorOf(0));
console.log(`  open and first search   ${(performance.now() - start).toFixed(0)} ms`);
console.log(
  `  hybrid                  ${timesOf((query, at) => index.search(query, vectorOf(at)), queries)}`,
);
console.log(`  words alone             ${timesOf((query) => index.search(query), queries)}`);
console.log(
  `  meaning alone           ${
    timesOf((query, at) => index.search(query, { ...vectorOf(at), mode: "dense" }), queries)
  }`,
);
console.log(`  memory                  ${(Deno.memoryUsage().rss / 1_048_576).toFixed(0)} MB resident`);
