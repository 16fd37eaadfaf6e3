/**
 * The secret that keys fingerprints.
 *
 * @module
 */
import { join } from "node:path";
import { BilingualError, wordsOf } from "../../kb/bilingual_error.ts";
import { isMissing } from "../../kb/is_missing.ts";

/**
 * Reads the secret of this machine, and makes it at the first time: 32 random bytes in a file of mode 0600. Processes
 * that share records must share it, or they would not recognise each other's requests.
 *
 * @param stateFolder Where the file is; made if it is not there.
 * @returns The secret, as text.
 * @throws {Error} If the file can be neither read nor made.
 *
 * @example
 * ```ts
 * const secret = settings.secret ?? await readSecret(settings.stateFolder);
 * ```
 */
export async function readSecret(stateFolder: string): Promise<string> {
  const path = join(stateFolder, "secret");
  try {
    return await read(path) ?? await make(stateFolder, path);
  } catch (error) {
    const why = wordsOf(error);
    throw new BilingualError({
      en:
        `Cannot keep a secret: ${path}: ${why.en}. Set HANDRAIL_SECRET, or HANDRAIL_STATE to a writable folder`,
      zh: `无法保存密钥：${path}：${why.zh}。请设置 HANDRAIL_SECRET，或把 HANDRAIL_STATE 设为可写的文件夹`,
    }, { cause: error });
  }
}

/**
 * The secret of this machine if it has one by now; nothing is written.
 *
 * @param stateFolder Where the file is.
 * @throws {Error} If the file is there and cannot be read.
 *
 * @example
 * ```ts
 * const secret = await findSecret(settings.stateFolder) ?? crypto.randomUUID();
 * ```
 */
export async function findSecret(stateFolder: string): Promise<string | undefined> {
  const path = join(stateFolder, "secret");
  try {
    return await read(path);
  } catch (error) {
    const why = wordsOf(error);
    throw new BilingualError({
      en: `Cannot read the secret: ${path}: ${why.en}. ` +
        "Set HANDRAIL_STATE to a folder of your own, or HANDRAIL_SECRET",
      zh: `无法读取密钥：${path}：${why.zh}。请把 HANDRAIL_STATE 设为你自己的文件夹，或设置 HANDRAIL_SECRET`,
    }, { cause: error });
  }
}

async function read(path: string): Promise<string | undefined> {
  try {
    return (await Deno.readTextFile(path)).trim() || undefined;
  } catch (error) {
    // A file where a folder should be: there is no secret behind it, and whoever needs one fails when making it.
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Written aside and linked into place: two processes that start together end up with one secret, and a whole one. */
async function make(folder: string, path: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = Array.from(
    crypto.getRandomValues(new Uint8Array(32)),
    (byte) => byte.toString(16).padStart(2, "0"),
  ).join("");
  const aside = `${path}.${crypto.randomUUID()}`;
  try {
    await write(aside, `${secret}\n`);
    await Deno.link(aside, path);
    return secret;
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    const theirs = await read(path);
    // One made up here would be forgotten with this process, and with it whatever it sealed.
    if (theirs === undefined) {
      throw new BilingualError({
        en: "it is empty; delete it to have one made",
        zh: "文件是空的；删除它，就会重新生成",
      }, { cause: error });
    }
    return theirs;
  } finally {
    await Deno.remove(aside).catch(() => {});
  }
}

/** The name must not reach the disk before the bytes do: an empty secret would be left after a loss of power. */
async function write(path: string, text: string): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
  await file.sync();
}
