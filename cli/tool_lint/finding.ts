/**
 * What a look at a table of tools finds.
 *
 * @module
 */
import type { JsonObject, Language, ToolTraits } from "../../tools/types.ts";

/** A tool as a model sees it, and what the program knows about it. */
export interface LintedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly parameters: JsonObject;
  /** JSON Schema of its output, where it is known. */
  readonly output?: JsonObject;
  readonly traits: ToolTraits;
}

/** Something that models are known to trip over. */
export interface Finding {
  readonly level: "error" | "warning";
  /** A code for programs. */
  readonly rule: string;
  /** Absent when it is about the table as a whole. */
  readonly tool?: string;
  readonly field?: string;
  readonly message: Readonly<Record<Language, string>>;
}
