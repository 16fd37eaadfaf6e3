/**
 * Where a replay differs from its recording.
 *
 * @module
 */
import type { JsonValue } from "../../tools/types.ts";

/** What differs. */
export type DifferenceKind =
  /** A call was left out, made in addition, or made of another tool. */
  | "call"
  /** An argument. */
  | "input"
  /** What a tool answered. */
  | "output"
  /** What a model is told of a tool or of one of its arguments. */
  | "description"
  /** A tool's parameters. */
  | "schema"
  /** A tool is new, or gone. */
  | "table";

/** One field that is not what was recorded. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Counts from 1; absent for what is said of a tool as such. */
  readonly turn?: number;
  /** Counts the calls of the turn from 1. */
  readonly call?: number;
  readonly tool: string;
  /** `output.structured.status`. */
  readonly path: string;
  /** Absent when there was nothing. */
  readonly recorded?: JsonValue;
  /** Absent when there is nothing. */
  readonly now?: JsonValue;
}
