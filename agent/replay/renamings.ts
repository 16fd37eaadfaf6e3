/**
 * What a volatile value of the recording is called in the replay.
 *
 * @module
 */

/** Shorter values would be found in words that have nothing to do with them. */
const SHORTEST_NAME = 5;

const ALIAS = /\[\[([A-Z][A-Z0-9_]*)_\d+\]\]/g;

/** A day, or a time of one. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Learns pairs of a recorded value and its counterpart of now, and finds them in other texts: a ticket's number stands in
 * the summary as well as in its field, a time perhaps without its seconds.
 *
 * @example
 * ```ts
 * const renamings = new Renamings();
 * renamings.learn("TK-20261130-0007", "TK-20261201-0001");
 * renamings.apply("Ticket TK-20261130-0007 was created."); // "Ticket TK-20261201-0001 was created."
 * ```
 */
export class Renamings {
  readonly #forward = new Map<string, string>();
  readonly #backward = new Map<string, string>();

  /**
   * Learns a pair.
   *
   * @returns False when one of the two is known already as the counterpart of something else: two things that had
   *   different names now have one, or the other way round. Times are exempt: a clock that stands still gives equal ones.
   */
  learn(recorded: string, now: string): boolean {
    const [before, after] = [TIME.exec(recorded), TIME.exec(now)];
    if (before && after) {
      for (const form of FORMS) this.#pair(form(before), form(after));
      return true;
    }
    const known = this.#forward.get(recorded);
    const owner = this.#backward.get(now);
    if ((known !== undefined && known !== now) || (owner !== undefined && owner !== recorded)) return false;
    this.#pair(recorded, now);
    return true;
  }

  /**
   * Are two texts the same but for their aliases, and do these go together? Each recorded alias has one of now.
   *
   * @param recorded A recorded text, such as `Contact: [[EMAIL_1]].`
   * @param now A text of now, such as `Contact: [[EMAIL_2]].`
   */
  learnAliases(recorded: string, now: string): boolean {
    const [before, after] = [[...recorded.matchAll(ALIAS)], [...now.matchAll(ALIAS)]];
    const skeleton = (text: string) => text.replaceAll(ALIAS, "[[$1]]");
    if (before.length === 0 || skeleton(recorded) !== skeleton(now)) return false;
    return before.every(([alias], at) => this.learn(alias, after[at]?.[0] ?? ""));
  }

  /** Is one the counterpart of the other, as {@linkcode Renamings.learn} took it? */
  pairs(recorded: string, now: string): boolean {
    return this.#forward.get(recorded) === now || (TIME.test(recorded) && TIME.test(now));
  }

  /** A recorded text with the names of now. */
  apply(text: string): string {
    return replaceAll(text, this.#forward);
  }

  /** A text of now with the recorded names. */
  revert(text: string): string {
    return replaceAll(text, this.#backward);
  }

  #pair(recorded: string, now: string): void {
    this.#forward.set(recorded, now);
    this.#backward.set(now, recorded);
  }
}

/** As a tool may write a time into a sentence. */
const FORMS: readonly ((time: RegExpExecArray) => string)[] = [
  ([whole]) => whole,
  ([, date = "", minutes]) => minutes === undefined ? date : `${date} ${minutes}`,
  ([, date = ""]) => date,
];

/** All at once, the longest first, so that no replacement is replaced again. */
function replaceAll(text: string, names: ReadonlyMap<string, string>): string {
  const found = [...names.keys()]
    .filter((name) => name.length >= SHORTEST_NAME && names.get(name) !== name && text.includes(name))
    .sort((a, b) => b.length - a.length);
  if (found.length === 0) return text;
  const pattern = new RegExp(found.map((name) => RegExp.escape(name)).join("|"), "g");
  return text.replace(pattern, (name) => names.get(name) ?? name);
}
