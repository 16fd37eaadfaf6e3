import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { startModelServer } from "./model_server.ts";
import recordedShapes from "./model_server/recorded_shapes.json" with { type: "json" };
import { streamShape } from "./model_server/stream_shape.ts";
import type { ModelReply } from "./model_server/vendor_format.ts";
import { VENDOR_FORMATS, VENDOR_STYLES, type VendorStyle } from "./model_server/vendor_formats.ts";

/**
 * The recordings that recorded_shapes.json was derived from: key paths and types alone. They are streams of the vendors
 * themselves, from the tests of vercel/ai at ed857f5 (Apache-2.0), and are not part of this project.
 */
const RECORDINGS = new URL("../../../shared/eval/streams/", import.meta.url);

function recorded(file: string): unknown[] | undefined {
  try {
    const text = Deno.readTextFileSync(new URL(file, RECORDINGS));
    return file.endsWith(".json")
      ? [JSON.parse(text)]
      : text.trim().split("\n").map((line) => JSON.parse(line));
  } catch {
    return undefined;
  }
}

const CALL: ModelReply = { toolCalls: [{ name: "weather", arguments: '{"location":"San Francisco"}' }] };
const SCENE = { model: "m", number: 1 };

/** A ping may come anywhere, and one recording is older than a field of the usage. */
function settled(shapes: readonly (readonly string[])[]): (readonly string[])[] {
  const timeless = shapes.filter((shape) => shape.join() !== "type:string")
    .map((shape) => shape.filter((path) => path !== "message.usage.inference_geo:string"));
  return timeless.filter((shape, at) => shape.join() !== timeless[at - 1]?.join());
}

const CASES: readonly (readonly [VendorStyle, keyof typeof recordedShapes, ModelReply])[] = [
  ["qwen", "alibaba-tool-call", CALL],
  ["deepseek", "deepseek-tool-call", CALL],
  ["xai", "xai-tool-call", CALL],
  ["mistral", "mistral-tool-call", CALL],
  ["anthropic", "anthropic-text", { text: "Hello! How are you?" }],
  ["anthropic", "anthropic-tool-no-args", {
    text: "I'll update it.",
    toolCalls: [{ name: "updateIssueList", arguments: "" }],
  }],
];

for (const [style, name, reply] of CASES) {
  Deno.test(`the model server in the manner of ${style} has the shape of the recording ${name}`, () => {
    const shape = streamShape(VENDOR_FORMATS[style].chunks(reply, SCENE));
    assertEquals(settled(shape), settled(recordedShapes[name]));
  });
}

Deno.test("the model server in the manner of moonshot has every key of the recorded answer", () => {
  const keys = (shapes: readonly (readonly string[])[]) =>
    new Set(shapes.flat().map((path) => path.replace(/:[^:]*$/, "")));
  const streamed = keys(streamShape(VENDOR_FORMATS.moonshot.chunks(CALL, SCENE)));
  const whole = [...keys(recordedShapes["moonshotai-tool-call"])]
    .map((path) => path.replace(".message.", ".delta.").replace(/^usage\./, "choices[].usage."));
  assertEquals(whole.filter((path) => !streamed.has(path)), []);
});

const names = Object.keys(recordedShapes) as (keyof typeof recordedShapes)[];
const files = names.map((name) => name === "moonshotai-tool-call" ? `${name}.json` : `${name}.chunks.txt`);
const recordings = files.map(recorded);
const isMissing = recordings.includes(undefined);
if (isMissing) {
  // deno-lint-ignore no-console -- a skipped test must be heard
  console.error("skipped: the recorded streams that the shapes were derived from are not at hand");
}
Deno.test({
  name: "the recorded shapes are those of the recordings",
  ignore: isMissing,
  fn: () => {
    for (const [at, name] of names.entries()) {
      assertEquals(streamShape(recordings[at] ?? []), recordedShapes[name] as unknown, name);
    }
  },
});

function ask(url: string, path: string, body: object = {}): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: "POST",
    body: JSON.stringify({ model: "m", messages: [], ...body }),
  });
}

Deno.test("the model server cuts its bytes inside a Chinese character", async () => {
  await using server = startModelServer({
    reply: () => ({ text: "订单已经发货，预计两天后送达。".repeat(9) }),
  });
  const response = await ask(server.url, "/chat/completions");
  const chunks = await Array.fromAsync(response.body ?? [], (bytes) => new TextDecoder().decode(bytes));
  // Each piece is decoded for itself: a character that was cut cannot be read.
  assertStringIncludes(chunks.join(""), "\ufffd");
});

Deno.test("the model server waits where a test wants it to, and breaks off where a test says", async () => {
  const gate = Promise.withResolvers<void>();
  const before = (frame: number) => frame === 2 ? gate.promise : undefined;
  await using server = startModelServer({ reply: () => ({ text: "abcdef", before, cutAfter: 3 }) });
  const response = await ask(server.url, "/chat/completions");
  const reader = response.body?.getReader();
  let text = "";
  const readUntil = async (wanted: string) => {
    while (!text.includes(wanted)) {
      const { value, done } = await reader?.read() ?? { done: true };
      assert(!done, text);
      text += new TextDecoder().decode(value);
    }
  };
  await readUntil('"content":"abc"');
  assert(!text.includes('"content":"def"'));
  gate.resolve();
  await readUntil('"content":"def"');
  await assertRejects(async () => await readUntil('finish_reason":"stop'), TypeError);
});

Deno.test("the model server refuses what its vendor would not read, in the vendor's words", async () => {
  const messages = [{
    role: "assistant",
    content: [{ type: "tool_use", id: "c1#2", name: "kb_query", input: {} }],
  }, { role: "user", content: [{ type: "tool_result", tool_use_id: "c1#2", content: "ok" }] }];
  await using server = startModelServer({ style: "anthropic", reply: () => ({ text: "ok" }) });
  const response = await ask(server.url, "/messages", { messages });
  assertEquals(response.status, 400);
  const { type, error } = await response.json();
  assertEquals([type, error.type], ["error", "invalid_request_error"]);
  assertStringIncludes(error.message, "String should match pattern");
});

Deno.test("the model server says every fault in every vendor's words", async () => {
  for (const style of VENDOR_STYLES) {
    await using server = startModelServer({ style, reply: () => "busy" });
    const response = await ask(server.url, style === "anthropic" ? "/messages" : "/chat/completions");
    assertEquals([style, response.status], [style, 429]);
    await response.body?.cancel();
  }
});
