import { dirname, join } from "node:path";

/**
 * A folder in the system's temporary one that nobody but this user can put anything into, the same each time.
 *
 * @param name Its name; another one is taken when somebody else has that.
 * @returns Its path.
 * @throws {Deno.errors} when the temporary folder cannot be written.
 *
 * @example
 * ```ts
 * await ownTempFolder("handrail"); // "/tmp/handrail"
 * ```
 */
export async function ownTempFolder(name: string): Promise<string> {
  // Says in one step where the temporary folder is and who we are, neither of which needs a permission of its own.
  const probe = await Deno.makeTempDir({ prefix: `${name}-` });
  const folder = join(dirname(probe), name);
  const { uid } = await Deno.lstat(probe);
  if (uid !== null) {
    const taken = await makeOwn(`${folder}-${uid}`, uid);
    if (taken !== undefined) {
      await Deno.remove(probe);
      return taken;
    }
    // Somebody else took our name in a folder that all share: what they put there must not be loaded.
    return probe;
  }
  await Deno.remove(probe);
  await Deno.mkdir(folder, { recursive: true });
  return folder;
}

async function makeOwn(folder: string, uid: number): Promise<string | undefined> {
  await Deno.mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  });
  const found = await Deno.lstat(folder);
  const isPrivate = found.isDirectory && found.uid === uid && ((found.mode ?? 0) & 0o077) === 0;
  return isPrivate ? folder : undefined;
}
