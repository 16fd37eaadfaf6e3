import type { JsonValue } from "../../tools/types.ts";

/** The kinds of value that the offline model knows how to find in a text. */
export type FieldType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "any";

/** One property of a tool's input, read from its JSON schema. */
export interface SchemaField {
  /** The property's name. */
  readonly name: string;
  /** What a value is; `any` when the schema does not say or says something unusual. */
  readonly type: FieldType;
  /** Prompt text of the property; empty when there is none. */
  readonly description: string;
  /** Must a call hold it? */
  readonly required: boolean;
  /** The only values allowed; empty when free. */
  readonly options: readonly JsonValue[];
  /** A regular expression that a string must match. */
  readonly pattern?: RegExp;
  /** JSON-schema format: `date`, `date-time`, `time`, `email`, `uri`, … */
  readonly format?: string;
  /** Smallest number allowed. */
  readonly minimum?: number;
  /** Largest number allowed. */
  readonly maximum?: number;
  /** Shortest string allowed. */
  readonly minLength?: number;
  /** Longest string allowed. */
  readonly maxLength?: number;
  /** Value used when the call leaves the property out. */
  readonly fallback?: JsonValue;
  /** What an array holds. */
  readonly items?: SchemaField;
  /** What an object holds. */
  readonly properties: readonly SchemaField[];
}
