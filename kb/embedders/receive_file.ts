import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { BilingualError } from "../bilingual_error.ts";
import type { ModelFile } from "./model_files.ts";

/** How to receive a file. */
export interface ReceiveOptions {
  /** What it must be. */
  readonly expected: ModelFile;
  /** Stops; nothing is left behind. */
  readonly signal?: AbortSignal | undefined;
  /** Told how many of its bytes have come. */
  readonly onBytes?: (received: number) => void;
}

/**
 * Writes a stream to a file that appears, under its name, only when it is whole and its SHA-256 is right.
 *
 * @param source The bytes.
 * @param path Where to; folders are made.
 * @param options See {@linkcode ReceiveOptions}.
 * @throws {Error} when the stream fails, is cut off, is too long or holds something else; its message is the bare reason.
 *
 * @example
 * ```ts
 * await receiveFile(response.body, "/cache/tokenizer.json", { expected: MODEL.tokenizer });
 * ```
 */
export async function receiveFile(
  source: AsyncIterable<Uint8Array>,
  path: string,
  options: ReceiveOptions,
): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  const partial = `${path}.part`;
  try {
    await writeChecked(source, partial, options);
    await Deno.rename(partial, path);
  } catch (error) {
    await Deno.remove(partial).catch(() => {});
    throw error;
  }
}

async function writeChecked(
  source: AsyncIterable<Uint8Array>,
  path: string,
  { expected, signal, onBytes }: ReceiveOptions,
): Promise<void> {
  const hash = createHash("sha256");
  let received = 0;
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  for await (const bytes of source) {
    signal?.throwIfAborted();
    received += bytes.length;
    if (received > expected.size) {
      throw new BilingualError({
        en: `${expected.path} has more than its ${expected.size} bytes`,
        zh: `${expected.path} 超过应有的 ${expected.size} 字节`,
      });
    }
    hash.update(bytes);
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    onBytes?.(received);
  }
  if (received < expected.size) {
    throw new BilingualError({
      en: `${expected.path} was cut off after ${received} of ${expected.size} bytes`,
      zh: `${expected.path} 在 ${received} / ${expected.size} 字节处中断`,
    });
  }
  if (hash.digest("hex") !== expected.sha256) {
    throw new BilingualError({
      en: `${expected.path} has another SHA-256`,
      zh: `${expected.path} 的 SHA-256 不符`,
    });
  }
  // The name must not reach the disk before the bytes do.
  await file.sync();
}
