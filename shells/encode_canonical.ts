/**
 * Writes a value as text such that two values give the same text exactly when they mean the same arguments.
 *
 * @module
 */

/** Beyond this depth a value is refused: arguments of tools are flat, and recursion must not exhaust the stack. */
const MAX_DEPTH = 200;

/**
 * Encodes a value injectively. Keys are sorted by code unit and an `undefined` field counts as absent, so that
 * `{a: 1, A: 2}` in any order, and with or without an undefined `b`, is one value. Everything else that differs stays
 * apart: `NaN` and `null`, `-0` and `0`, a `Date` and its text, `NFC` and `NFD`, a lone surrogate and U+FFFD.
 * After RFC 8785 (JSON Canonicalization), with type tags for what JSON lacks.
 *
 * @param value Any data value.
 * @returns The text.
 * @throws {TypeError} If the value holds a function, a symbol, a cycle, an object of a class, or is nested deeper
 *   than 200 levels: what cannot be fingerprinted must not be mistaken for something else.
 *
 * @example
 * ```ts
 * encodeCanonical({ b: [1, "x"], a: undefined }); // '{"b":[#1,"x"]}'
 * ```
 */
export function encodeCanonical(value: unknown): string {
  return encode(value, []);
}

function encode(value: unknown, parents: object[]): string {
  switch (typeof value) {
    case "string":
      // Well-formed JSON.stringify escapes lone surrogates, which UTF-8 would fold into U+FFFD.
      return JSON.stringify(value);
    case "number":
      return `#${Object.is(value, -0) ? "-0" : value}`;
    case "boolean":
      return value ? "t" : "f";
    case "bigint":
      return `n${value}`;
    case "undefined":
      return "u";
    case "object":
      return value === null ? "0" : encodeObject(value, parents);
    default:
      throw new TypeError(`Cannot fingerprint arguments: a ${typeof value} is no data`);
  }
}

function encodeObject(value: object, parents: object[]): string {
  if (parents.length >= MAX_DEPTH) {
    throw new TypeError(`Cannot fingerprint arguments: nested deeper than ${MAX_DEPTH} levels`);
  }
  if (parents.includes(value)) throw new TypeError("Cannot fingerprint arguments: they contain themselves");
  parents.push(value);
  const text = encodeContents(value, parents);
  parents.pop();
  return text;
}

function encodeContents(value: object, parents: object[]): string {
  if (Array.isArray(value)) return encodeArray(value, parents);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return encodeInstance(value, parents);
  if (Object.getOwnPropertySymbols(value).length > 0) {
    throw new TypeError("Cannot fingerprint arguments: a field named by a symbol is no data");
  }
  let fields = "";
  for (const key of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[key];
    if (field === undefined) continue;
    fields += `${fields === "" ? "" : ","}${JSON.stringify(key)}:${encode(field, parents)}`;
  }
  return `{${fields}}`;
}

/** A loop by index: an iterator takes half of what a call's arguments take, and a hole is `undefined` either way. */
function encodeArray(values: readonly unknown[], parents: object[]): string {
  let items = "";
  for (let at = 0; at < values.length; at++) items += `${at === 0 ? "" : ","}${encode(values[at], parents)}`;
  return `[${items}]`;
}

function encodeAll(values: Iterable<unknown>, parents: object[]): string[] {
  return Array.from(values, (value) => encode(value, parents));
}

function encodeInstance(value: object, parents: object[]): string {
  if (value instanceof Date) return `D${value.getTime()}`;
  if (value instanceof RegExp) return `R${JSON.stringify([value.source, value.flags])}`;
  if (value instanceof Uint8Array) return `B${JSON.stringify(Array.from(value))}`;
  if (value instanceof Set) return `S[${encodeAll(value, parents).sort().join(",")}]`;
  if (value instanceof Map) return `M[${encodeAll(value, parents).sort().join(",")}]`;
  throw new TypeError(
    `Cannot fingerprint arguments: an object of class ${value.constructor?.name} is no data`,
  );
}
