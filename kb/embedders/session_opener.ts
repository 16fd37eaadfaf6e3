import { copyOut, type CopyTarget } from "../copy_out.ts";
import type { EmbeddedRuntime } from "./embedded_runtime.ts";
import { EmbedderUnavailableError } from "./embedder_unavailable_error.ts";
import type { Backend, InferenceSession } from "./inference_session.ts";
import type { ModelWeights } from "./session_messages.ts";
import { openWorkerSession } from "./worker_session.ts";

/** One way to open a session. */
export interface SessionWay {
  readonly backend: Backend;
  readonly open: () => Promise<InferenceSession>;
}

/** What {@linkcode workerWays} may be told. */
export interface WorkerWaysOptions {
  /** Only these. @default {["native", "wasm"]} */
  readonly backends?: readonly Backend[];
  /** What a compiled program brings along; without it the packages are loaded. */
  readonly embedded?: EmbeddedRuntime | undefined;
  /** Where files of {@linkcode WorkerWaysOptions.embedded} may be copied to, in order. */
  readonly copyTargets?: readonly CopyTarget[];
}

/**
 * The ways that there are, the fastest first: the native runtime, then WebAssembly, at about a tenth of its speed.
 *
 * @param model The model's file.
 * @param options See {@linkcode WorkerWaysOptions}.
 *
 * @example
 * ```ts
 * const open = sessionOpener(workerWays("/cache/model_quantized.onnx"));
 * ```
 */
export function workerWays(model: ModelWeights, options: WorkerWaysOptions = {}): SessionWay[] {
  const { backends = ["native", "wasm"], embedded, copyTargets = [] } = options;
  if (embedded) {
    return embeddedWays(model, embedded, copyTargets).filter(({ backend }) => backends.includes(backend));
  }
  const sources = {
    native: new URL("./native_worker.ts", import.meta.url),
    wasm: new URL("./wasm_worker.ts", import.meta.url),
  };
  return backends.map((backend) => ({
    backend,
    open: () => openWorkerSession({ backend, source: sources[backend], model }),
  }));
}

function embeddedWays(
  model: ModelWeights,
  { workers, native, wasm }: EmbeddedRuntime,
  copyTargets: readonly CopyTarget[],
): SessionWay[] {
  let copied: Promise<string> | undefined;
  const openNative = async () => {
    copied ??= copyOut(native, copyTargets);
    const place = { kind: "native", folder: await copied } as const;
    return await openWorkerSession({ backend: "native", source: workers.native, model, place });
  };
  const place = { kind: "wasm", file: wasm } as const;
  return [
    // Some platforms have no native runtime: nothing to try there, and nothing to warn of.
    ...(native.length > 0 ? [{ backend: "native" as const, open: openNative }] : []),
    {
      backend: "wasm",
      open: () => openWorkerSession({ backend: "wasm", source: workers.wasm, model, place }),
    },
  ];
}

/**
 * Opens sessions in the first way that works, and in that way ever after.
 *
 * @param ways The ways, the best first.
 * @param onFallback Told once for every way that does not work, if another one is left.
 * @returns Opens a session each time it is called. It throws an
 * {@linkcode EmbedderUnavailableError} when no way works.
 *
 * @example
 * ```ts
 * const open = sessionOpener(workerWays(path), (backend, reason) => warn(`${backend}: ${reason}`));
 * await using session = await open();
 * ```
 */
export function sessionOpener(
  ways: readonly SessionWay[],
  onFallback: (backend: Backend, reason: string) => void = () => {},
): () => Promise<InferenceSession> {
  const left = [...ways];
  const reasons: string[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const openNext = async (): Promise<InferenceSession> => {
    for (let way = left[0]; way; way = left[0]) {
      try {
        return await way.open();
      } catch (error) {
        const reason = firstLine(error);
        reasons.push(`${way.backend}: ${reason}`);
        left.shift();
        if (left.length > 0) onFallback(way.backend, reason);
      }
    }
    throw new EmbedderUnavailableError({
      en: `Cannot load embedding runtime: ${reasons.join("; ")}. ` +
        "Search by words alone: HANDRAIL_EMBEDDER=none. From source, go online once and allow it with --allow-ffi, " +
        "--allow-read and --allow-env=ORT_DISABLE_TELEMETRY",
      zh: `无法加载语义模型的运行时：${reasons.join("；")}。` +
        "只按词检索可设 HANDRAIL_EMBEDDER=none。从源码运行时，请先联网一次，并用 --allow-ffi、--allow-read 和 " +
        "--allow-env=ORT_DISABLE_TELEMETRY 授权",
    });
  };
  // One after the other, so that no second session tries a way that the first is about to find closed.
  return () => {
    const opened = turn.then(openNext);
    turn = opened.catch(() => {});
    return opened;
  };
}

function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line;
}
