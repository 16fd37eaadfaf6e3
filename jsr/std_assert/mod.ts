/**
 * Stand-in for `jsr:@std/assert`, over `node:assert`: the names this project uses, with the same signatures.
 * Deleting `links` from deno.json switches to the published package.
 *
 * @module
 */
import assertModule, { AssertionError } from "node:assert";

export { AssertionError };

/** A class whose instances an assertion can recognise. */
// deno-lint-ignore no-explicit-any -- the published package's own signature
export type ErrorClass<T> = abstract new (...args: any[]) => T;

/** Fails unless `expr` is truthy. */
export function assert(expr: unknown, msg = ""): asserts expr {
  if (!expr) {
    throw new AssertionError({
      message: msg || "Expected a truthy value",
      actual: expr,
      expected: true,
      operator: "==",
    });
  }
}

/** Fails unless `expr` is falsy. */
export function assertFalse(expr: unknown, msg?: string): void {
  assert(!expr, msg ?? `Expected a falsy value, got ${String(expr)}`);
}

/** Fails unless both are deeply equal; `-0` and `0`, and an absent and an undefined field, differ. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  withMessage(() => assertModule.deepStrictEqual(actual, expected), msg);
}

/** Fails if both are deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  withMessage(() => assertModule.notDeepStrictEqual(actual, expected), msg);
}

/** Fails unless both are the same value by `Object.is`. */
export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): asserts actual is T {
  withMessage(() => assertModule.strictEqual(actual, expected), msg);
}

/** Fails if both are the same value by `Object.is`. */
export function assertNotStrictEquals<T>(actual: T, expected: T, msg?: string): void {
  withMessage(() => assertModule.notStrictEqual(actual, expected), msg);
}

/** Fails unless the two numbers differ by at most `tolerance` (by default 1e-7 of the expected value). */
export function assertAlmostEquals(actual: number, expected: number, tolerance?: number, msg?: string): void {
  const allowed = tolerance ?? (Number.isFinite(expected) ? Math.abs(expected * 1e-7) : 1e-7);
  assert(
    Object.is(actual, expected) || Math.abs(actual - expected) <= allowed,
    msg ?? `Expected ${actual} to be within ${allowed} of ${expected}`,
  );
}

/** Fails unless `actual` is greater than `expected`. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void {
  assert(actual > expected, msg ?? `Expected ${String(actual)} > ${String(expected)}`);
}

/** Fails unless `actual` is greater than or equal to `expected`. */
export function assertGreaterOrEqual<T>(actual: T, expected: T, msg?: string): void {
  assert(actual >= expected, msg ?? `Expected ${String(actual)} >= ${String(expected)}`);
}

/** Fails unless `actual` is less than `expected`. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void {
  assert(actual < expected, msg ?? `Expected ${String(actual)} < ${String(expected)}`);
}

/** Fails unless `actual` is less than or equal to `expected`. */
export function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void {
  assert(actual <= expected, msg ?? `Expected ${String(actual)} <= ${String(expected)}`);
}

/** Fails if `actual` is null or undefined. */
export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T> {
  assert(actual !== null && actual !== undefined, msg ?? `Expected a value, got ${String(actual)}`);
}

/** Fails unless `actual` contains `expected`. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void {
  assert(
    actual.includes(expected),
    msg ?? `Expected ${JSON.stringify(actual)} to contain ${JSON.stringify(expected)}`,
  );
}

/** Fails unless `actual` matches the pattern. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void {
  assert(new RegExp(expected).test(actual), msg ?? `Expected ${JSON.stringify(actual)} to match ${expected}`);
}

/** Fails if `actual` matches the pattern. */
export function assertNotMatch(actual: string, expected: RegExp, msg?: string): void {
  assert(
    !new RegExp(expected).test(actual),
    msg ?? `Expected ${JSON.stringify(actual)} not to match ${expected}`,
  );
}

/** Fails unless `actual` holds every element of `expected`, by deep equality. */
export function assertArrayIncludes<T>(actual: ArrayLike<T>, expected: ArrayLike<T>, msg?: string): void {
  const missing = Array.from(expected).filter((wanted) =>
    !Array.from(actual).some((item) => deepEqual(item, wanted))
  );
  assert(
    missing.length === 0,
    msg ?? `Expected an array holding ${JSON.stringify(missing)}, got ${JSON.stringify(actual)}`,
  );
}

