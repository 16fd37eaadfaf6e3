import { assert, assertEquals, assertRejects } from "@std/assert";
import { OpenAiCompatibleEmbedder } from "../../../kb/embedders/openai_compatible_embedder.ts";
import { FakeClock } from "../../_support/fake_clock.ts";

const KEY = "sk-geheim-123";

interface Sent {
  readonly url: string;
  readonly authorization: string | null;
  readonly body: { readonly model: string; readonly input: string[]; readonly encoding_format: string };
}

/** A server whose vector for a text is (its length, 0); `refuse` may answer something else. */
function scene(
  refuse: (texts: string[]) => Response | undefined = () => undefined,
  baseUrl = "http://server/v1/",
) {
  const sent: Sent[] = [];
  const fetch = (url: URL | RequestInfo, init: RequestInit = {}) => {
    const body = JSON.parse(String(init.body));
    sent.push({ url: String(url), authorization: new Headers(init.headers).get("authorization"), body });
    const data = body.input.map((text: string, index: number) => ({ index, embedding: [text.length, 0] }));
    return Promise.resolve(refuse(body.input) ?? Response.json({ data }));
  };
  const open = (apiKey: string | null = KEY) =>
    OpenAiCompatibleEmbedder.open({
      baseUrl,
      model: "embed-1",
      apiKey: apiKey ?? undefined,
      fetch,
      clock: new FakeClock(),
    });
  return { sent, open };
}

Deno.test("OpenAiCompatibleEmbedder learns its dimensions from a first short text", async () => {
  const { sent, open } = scene();
  const embedder = await open();
  assertEquals(sent, [{
    url: "http://server/v1/embeddings",
    authorization: "Bearer sk-geheim-123",
    body: { model: "embed-1", input: ["ok"], encoding_format: "float" },
  }]);
  const { name, dimensions, hash } = embedder.identity;
  assertEquals([name, dimensions], ["embed-1", 2]);
  // printf '["http://server/v1/embeddings","embed-1",2]' | sha256sum
  assertEquals(hash, "5145f491b67e0abbaed7016fb896b9ab323b973374ec8eed092d3297fa61eec7");
  assertEquals(embedder.maxTokens, 2048);
});

Deno.test("OpenAiCompatibleEmbedder has another identity at another address, but not with another key", async () => {
  const one = await scene().open();
  assertEquals((await scene().open("other")).identity, one.identity);
  assert((await scene(undefined, "http://elsewhere/v1").open()).identity.hash !== one.identity.hash);
});

Deno.test("OpenAiCompatibleEmbedder sends 64 texts at a time and keeps their order", async () => {
  const { sent, open } = scene();
  const embedder = await open();
  const done: number[] = [];
  const texts = Array.from({ length: 130 }, (_, at) => at === 129 ? "" : "x");
  const vectors = await embedder.embed(texts, { onProgress: (count) => done.push(count) });
  assertEquals(sent.slice(1).map(({ body }) => body.input.length), [64, 64, 2]);
  assertEquals(done, [64, 128, 130]);
  assertEquals([vectors.length, vectors[0], vectors[129]], [
    130,
    Float32Array.of(1, 0),
    Float32Array.of(0, 0),
  ]);
  assertEquals(await embedder.embed([]), []);
});

Deno.test("OpenAiCompatibleEmbedder sends fewer to a server that takes fewer, and remembers", async () => {
  const { sent, open } = scene((texts) =>
    texts.length > 10 ? new Response("too many", { status: 400 }) : undefined
  );
  const embedder = await open();
  assertEquals((await embedder.embed(Array(20).fill("x"))).length, 20);
  assertEquals(sent.slice(1).map(({ body }) => body.input.length), [20, 10, 10]);
  await embedder.embed(Array(15).fill("x"));
  assertEquals(sent.slice(4).map(({ body }) => body.input.length), [10, 5]);
});

Deno.test("OpenAiCompatibleEmbedder sends no key when there is none", async () => {
  const { sent, open } = scene();
  await open(null);
  assertEquals(sent.length, 1);
  assertEquals(sent[0]?.authorization, null);
});

Deno.test("OpenAiCompatibleEmbedder says what to do about each refusal, and never the key", async () => {
  const cases: [number, string][] = [
    [401, "HTTP 401, the key is not accepted. Check OPENAI_API_KEY"],
    [403, "HTTP 403, the key is not accepted. Check OPENAI_API_KEY"],
    [404, "HTTP 404, no such model or address. Check HANDRAIL_EMBEDDER and OPENAI_BASE_URL"],
    [400, "HTTP 400. Check the model's name and its limits"],
    [418, "HTTP 418. Check the model's name and its limits"],
  ];
  for (const [status, reason] of cases) {
    const { open } = scene(() => new Response(`Incorrect API key provided: ${KEY}`, { status }));
    const error = await assertRejects(() => open(), Error);
    assertEquals(error.message, `Cannot embed with embed-1 at http://server/v1/embeddings: ${reason}`);
    assert(!Deno.inspect(error).includes(KEY));
  }
});

Deno.test("OpenAiCompatibleEmbedder says nothing of what may stand in the address", async () => {
  const { open } = scene(() => new Response(KEY, { status: 200 }), `http://server/v1?key=${KEY}`);
  const error = await assertRejects(() => open(), Error);
  assertEquals(
    error.message,
    "Cannot embed with embed-1 at http://server/v1/embeddings: it answers no JSON. Check that it is an embeddings model",
  );
  for (const url of [`http://me:${KEY}@server/v1`, `${KEY}`, `ftp://${KEY}`]) {
    const refused = await assertRejects(() => scene(undefined, url).open(), TypeError);
    assert(!Deno.inspect(refused).includes(KEY));
  }
  const badKey = await assertRejects(() => scene().open(`${KEY}\n密`), TypeError);
  assert(!Deno.inspect(badKey).includes(KEY));
});

Deno.test("OpenAiCompatibleEmbedder refuses vectors that have become longer", async () => {
  const { open } = scene((texts) =>
    texts[0] === "long" ? Response.json({ data: [{ index: 0, embedding: [1, 2, 3] }] }) : undefined
  );
  const embedder = await open();
  await assertRejects(() => embedder.embed(["long"]), Error, "its vectors no longer have 2 numbers");
});

Deno.test("OpenAiCompatibleEmbedder stops before the next batch when its signal is aborted (K10)", async () => {
  const { sent, open } = scene();
  const embedder = await open();
  const controller = new AbortController();
  const onProgress = () => controller.abort(new Error("enough"));
  await assertRejects(
    () => embedder.embed(Array(100).fill("x"), { signal: controller.signal, onProgress }),
    Error,
    "enough",
  );
  assertEquals(sent.length, 2);
});
