/**
 * Tells a person's first conversation from later ones.
 *
 * @module
 */
import { join } from "node:path";

const MARK = "greeted";
/** Whoever typed a line before this mark existed needs no first steps. */
const TRACES = [MARK, "history"];

/**
 * Is this the first conversation here? Asking leaves a mark, so that it is only once; a folder that cannot be written
 * to keeps nobody from talking.
 *
 * @param stateFolder The state folder; it may not be there yet.
 *
 * @example
 * ```ts
 * if (await isFirstTime(settings.stateFolder)) await output.write(wording.firstSteps);
 * ```
 */
export async function isFirstTime(stateFolder: string): Promise<boolean> {
  for (const trace of TRACES) {
    if (await Deno.stat(join(stateFolder, trace)).then(() => true, () => false)) return false;
  }
  try {
    await Deno.mkdir(stateFolder, { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(join(stateFolder, MARK), "", { createNew: true, mode: 0o600 });
  } catch {
    // Then it is said again the next time.
  }
  return true;
}
