/**
 * A `fetch` that mends streamed answers on their way to the AI SDK.
 *
 * @module
 */
import { mendChunk } from "./mend_chunk.ts";

/**
 * Passes a request on, and its streamed answer through {@linkcode mendChunk}, line by line. What is no JSON behind `data:`
 * (comments, `[DONE]`) stays as it is. An answer that comes whole, from a server that does not stream, or as an error under
 * status 200, becomes a stream of one piece. Refusals stay as they are.
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
    if (!response.ok || !response.body) return response;
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    const isWhole = /json/i.test(headers.get("content-type") ?? "");
    // Neither describes what it is made into.
    for (const name of ["content-length", "content-encoding"]) headers.delete(name);
    if (isWhole) headers.set("content-type", "text/event-stream");
    const body = isWhole ? mendWhole(await response.text()) : response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(eachLine(mendLine))
      .pipeThrough(new TextEncoderStream());
    return new Response(body, { status, statusText, headers });
  };
}

/** Some servers stream, and call it JSON. JSON that does not stand in one line is no line of a stream. */
function mendWhole(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text.split("\n").map(mendLine).join("\n");
  const line = text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();
  return `${mendLine(`data: ${line}`)}\n\ndata: [DONE]\n\n`;
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
