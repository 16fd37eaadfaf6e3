/**
 * What completion offers.
 *
 * @module
 */

/** One word that could stand where the cursor is. */
export interface Candidate {
  readonly value: string;
  /** What it means; empty when the word says all. */
  readonly description: string;
}

/** What could stand where the cursor is. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  /** The names of files could stand there too. */
  readonly files: boolean;
}

/** Names that only the running program knows. */
export interface CompletionSources {
  sessions(): Promise<readonly string[]>;
  tools(): Promise<readonly string[]>;
}