/** Fails unless every field of `expected` is found, deeply, in `actual`. */
export function assertObjectMatch(
  // deno-lint-ignore no-explicit-any -- the published package's own signature
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void {
  withMessage(() => assertModule.deepStrictEqual(pick(actual, expected), expected), msg);
}

/** Fails unless `actual` is an instance of the class. */
export function assertInstanceOf<T>(
  actual: unknown,
  expectedType: ErrorClass<T>,
  msg?: string,
): asserts actual is T {
  assert(
    actual instanceof expectedType,
    msg ?? `Expected an instance of ${expectedType.name}, got ${describe(actual)}`,
  );
}

/** Fails unless `error` is of the class and its message holds the text. */
export function assertIsError<E extends Error = Error>(
  error: unknown,
  ErrorClass?: ErrorClass<E>,
  msgMatches?: string | RegExp,
  msg?: string,
): asserts error is E {
  assert(error instanceof Error, msg ?? `Expected an Error, got ${describe(error)}`);
  if (ErrorClass) {
    assertInstanceOf(error, ErrorClass, msg ?? `Expected ${ErrorClass.name}, got ${describe(error)}`);
  }
  if (typeof msgMatches === "string") assertStringIncludes(error.message, msgMatches, msg);
  if (msgMatches instanceof RegExp) assertMatch(error.message, msgMatches, msg);
}

/** Fails unless `fn` throws; returns what it threw. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Fails unless `fn` throws an error of the class whose message holds the text; returns it. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  ErrorClass: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows(
  fn: () => unknown,
  classOrMsg?: ErrorClass<Error> | string,
  msgIncludes?: string,
  msg?: string,
): unknown {
  try {
    fn();
  } catch (error) {
    if (typeof classOrMsg === "function") assertIsError(error, classOrMsg, msgIncludes, msg);
    return error;
  }
  throw new AssertionError({
    message: (typeof classOrMsg === "string" ? classOrMsg : msg) ?? "Expected function to throw",
  });
}

/** Fails unless the promise rejects; resolves to the reason. */
export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
/** Fails unless the promise rejects with an error of the class whose message holds the text; resolves to it. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  ErrorClass: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects(
  fn: () => PromiseLike<unknown>,
  classOrMsg?: ErrorClass<Error> | string,
  msgIncludes?: string,
  msg?: string,
): Promise<unknown> {
  let promise: PromiseLike<unknown>;
  try {
    promise = fn();
  } catch (error) {
    throw new AssertionError({ message: `Expected function to reject, but it threw: ${describe(error)}` });
  }
  try {
    await promise;
  } catch (error) {
    if (typeof classOrMsg === "function") assertIsError(error, classOrMsg, msgIncludes, msg);
    return error;
  }
  throw new AssertionError({
    message: (typeof classOrMsg === "string" ? classOrMsg : msg) ?? "Expected function to reject",
  });
}

/** Fails, always. */
export function fail(msg?: string): never {
  throw new AssertionError({ message: msg ? `Failed assertion: ${msg}` : "Failed assertion." });
}

/** Fails, always: for code that must not be reached. */
export function unreachable(reason?: string): never {
  throw new AssertionError({ message: reason ? `Unreachable: ${reason}` : "Unreachable" });
}

function withMessage(check: () => void, msg: string | undefined): void {
  try {
    check();
  } catch (error) {
    if (msg !== undefined && error instanceof Error) error.message = `${error.message}: ${msg}`;
    throw error;
  }
}

function deepEqual(a: unknown, b: unknown): boolean {
  try {
    assertModule.deepStrictEqual(a, b);
    return true;
  } catch {
    return false;
  }
}

function pick(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(expected)) {
    return Array.isArray(actual) ? expected.map((item, at) => pick(actual[at], item)) : actual;
  }
  if (!isPlainObject(expected) || typeof actual !== "object" || actual === null) return actual;
  const source = actual as Record<PropertyKey, unknown>;
  const kept = Reflect.ownKeys(expected).filter((key) => key in source);
  return Object.fromEntries(
    kept.map((key) => [key, pick(source[key], (expected as Record<PropertyKey, unknown>)[key])]),
  );
}

function isPlainObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

function describe(value: unknown): string {
  return value instanceof Error ? `${value.name}: ${value.message}` : String(value);
}
