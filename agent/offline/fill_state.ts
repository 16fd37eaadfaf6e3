import type { JsonValue } from "../../tools/types.ts";
import type { OfflineTool } from "./offline_tool.ts";
import type { SchemaField } from "./schema_field.ts";
import type { TextSpan } from "./text_span.ts";
import { spansOverlap } from "./text_span.ts";
import { fieldAccepts } from "./field_accepts.ts";

/** What is known while the arguments of one call are read from one text. */
export class FillState {
  /** The text with full-width characters folded; offsets equal those of the original. */
  readonly text: string;
  /** The text as it was typed. */
  readonly original: string;
  /** The tool whose arguments are looked for. */
  readonly tool: OfflineTool;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Pieces of the text that already became a value. */
  readonly used: TextSpan[] = [];
  /** Pieces that no field wants but that are no numbers or names either, such as a spare date. */
  readonly spare: TextSpan[] = [];
  readonly #values = new Map<string, JsonValue>();

  /**
   * @param tool The tool whose arguments are looked for.
   * @param texts The request as typed, and with its width folded.
   * @param now Milliseconds since the epoch.
   *
   * @example
   * ```ts
   * new FillState(tool, { original: "Ａ", folded: "A" }, Date.now());
   * ```
   */
  constructor(tool: OfflineTool, texts: { original: string; folded: string }, now: number) {
    this.tool = tool;
    this.original = texts.original;
    this.text = texts.folded;
    this.now = now;
  }

  /** The fields that have no value yet and satisfy a condition, required ones first. */
  open(condition: (field: SchemaField) => boolean): SchemaField[] {
    const fields = this.tool.fields.filter((field) => !this.#values.has(field.name) && condition(field));
    return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
  }

  /** Gives a field its value, unless the schema refuses it. Reports whether it was taken. */
  take(field: SchemaField, value: JsonValue, span?: TextSpan): boolean {
    if (this.#values.has(field.name) || !fieldAccepts(field, value)) return false;
    this.#values.set(field.name, value);
    if (span) this.used.push(span);
    return true;
  }

  /** Is the piece untouched by values found so far, and not spare? */
  isFree(span: TextSpan): boolean {
    return ![...this.used, ...this.spare].some((other) => spansOverlap(other, span));
  }

  /** The text with values found so far blanked out, offsets unchanged. */
  blanked(): string {
    let text = this.text;
    for (const { start, end } of this.used) {
      text = text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
    }
    return text;
  }

  /** The values found, in the order of the schema. */
  values(): [string, JsonValue][] {
    return this.tool.fields.flatMap((field) => {
      const value = this.#values.get(field.name);
      return value === undefined ? [] : [[field.name, value]];
    });
  }
}
