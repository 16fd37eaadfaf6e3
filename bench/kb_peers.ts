/**
 * What else searches a corpus in a program like this one: MiniSearch and Orama, both in memory, both with the words that
 * this index uses, since neither cuts Chinese into words.
 *
 * @module
 */
import { tokenize } from "../kb/tokenize.ts";

/** Something that searches. */
export interface SearchPeer {
  readonly name: string;
  readonly search: (query: string) => unknown;
}

// The specifiers are no literals, so that nobody else has to have these packages.
const MINISEARCH: string = "npm:minisearch@7.2.0";
const ORAMA: string = "npm:@orama/orama@3.1.18";

/** The peers with the records in them; those that cannot be had are left out. */
export async function peers(
  records: readonly { readonly id: string; readonly text: string }[],
): Promise<SearchPeer[]> {
  const made = await Promise.allSettled([miniSearch(records), orama(records)]);
  return made.flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
}

async function miniSearch(
  records: readonly { readonly id: string; readonly text: string }[],
): Promise<SearchPeer> {
  const { default: MiniSearch } = await import(MINISEARCH);
  const index = new MiniSearch({ fields: ["text"], tokenize, processTerm: (term: string) => term });
  index.addAll(records);
  return { name: "MiniSearch", search: (query) => index.search(query).slice(0, 5) };
}

async function orama(
  records: readonly { readonly id: string; readonly text: string }[],
): Promise<SearchPeer> {
  const { create, insertMultiple, search } = await import(ORAMA);
  const tokenizer = {
    language: "english",
    normalizationCache: new Map(),
    tokenize: (text: string) => tokenize(text),
  };
  const database = create({ schema: { id: "string", text: "string" }, components: { tokenizer } });
  await insertMultiple(database, [...records]);
  return { name: "Orama", search: (query) => search(database, { term: query, limit: 5 }) };
}
