/**
 * What an examination finds.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";

/** How serious it is: a warning costs comfort or speed, a failure stops something that was asked for. */
export type FindingState = "ok" | "warning" | "failure";

/** One thing that was looked at. */
export interface Finding {
  /** What was looked at: a fixed word, the same in every language. */
  readonly name: string;
  readonly state: FindingState;
  /** What was seen, a sentence at most. */
  readonly detail: string;
  /** What to do about it; absent when nothing needs to be done. */
  readonly advice?: string;
}

/** A sentence in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;
