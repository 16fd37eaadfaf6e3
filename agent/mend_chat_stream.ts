/**
 * A `fetch` that mends streamed answers on their way to the AI SDK.
 *
 * @module
 */
import { mendChunk } from "./mend_chunk.ts";

/**
 * Passes a request on, and its streamed answer through {@linkcode mendChunk}, line by line. What is no JSON behind `data:`
 * (comments, `[DONE]`) stays as it is, and so does every other answer.
 *
 * @param send Sends the request.
 *
 * @example
 * ```ts
 * createOpenAICompatible({ name, baseURL, fetch: mendChatStream(fetch) });
 * ```
 */
export function mendChatStream(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const isWhole = /json/i.test(response.headers.get("content-type") ?? "");
    if (!response.ok || !response.body || isWhole) return response;
    const body = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(eachLine(mendLine))
      .pipeThrough(new TextEncoderStream());
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

function eachLine(change: (line: string) => string): TransformStream<string, string> {
  let open = "";
  return new TransformStream({
    transform(text, controller) {
      const lines = `${open}${text}`.split("\n");
      open = lines.pop() ?? "";
      if (lines.length > 0) controller.enqueue(lines.map((line) => `${change(line)}\n`).join(""));
    },
    flush(controller) {
      if (open !== "") controller.enqueue(change(open));
    },
  });
}

function mendLine(line: string): string {
  const [, data] = /^data:\s*(\{[^]*\})\s*$/.exec(line) ?? [];
  if (data === undefined) return line;
  try {
    return `data: ${JSON.stringify(mendChunk(JSON.parse(data)))}`;
  } catch {
    return line;
  }
}
