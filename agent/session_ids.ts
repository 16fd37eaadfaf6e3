/**
 * Which sessions there are.
 *
 * @module
 */
import { isMissing } from "../kb/is_missing.ts";
import { unreadableState } from "./unreadable_state.ts";

const FILE_NAME = /^([A-Za-z0-9_-]{1,64})\.jsonl$/;

/**
 * Reads the names of the sessions in a folder, without opening any.
 *
 * @param folder The folder; there may be none yet.
 * @returns The ids, in no order.
 *
 * @example
 * ```ts
 * await sessionIds("/home/me/.local/state/handrail/sessions"); // ["ses_1"]
 * ```
 */
export async function sessionIds(folder: string): Promise<string[]> {
  try {
    const entries = await Array.fromAsync(Deno.readDir(folder));
    return entries.flatMap(({ name, isFile }) => (isFile && FILE_NAME.exec(name)?.[1]) || []);
  } catch (error) {
    if (isMissing(error)) return [];
    throw unreadableState(folder, error);
  }
}
