/**
 * All sessions of a person.
 *
 * @module
 */
import { join } from "node:path";
import { type Bilingual, wordsOf } from "../../kb/bilingual_error.ts";
import { SessionFile, type StoredSession } from "./session_file.ts";
import { sessionIds } from "./session_ids.ts";

/** A session in a list. */
export interface SessionSummary {
  readonly id: string;
  /** What the person calls it, else how it begins. */
  readonly title: string;
  /** How often the person spoke. */
  readonly turns: number;
  /** When it was last written to, RFC 3339. */
  readonly updated: string;
  readonly bytes: number;
  /** Why it cannot be read. */
  readonly problem?: Bilingual;
}

/** Characters of a title that is taken from what was said. */
const TITLE_LENGTH = 60;

/**
 * Lists the sessions of a folder.
 *
 * @param folder The folder; there may be none yet.
 * @returns The one that was written to last comes first.
 *
 * @example
 * ```ts
 * const [last] = await listSessions("/home/me/.local/state/handrail/sessions");
 * ```
 */
export async function listSessions(folder: string): Promise<SessionSummary[]> {
  const found: (SessionSummary & { readonly at: number })[] = [];
  for (const id of await sessionIds(folder)) {
    const file = await statIfThere(join(folder, `${id}.jsonl`));
    // Somebody has removed it since the folder was read.
    if (!file) continue;
    const { mtime, size: bytes } = file;
    const at = mtime?.getTime() ?? 0;
    found.push({ id, ...await describe(folder, id), updated: new Date(at).toISOString(), bytes, at });
  }
  return found.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1)).map(({ at: _, ...summary }) => summary);
}

/**
 * What a session is called.
 *
 * @param stored The session.
 *
 * @example
 * ```ts
 * sessionTitle({ messages: [{ role: "user", content: "Where is A-1024?" }] }); // "Where is A-1024?"
 * ```
 */
export function sessionTitle({ title, messages }: Pick<StoredSession, "title" | "messages">): string {
  if (title !== undefined) return title;
  const first = messages.find(({ role }) => role === "user")?.content;
  const text = typeof first === "string" ? first.trim().replaceAll(/\s+/g, " ") : "";
  const characters = [...text];
  return characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH - 1).join("")}…` : text;
}

async function statIfThere(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function describe(
  folder: string,
  id: string,
): Promise<Pick<SessionSummary, "title" | "turns" | "problem">> {
  try {
    const stored = await new SessionFile(folder, id).load();
    if (!stored) return { title: "", turns: 0 };
    const turns = stored.messages.filter(({ role }) => role === "user").length;
    return { title: sessionTitle(stored), turns };
  } catch (error) {
    return { title: "", turns: 0, problem: wordsOf(error) };
  }
}
