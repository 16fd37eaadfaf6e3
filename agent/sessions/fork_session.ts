/**
 * Goes on from the same point twice.
 *
 * @module
 */
import type { Sealer } from "../../shells/seal.ts";
import { aliasPurpose } from "../alias_purpose.ts";
import type { StoredSession } from "./session_file.ts";
import type { SessionRecord } from "./session_record.ts";
import { NO_TOKENS } from "../models/token_count.ts";

/** From where to where, and with what to open and seal. */
export interface ForkOptions {
  readonly from: string;
  readonly to: string;
  readonly sealer: Sealer;
}

/**
 * The lines of a session that begins where another one stands: its words and what sums them up, its title and its
 * aliases, sealed anew. What
 * was allowed for the other session is not allowed in this one.
 *
 * @param stored The other one.
 * @param options See {@linkcode ForkOptions}.
 * @throws {Error} If the aliases were sealed with another secret.
 *
 * @example
 * ```ts
 * await file.write(forkSession(stored, { from: "ses_1", to: "ses_2", sealer }));
 * ```
 */
export function forkSession(stored: StoredSession, { from, to, sealer }: ForkOptions): SessionRecord[] {
  const { aliases, title, messages, summary, usage } = stored;
  return [
    ...aliases.map((sealed): SessionRecord => ({
      type: "aliases",
      sealed: sealer.seal(sealer.open(sealed, aliasPurpose(from)), aliasPurpose(to)),
    })),
    ...(title === undefined ? [] : [{ type: "title" as const, title }]),
    ...messages.map((message): SessionRecord => ({ type: "message", message })),
    ...(summary ? [{ type: "summary" as const, ...summary }] : []),
    // What the other one took is not this one's to pay.
    { type: "usage", session: NO_TOKENS, model: usage?.model ?? "", ratio: usage?.ratio ?? 1 },
  ];
}
