/** What an index holds. */
export interface IndexInfo {
  /** Its file. */
  readonly path: string;
  /** The version of its tables. */
  readonly schemaVersion: number;
  /** How many documents. */
  readonly documents: number;
  /** How many chunks. */
  readonly chunks: number;
  /** The embedding model that its vectors come from; null without vectors. */
  readonly model: string | null;
  /** How many chunks have a vector. */
  readonly vectors: number;
}
