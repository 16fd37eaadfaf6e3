import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { openIndexDatabase } from "../../kb/open_index_database.ts";
import { VectorStore } from "../../kb/vector_store.ts";

/** A vector of length 1 in 4 dimensions. */
function unit(...numbers: number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

function storeOf(dimensions = 4) {
  const database = openIndexDatabase(":memory:");
  return { database, store: new VectorStore(database, dimensions) };
}

Deno.test("VectorStore finds what points the same way, with its cosine", () => {
  const { store } = storeOf();
  store.add(7, unit(1, 1, 0, 0));
  store.add(300, unit(1, 0, 0, 0));
  store.add(301, unit(-1, -1, -1, 0));
  const found = [...store.search(unit(1, 0, 0, 0), 2)];
  assertEquals(found.map(([chunkId]) => chunkId), [300, 7]);
  assertAlmostEquals(found[0]?.[1] ?? 0, 1, 0.01);
  assertAlmostEquals(found[1]?.[1] ?? 0, Math.SQRT1_2, 0.01);
});

Deno.test("VectorStore forgets a vector that was removed, and takes its number again", () => {
  const { store } = storeOf();
  store.add(1, unit(1, 0, 0, 0));
  store.add(2, unit(0, 1, 0, 0));
  store.remove(1);
  assertEquals([...store.search(unit(1, 0, 0, 0), 5).keys()], [2]);
  assertEquals([store.bytesOf(1), [...store.cosines(unit(1, 0, 0, 0), [1])]], [undefined, []]);
  store.add(1, unit(1, 0, 0, 0));
  assertEquals([...store.search(unit(1, 0, 0, 0), 5).keys()], [1, 2]);
});

Deno.test("VectorStore looks among the allowed chunks before it takes the best (K25)", () => {
  const { store } = storeOf();
  for (let chunkId = 1; chunkId <= 600; chunkId++) store.add(chunkId, unit(1, chunkId / 1_000, 0, 0));
  assertEquals([...store.search(unit(1, 0, 0, 0), 2, new Set([590, 400, 9_999])).keys()], [400, 590]);
});

Deno.test("VectorStore keeps a vector's bytes for another chunk of the same text", () => {
  const { store } = storeOf();
  store.add(1, unit(1, 2, 3, 4));
  const bytes = store.bytesOf(1) ?? new Uint8Array();
  store.addBytes(2, bytes);
  const cosines = store.cosines(unit(4, 3, 2, 1), [1, 2]);
  assertEquals(cosines.get(1), cosines.get(2));
});

Deno.test("VectorStore sees what another connection has changed", async () => {
  const path = await Deno.makeTempFile({ suffix: ".sqlite" });
  await Deno.remove(path);
  const [writer, reader] = [openIndexDatabase(path), openIndexDatabase(path)];
  try {
    const [mine, theirs] = [new VectorStore(writer, 4), new VectorStore(reader, 4)];
    mine.add(1, unit(1, 0, 0, 0));
    assertEquals([...theirs.search(unit(1, 0, 0, 0), 5).keys()], [1]);
    mine.add(2, unit(1, 0, 0, 0));
    assertEquals([...theirs.search(unit(1, 0, 0, 0), 5).keys()], [1, 2]);
  } finally {
    writer.close();
    reader.close();
    await Deno.remove(path);
  }
});

Deno.test("VectorStore refuses a vector of another model's size", () => {
  const { store } = storeOf();
  assertThrows(() => store.add(1, unit(1, 0)), RangeError, "it has 2 numbers, the index 4");
});

Deno.test("VectorStore's cosines are those of the vectors that were added, whatever they are", () => {
  const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 })
    .filter((numbers) => Math.hypot(...numbers) > 0.1).map((numbers) => unit(...numbers));
  fc.assert(
    fc.property(vector, vector, (one, other) => {
      const { store, database } = storeOf(40);
      store.add(5, one);
      const exact = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
      assertAlmostEquals(store.cosines(other, [5]).get(5) ?? NaN, exact, 0.03);
      database.close();
    }),
    { numRuns: 50 },
  );
});
