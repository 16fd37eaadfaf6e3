/**
 * A server that speaks OpenAI's streaming chat format the way vendors do, over real HTTP.
 *
 * @module
 */

/** What the model says. */
export interface ModelReply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: string }[];
}

/** A request as the server got it. */
export interface ModelRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | null;
    readonly tool_calls?: readonly unknown[];
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string } }[];
}

/** How a vendor cuts its stream. */
export type VendorStyle =
  /** Id and name first, then the arguments in pieces without an id. */
  | "openai"
  /** The same, but every later piece repeats the id as an empty string (Qwen). */
  | "qwen"
  /** Thinks aloud in `reasoning_content` first (DeepSeek, xAI). */
  | "deepseek"
  /** The whole call in one piece, with the finish reason (Mistral). */
  | "mistral";

/** Settings of {@linkcode startModelServer}. */
export interface ModelServerOptions {
  readonly style?: VendorStyle;
  /** Decides what to say; may answer with a whole HTTP response instead. */
  readonly reply: (
    request: ModelRequest,
    headers: Headers,
  ) => ModelReply | Response | Promise<ModelReply | Response>;
}

/** A running server. */
export interface ModelServer extends AsyncDisposable {
  /** The base URL, `/v1` included. */
  readonly url: string;
  /** Every request so far. */
  readonly requests: ModelRequest[];
}

/**
 * Starts a server on a free port of this machine.
 *
 * @param options See {@linkcode ModelServerOptions}.
 *
 * @example
 * ```ts
 * await using server = startModelServer({ reply: () => ({ text: "Hello" }) });
 * ```
 */
export function startModelServer({ style = "openai", reply }: ModelServerOptions): ModelServer {
  const requests: ModelRequest[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const body: ModelRequest = await request.json();
    requests.push(body);
    const said = await reply(body, request.headers);
    return said instanceof Response ? said : sseResponse(chunksOf(said, body.model, style, requests.length));
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/v1`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/**
 * A response that streams chunks as server-sent events.
 *
 * @param chunks Each is one `data:` line.
 */
export function sseResponse(chunks: readonly unknown[]): Response {
  const lines = [
    ...chunks.map((chunk) => typeof chunk === "string" ? chunk : JSON.stringify(chunk)),
    "[DONE]",
  ];
  const encoder = new TextEncoder();
  const bytes = encoder.encode(lines.map((line) => `data: ${line}\n\n`).join(""));
  // Cut without regard to lines or characters, as a network does.
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 61));
      at += 61;
    },
  });
  return new Response(stream, { headers: { "content-type": "text/event-stream" } });
}

function chunksOf(reply: ModelReply, model: string, style: VendorStyle, number: number): unknown[] {
  const base = { id: `chatcmpl-${number}`, object: "chat.completion.chunk", created: 1_770_000_000, model };
  const delta = (fields: object, finish: string | null = null) => ({
    ...base,
    choices: [{ index: 0, delta: fields, finish_reason: finish, logprobs: null }],
  });
  const finish = reply.toolCalls?.length ? "tool_calls" : "stop";
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  const reasoning = style === "deepseek" ? reply.reasoning ?? "Let me think." : "";
  const chunks: unknown[] = [delta({ role: "assistant", content: style === "deepseek" ? null : "" })];
  for (const piece of pieces(reasoning, 5)) chunks.push(delta({ content: null, reasoning_content: piece }));
  for (const piece of pieces(reply.text ?? "", 3)) chunks.push(delta({ content: piece }));
  const calls = reply.toolCalls ?? [];
  if (style === "mistral" && calls.length > 0) {
    const tool_calls = calls.map((call, at) => ({ id: callId(number, at), function: call }));
    return [...chunks, { ...delta({ content: null, tool_calls }, finish), usage }];
  }
  calls.forEach((call, index) => {
    const later = style === "qwen" ? { id: "", type: "function" } : {};
    const first = {
      index,
      id: callId(number, index),
      type: "function",
      function: { name: call.name, arguments: "" },
    };
    chunks.push(delta({ content: null, tool_calls: [first] }));
    for (const piece of pieces(call.arguments, 7)) {
      chunks.push(
        delta({ content: null, tool_calls: [{ index, ...later, function: { arguments: piece } }] }),
      );
    }
  });
  return [...chunks, delta({}, finish), { ...base, choices: [], usage }];
}

function callId(request: number, index: number): string {
  return `call_${request}_${index}`;
}

function pieces(text: string, length: number): string[] {
  const characters = [...text];
  return Array.from(
    { length: Math.ceil(characters.length / length) },
    (_, at) => characters.slice(at * length, (at + 1) * length).join(""),
  );
}
