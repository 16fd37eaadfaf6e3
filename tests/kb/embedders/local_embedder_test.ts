import { assertEquals, assertRejects } from "@std/assert";
import { LocalEmbedder } from "../../../kb/embedders/local_embedder.ts";
import { FakeSession } from "../../_support/fake_session.ts";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";

const IDENTITY = { name: "fake", hash: "00", dimensions: 2 };
/** The first token of a text is its number. */
const TOKENIZER = {
  count: (text: string) => text.length,
  encode: (text: string) => Int32Array.of(Number(text), 0),
};

function embedderOf(sessions: number, prepare: (session: FakeSession) => void = () => {}) {
  const opened: FakeSession[] = [];
  const embedder = new LocalEmbedder({
    identity: IDENTITY,
    tokenizer: TOKENIZER,
    maxTokens: 510,
    open: () => {
      const session = new FakeSession();
      prepare(session);
      opened.push(session);
      return Promise.resolve(session);
    },
    sessions,
  });
  return { embedder, opened };
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}`);

Deno.test("LocalEmbedder gives one vector of length 1 per text, in order", async () => {
  const { embedder } = embedderOf(2);
  assertEquals(await embedder.embed(["3", "-7", "0"]), [
    Float32Array.of(1, 0),
    Float32Array.of(-1, 0),
    Float32Array.of(0, 0),
  ]);
  assertEquals(await embedder.embed([]), []);
  assertEquals([embedder.identity, embedder.maxTokens, embedder.countTokens("abc")], [IDENTITY, 510, 3]);
});

Deno.test("LocalEmbedder loads nothing before the first text, and one session for a few", async () => {
  const { embedder, opened } = embedderOf(4);
  assertEquals(opened.length, 0);
  await embedder.embed(numbers(8));
  assertEquals(opened.map(({ seen }) => seen), [[1, 2, 3, 4, 5, 6, 7, 8]]);
});

Deno.test("LocalEmbedder shares many texts among its sessions, each exactly once", async () => {
  const { embedder, opened } = embedderOf(2);
  const vectors = await embedder.embed(numbers(40));
  assertEquals(vectors.length, 40);
  assertEquals(opened.length, 2);
  assertEquals(opened.flatMap(({ seen }) => seen).sort((one, other) => one - other), numbers(40).map(Number));
  assertEquals(opened.every(({ seen }) => seen.length >= 10), true);
});

Deno.test("LocalEmbedder lets a query in between the texts of a long run", async () => {
  const { embedder, opened } = embedderOf(1, (session) => session.hold());
  const long = embedder.embed(numbers(100));
  await flushMicrotasks();
  const query = embedder.embed(["-5"]);
  await flushMicrotasks();
  opened[0]?.release();
  await Promise.all([long, query]);
  assertEquals((opened[0]?.seen.indexOf(-5) ?? NaN) <= 2, true);
});

Deno.test("LocalEmbedder tells how far it is", async () => {
  const done: number[] = [];
  await embedderOf(1).embedder.embed(numbers(3), { onProgress: (count) => done.push(count) });
  assertEquals(done, [1, 2, 3]);
});

Deno.test("LocalEmbedder stops before the next text when its signal is aborted (K10)", async () => {
  const { embedder, opened } = embedderOf(1);
  const controller = new AbortController();
  const onProgress = (done: number) => done === 2 && controller.abort(new Error("enough"));
  await assertRejects(
    () => embedder.embed(numbers(9), { signal: controller.signal, onProgress }),
    Error,
    "enough",
  );
  assertEquals(opened[0]?.seen, [1, 2]);
});

Deno.test("LocalEmbedder ends all its lanes before it reports that one failed", async () => {
  const { embedder, opened } = embedderOf(2, (session) => session.failOn = 3);
  await assertRejects(() => embedder.embed(numbers(40)), Error, "the model failed");
  const seen = opened.flatMap((session) => session.seen).length;
  await flushMicrotasks();
  assertEquals(opened.flatMap((session) => session.seen).length, seen);
  assertEquals(seen < 10, true);
});

Deno.test("LocalEmbedder frees its sessions", async () => {
  const { embedder, opened } = embedderOf(1);
  await embedder.embed(["1"]);
  await embedder[Symbol.asyncDispose]();
  assertEquals(opened.map(({ disposed }) => disposed), [true]);
  await assertRejects(() => embedder.embed(["1"]), Error, "the embedder is closed");
});
