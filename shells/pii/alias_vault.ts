/**
 * Keeps what stands behind aliases.
 *
 * @module
 */
import type { Finding } from "./finding.ts";

/** One alias and what it stands for. */
export interface AliasEntry {
  /** `[[PHONE_1]]`. */
  readonly alias: string;
  readonly kind: string;
  /** The canonical form, by which the same value is known again. */
  readonly value: string;
  /** As it was first written; this is what a tool gets. */
  readonly original: string;
}

/** What an alias looks like: `[[`, the kind in capitals, `_`, a number, `]]`. */
const ALIAS = /\[\[([A-Z][A-Z0-9_]{0,39})_([1-9]\d{0,8})\]\]/g;

/** An alias is never longer than this, in characters. */
export const LONGEST_ALIAS = 54;

/**
 * The aliases of one session: the same value has the same alias, and only aliases that were issued here are restored.
 *
 * @example
 * ```ts
 * const vault = new AliasVault();
 * vault.aliasOf({ kind: "phone", value: "13800138000" }, "138 0013 8000"); // "[[PHONE_1]]"
 * vault.restore("call [[PHONE_1]] or [[PHONE_2]]"); // "call 138 0013 8000 or [[PHONE_2]]"
 * ```
 */
export class AliasVault {
  readonly #byValue = new Map<string, AliasEntry>();
  readonly #byAlias = new Map<string, AliasEntry>();
  readonly #highest = new Map<string, number>();
  #unkept: AliasEntry[] = [];

  /** @param entries Aliases that the session has issued before. */
  constructor(entries: readonly AliasEntry[] = []) {
    for (const entry of entries) this.#add(entry);
  }

  /** How many aliases were issued. */
  get size(): number {
    return this.#byAlias.size;
  }

  /** The alias of a value, a new one if it has none yet. */
  aliasOf({ kind, value }: Pick<Finding, "kind" | "value">, original: string): string {
    const known = this.#byValue.get(keyOf(kind, value));
    if (known) return known.alias;
    const label = kind.toUpperCase();
    const alias = `[[${label}_${(this.#highest.get(label) ?? 0) + 1}]]`;
    const entry = { alias, kind, value, original };
    this.#add(entry);
    this.#unkept.push(entry);
    return alias;
  }

  /** Puts back what stands behind the aliases that were issued here; others stay. */
  restore(text: string): string {
    if (!text.includes("[[")) return text;
    return text.replace(ALIAS, (alias) => this.#byAlias.get(alias)?.original ?? alias);
  }

  /** Never gives out an alias that this text mentions: it may stand for something that is not known any more. */
  reserve(text: string): void {
    for (const [, label = "", number] of text.matchAll(ALIAS)) this.#raise(label, Number(number));
  }

  /** The aliases issued since the last time this was asked, to keep them. */
  takeNew(): AliasEntry[] {
    const entries = this.#unkept;
    this.#unkept = [];
    return entries;
  }

  #add(entry: AliasEntry): void {
    this.#byValue.set(keyOf(entry.kind, entry.value), entry);
    this.#byAlias.set(entry.alias, entry);
    this.reserve(entry.alias);
  }

  #raise(label: string, number: number): void {
    this.#highest.set(label, Math.max(this.#highest.get(label) ?? 0, number));
  }
}

function keyOf(kind: string, value: string): string {
  return `${kind}\0${value}`;
}
