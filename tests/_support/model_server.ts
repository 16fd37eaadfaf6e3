/**
 * A server that speaks the vendors' streaming chat formats, over real HTTP.
 *
 * @module
 */
import { fromAnthropic, type ModelRequest } from "./model_server/model_request.ts";
import { requestFault } from "./model_server/request_fault.ts";
import {
  dataFrame,
  type ModelReply,
  type StreamScene,
  type VendorFault,
  type VendorFormat,
} from "./model_server/vendor_format.ts";
import { VENDOR_FORMATS, type VendorStyle } from "./model_server/vendor_formats.ts";

/** Settings of {@linkcode startModelServer}. */
export interface ModelServerOptions {
  /** Whose manner the server has. @default {"openai"} */
  readonly style?: VendorStyle;
  /** Decides what to say; may answer with a fault in the vendor's words, or with a whole HTTP response. */
  readonly reply: (request: ModelRequest, headers: Headers) => Answer | Promise<Answer>;
}

/** What the server is to say. */
export type Answer = ModelReply | Response | VendorFault;

/** A running server. */
export interface ModelServer extends AsyncDisposable {
  /** The base URL, `/v1` included. */
  readonly url: string;
  /** Every request so far; Anthropic's in OpenAI's words. */
  readonly requests: ModelRequest[];
}

/**
 * Starts a server on a free port of this machine. A request that the vendor would not read is refused as the vendor does.
 *
 * @param options See {@linkcode ModelServerOptions}.
 *
 * @example
 * ```ts
 * await using server = startModelServer({ style: "qwen", reply: () => ({ text: "Hello" }) });
 * ```
 */
export function startModelServer({ style = "openai", reply }: ModelServerOptions): ModelServer {
  const requests: ModelRequest[] = [];
  const format: VendorFormat = VENDOR_FORMATS[style];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const body = await request.json();
    const read: ModelRequest = style === "anthropic" ? fromAnthropic(body) : body;
    requests.push(read);
    const fault = requestFault(read, style);
    if (fault !== undefined) return faultResponse(style, "malformed", fault);
    const said = await reply(read, request.headers);
    if (said instanceof Response) return said;
    if (typeof said === "string") return faultResponse(style, said);
    return streamResponse(said, format, { model: read.model, number: requests.length });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/v1`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/**
 * A vendor's refusal.
 *
 * @param style The vendor.
 * @param fault What is wrong.
 * @param detail Said in place of the vendor's own sentence.
 */
export function faultResponse(style: VendorStyle, fault: VendorFault, detail?: string): Response {
  const format: VendorFormat = VENDOR_FORMATS[style];
  const { status, body, headers } = format.fault(fault, detail);
  return Response.json(body, { status, ...(headers && { headers }) });
}

/**
 * A response that streams chunks as server-sent events, the way OpenAI does.
 *
 * @param chunks Each is one `data:` line; a text is the line's content.
 */
export function sseResponse(chunks: readonly unknown[]): Response {
  const lines = chunks.map((chunk) => `data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}`);
  return eventStream([...lines, "data: [DONE]"], {});
}

function streamResponse(reply: ModelReply, format: VendorFormat, scene: StreamScene): Response {
  const frames = format.chunks(reply, scene).map(format.frame ?? dataFrame);
  if (reply.failAfter !== undefined) {
    const failure = format.failure?.(scene) ?? format.fault("overloaded").body;
    return eventStream([...frames.slice(0, reply.failAfter), (format.frame ?? dataFrame)(failure)], reply);
  }
  const end = format.end === undefined ? "data: [DONE]" : format.end;
  return eventStream(end === null ? frames : [...frames, end], reply);
}

/** Every frame comes in two pieces, cut without regard to lines and inside a character where there is one to cut. */
function eventStream(
  frames: readonly string[],
  { before, cutAfter }: Pick<ModelReply, "before" | "cutAfter">,
): Response {
  const writes = async function* () {
    for (const [number, frame] of frames.entries()) {
      await before?.(number);
      if (number === cutAfter) throw connectionCut();
      const bytes = new TextEncoder().encode(`${frame}\n\n`);
      const inCharacter = bytes.findIndex((byte) => byte > 0x7f) + 1;
      yield bytes.subarray(0, inCharacter || 5);
      // Without a turn of the event loop both pieces would arrive as one.
      if (inCharacter > 0) await new Promise((resolve) => setTimeout(resolve, 0));
      yield bytes.subarray(inCharacter || 5);
    }
  };
  return new Response(ReadableStream.from(writes()), { headers: { "content-type": "text/event-stream" } });
}

/** The runtime prints what a body throws: it is to be one line that nobody takes for a failure. */
function connectionCut(): Error {
  return Object.assign(new Error(), {
    stack: "(a test's model server broke its connection, as the test asked)",
  });
}
