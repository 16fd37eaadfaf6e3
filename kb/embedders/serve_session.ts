import { readPacked } from "../read_packed.ts";
import type { ModelWeights, RuntimePlace, SessionReply, SessionRequest } from "./session_messages.ts";

/** The part of onnxruntime that is used; both of its packages have it. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array, options: Record<string, unknown>): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dimensions: readonly number[]) => unknown;
}

/** A session of onnxruntime's own. */
export interface OnnxSession {
  // deno-lint-ignore no-explicit-any -- the feeds' type is each package's own
  run(feeds: any): Promise<Record<string, { readonly data: unknown; readonly dims: readonly number[] }>>;
  release(): Promise<void>;
}

/** The side of a worker that talks to whoever started it. */
export interface WorkerSide {
  onmessage: ((event: MessageEvent<SessionRequest>) => void) | null;
  postMessage(reply: SessionReply): void;
}

/**
 * Answers the requests that reach a worker, one reply each.
 *
 * A text is run alone, never in a batch with others: the model's activations are quantized with one scale per batch,
 * so in company a text's vector would depend on its neighbours (cosine .99 to the one it has alone), and a batch is no
 * faster on a CPU (35 texts a second in eights, 46 one by one). Cores are used by more workers instead of more threads.
 *
 * @param side The worker's own side.
 * @param load Loads the runtime; it is told where that is, if that has to be said.
 *
 * @example
 * ```ts
 * serveSession(self, () => import("onnxruntime-node"));
 * ```
 */
export function serveSession(side: WorkerSide, load: (place?: RuntimePlace) => Promise<OnnxRuntime>): void {
  let runtime: OnnxRuntime | undefined;
  let session: OnnxSession | undefined;
  const answer = async (request: SessionRequest): Promise<SessionReply> => {
    if (request.kind === "open") {
      runtime = await load(request.place);
      const model = await readModel(request.model);
      session = await runtime.InferenceSession.create(model, { intraOpNumThreads: 1, interOpNumThreads: 1 });
      return { kind: "done" };
    }
    if (request.kind === "close") {
      await session?.release();
      return { kind: "done" };
    }
    if (!runtime || !session) return { kind: "failed", reason: "the model is not open" };
    return { kind: "done", vector: await runModel(runtime, session, request.ids) };
  };
  side.onmessage = async ({ data }) => {
    side.postMessage(await answer(data).catch((error) => ({ kind: "failed", reason: reasonOf(error) })));
  };
}

async function readModel(model: ModelWeights): Promise<Uint8Array> {
  return typeof model === "string" ? await Deno.readFile(model) : await readPacked(model);
}

async function runModel(runtime: OnnxRuntime, session: OnnxSession, ids: Int32Array): Promise<Float32Array> {
  const dimensions = [1, ids.length];
  const tensor = (data: BigInt64Array) => new runtime.Tensor("int64", data, dimensions);
  const output = await session.run({
    input_ids: tensor(BigInt64Array.from(ids, BigInt)),
    attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(ids.length)),
  });
  const { data, dims } = output["last_hidden_state"] ?? {};
  if (!(data instanceof Float32Array) || !dims) throw new TypeError("the model gives no last_hidden_state");
  return data.slice(0, dims.at(-1));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
