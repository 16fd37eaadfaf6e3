/**
 * Which sessions there are.
 *
 * @module
 */
import { isMissing } from "../../kb/is_missing.ts";
import { SESSION_ID } from "./session_id.ts";
import { unreadableState } from "./unreadable_state.ts";

const SUFFIX = ".jsonl";

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
    return entries.filter(({ name, isFile }) => isFile && name.endsWith(SUFFIX))
      .map(({ name }) => name.slice(0, -SUFFIX.length))
      .filter((id) => SESSION_ID.test(id));
  } catch (error) {
    if (isMissing(error)) return [];
    throw unreadableState(folder, error);
  }
}
