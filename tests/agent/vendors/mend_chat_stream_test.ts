import { assertEquals, assertRejects } from "@std/assert";
import { mendChatStream } from "../../../agent/vendors/mend_chat_stream.ts";

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

Deno.test("mendChatStream() passes on a refusal as it is", async () => {
  for (const type of ["application/json", "text/event-stream"]) {
    const response = await answering('data: {"error":"x"}\n', type, 500)("http://m");
    assertEquals([response.status, await response.text()], [500, 'data: {"error":"x"}\n']);
  }
});

Deno.test("mendChatStream() makes a stream of one piece out of an answer that comes whole", async () => {
  const whole = JSON.stringify(
    { choices: [{ message: { content: "two\nlines" }, finish_reason: "stop" }] },
    null,
    2,
  );
  const response = await answering(whole, "application/json; charset=utf-8")("http://m");
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  assertEquals(
    await response.text(),
    'data: {"choices":[{"message":{"content":"two\\nlines"},"finish_reason":"stop","delta":{"content":"two\\nlines"}}]}' +
      "\n\ndata: [DONE]\n\n",
  );
});

Deno.test("mendChatStream() takes a stream for one, also under the name of JSON", async () => {
  assertEquals(await (await answering(STREAM, "application/json")("http://m")).text(), MENDED);
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
