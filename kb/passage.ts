/** One stretch of a document that answers a query. */
export interface Passage {
  /** The chunk's number in its index; never given to another chunk. */
  readonly chunkId: number;
  /** The document it stands in. */
  readonly documentPath: string;
  /** The headings above it, e.g. `Travel policy › Hotels`. */
  readonly title: string;
  /** The text itself. */
  readonly text: string;
  /** How much of the query it accounts for, from 0 to 1; comparable between queries. */
  readonly score: number;
  /** What the score is made of. */
  readonly parts?: ScoreParts;
}

/** The two halves of a score. */
export interface ScoreParts {
  /** BM25 over the greatest that the query could reach, from 0 to 1. */
  readonly lexical: number;
  /** The cosine of query and passage; null for a passage without a vector. */
  readonly dense: number | null;
}
