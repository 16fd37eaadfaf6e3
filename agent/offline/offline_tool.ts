import type { SchemaField } from "./schema_field.ts";

/** A function tool as the offline model sees it. */
export interface OfflineTool {
  /** The name to call it by. */
  readonly name: string;
  /** What speaks for it, from its description. */
  readonly positive: string;
  /** Requests it is meant for, from its description. */
  readonly examples: readonly string[];
  /** Its input. */
  readonly fields: readonly SchemaField[];
  /** What the tool is for besides doing work: it asks the person, or it looks things up in documents. */
  readonly role: "asks" | "searches" | "works";
}
