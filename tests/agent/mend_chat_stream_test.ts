import { assertEquals, assertRejects } from "@std/assert";
import { mendChatStream } from "../../agent/mend_chat_stream.ts";

const STREAM = [
  ": 正在处理",
  'data: {"choices":[{"delta":{"content":"订单😀"},"finish_reason":"sensitive"}]}',
  "",
  'data:{"error":"忙"}\r',
  "event: end",
  "data: [DONE]",
].join("\n");

const MENDED = [
  ": 正在处理",
  'data: {"choices":[{"delta":{"content":"订单😀"},"finish_reason":"content_filter"}]}',
  "",
  'data: {"error":{"message":"忙","type":null,"code":null}}',
  "event: end",
  "data: [DONE]",
].join("\n");

function answering(body: BodyInit, type: string | null = "text/event-stream", status = 200): typeof fetch {
  const headers: Record<string, string> = type === null ? {} : { "content-type": type };
  return mendChatStream(() => Promise.resolve(new Response(body, { status, headers })));
}

Deno.test("mendChatStream() mends each line, wherever the network cut the bytes (T12)", async () => {
  const bytes = new TextEncoder().encode(STREAM);
  for (let cut = 1; cut < bytes.length; cut++) {
    const body = ReadableStream.from([bytes.slice(0, cut), bytes.slice(cut)]);
    assertEquals(await (await answering(body)("http://m")).text(), MENDED);
  }
});

Deno.test("mendChatStream() passes on what is no stream, as it is", async () => {
  for (const [type, status] of [["application/json", 200], ["text/event-stream", 500]] as const) {
    const response = await answering('data: {"error":"x"}\n', type, status)("http://m");
    assertEquals([response.status, await response.text()], [status, 'data: {"error":"x"}\n']);
  }
});

Deno.test("mendChatStream() mends a stream that does not say what it is, and keeps its head", async () => {
  const send = mendChatStream(() =>
    Promise.resolve(new Response('data: {"error":"x"}\n', { headers: { "x-request-id": "r" } }))
  );
  const response = await send("http://m");
  assertEquals(await response.text(), 'data: {"error":{"message":"x","type":null,"code":null}}\n');
  assertEquals(response.headers.get("x-request-id"), "r");
});

Deno.test("mendChatStream() passes on that a stream broke", async () => {
  const broken = async function* () {
    yield new TextEncoder().encode("data: {");
    await Promise.reject(new TypeError("the connection is gone"));
  };
  const response = await answering(ReadableStream.from(broken()))("http://m");
  await assertRejects(() => response.text(), TypeError, "the connection is gone");
});
