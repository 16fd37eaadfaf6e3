/**
 * Compares two JSON values field by field.
 *
 * @module
 */
import type { JsonValue } from "../../tools/types.ts";
import { isMaskedForm } from "./is_masked_form.ts";
import type { Renamings } from "./renamings.ts";
import type { Path } from "./volatile_paths.ts";

/** A field that is not what was recorded. */
export interface FieldDifference {
  readonly path: Path;
  readonly recorded?: JsonValue;
  readonly now?: JsonValue;
}

/** What is let pass. */
export interface CompareOptions {
  /** Where the comparison begins. @default {[]} */
  readonly path?: Path;
  /** Says which fields may differ; they must still be there, and be of the same type. */
  readonly isVolatile: (path: Path) => boolean;
  /** What volatile texts are called now; learns more of them. */
  readonly renamings: Renamings;
}

/**
 * Finds the fields in which two values differ. Volatile ones are looked at first, so that their new names are known
 * wherever else they stand.
 *
 * @param recorded The recorded value; `undefined` when there was none.
 * @param now The value of now.
 * @param options See {@linkcode CompareOptions}.
 *
 * @example
 * ```ts
 * compareValues({ a: 1 }, { a: 2 }, options); // [{ path: ["a"], recorded: 1, now: 2 }]
 * ```
 */
export function compareValues(
  recorded: JsonValue | undefined,
  now: JsonValue | undefined,
  { path = [], isVolatile, renamings }: CompareOptions,
): FieldDifference[] {
  const volatileFields: FieldDifference[] = [];
  const others: FieldDifference[] = [];
  collect(recorded, now, path, isVolatile, volatileFields, others);
  return [
    ...volatileFields.filter((field) => !isCounterpart(field, renamings)),
    ...others.filter(({ recorded, now }) => !isSame(recorded, now, renamings)),
  ].sort((a, b) => order(a.path, b.path));
}

/** Leaves that differ, and whole branches that one side lacks. */
function collect(
  recorded: JsonValue | undefined,
  now: JsonValue | undefined,
  path: Path,
  isVolatile: (path: Path) => boolean,
  volatileFields: FieldDifference[],
  others: FieldDifference[],
): void {
  const difference = {
    path,
    ...(recorded !== undefined && { recorded }),
    ...(now !== undefined && { now }),
  };
  if (isVolatile(path)) {
    volatileFields.push(difference);
    return;
  }
  if (!isBranch(recorded) || !isBranch(now) || Array.isArray(recorded) !== Array.isArray(now)) {
    if (recorded !== now) others.push(difference);
    return;
  }
  const [before, after] = [fieldsOf(recorded), fieldsOf(now)];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    collect(before.get(name), after.get(name), [...path, name], isVolatile, volatileFields, others);
  }
}

function isCounterpart({ recorded, now }: FieldDifference, renamings: Renamings): boolean {
  if (typeof recorded === "string" && typeof now === "string") return renamings.learn(recorded, now);
  return recorded !== undefined && now !== undefined && typeOf(recorded) === typeOf(now);
}

function isSame(
  recorded: JsonValue | undefined,
  now: JsonValue | undefined,
  renamings: Renamings,
): boolean {
  if (typeof recorded !== "string" || typeof now !== "string") return false;
  return renamings.apply(recorded) === now || renamings.learnAliases(recorded, now) ||
    isMaskedForm(recorded, now);
}

type Branch = JsonValue[] | { [key: string]: JsonValue };

function isBranch(value: JsonValue | undefined): value is Branch {
  return typeof value === "object" && value !== null;
}

function fieldsOf(branch: Branch): Map<string, JsonValue> {
  return new Map(Object.entries(branch));
}

/**
 * The type of a JSON value, as a volatile one must keep it.
 *
 * @param value The value.
 *
 * @example
 * ```ts
 * typeOf([1]); // "array"
 * ```
 */
export function typeOf(value: JsonValue): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** As a reader goes through the value: numbers of items by size, names by the alphabet. */
function order(a: Path, b: Path): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [left = "", right = ""] = [a[at], b[at]];
    if (left === right) continue;
    const [m, n] = [Number(left), Number(right)];
    return Number.isInteger(m) && Number.isInteger(n) ? m - n : left < right ? -1 : 1;
  }
  return a.length - b.length;
}
