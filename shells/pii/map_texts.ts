/**
 * Changes the texts in a value.
 *
 * @module
 */

/** An integer of so many digits may be a number that belongs to somebody. */
const SMALLEST_NUMBER = 1e9;

/** A field's name that a programmer chose; any other may be data. */
const PLAIN_NAME = /^[A-Za-z_]+$/;

/**
 * Runs every text of a JSON value through a function; long integers as well, as text, since a phone number may come as
 * a number. Names of fields stay when they are plain words.
 *
 * @param value A JSON value.
 * @param change Gives the new text.
 * @returns The value itself when nothing changed, else a copy in which it did.
 *
 * @example
 * ```ts
 * mapTexts({ to: ["a@b.cn"], count: 2 }, () => "x"); // { to: ["x"], count: 2 }
 * ```
 */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  switch (typeof value) {
    case "string":
      return change(value);
    case "number": {
      if (!Number.isSafeInteger(value) || Math.abs(value) < SMALLEST_NUMBER) return value;
      const text = String(value);
      const changed = change(text);
      return changed === text ? value : changed;
    }
    case "object":
      return value === null ? null : Array.isArray(value) ? mapList(value, change) : mapFields(value, change);
    default:
      return value;
  }
}

function mapList(list: readonly unknown[], change: (text: string) => string): readonly unknown[] {
  const mapped = list.map((item) => mapTexts(item, change));
  return mapped.some((item, at) => item !== list[at]) ? mapped : list;
}

function mapFields(fields: object, change: (text: string) => string): unknown {
  const prototype = Object.getPrototypeOf(fields);
  // A date or an object of a class has no texts of its own that could be told apart from what it is.
  if (prototype !== Object.prototype && prototype !== null) return fields;
  let changed = false;
  const entries = Object.entries(fields).map(([name, field]): [string, unknown] => {
    const mapped = mapTexts(field, change);
    const key = PLAIN_NAME.test(name) ? name : change(name);
    if (mapped !== field || key !== name) changed = true;
    return [key, mapped];
  });
  return changed ? Object.fromEntries(entries) : fields;
}
