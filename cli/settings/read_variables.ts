/**
 * Reads variables of the environment.
 *
 * @module
 */
import type { Host } from "../host.ts";
import { unreadable } from "./unreadable.ts";
import type { Environment } from "./variables.ts";

type ReadVariable = Host["variable"];

/**
 * Reads variables.
 *
 * @param variable Reads one.
 * @param names Which.
 * @returns Those that are set.
 * @throws {UsageError} If one is no UTF-8.
 *
 * @example
 * ```ts
 * readVariables(host.variable, VARIABLES).HANDRAIL_MODEL;
 * ```
 */
export function readVariables<Name extends string>(
  variable: ReadVariable,
  names: readonly Name[],
): { readonly [name in Name]?: string } {
  return setOnes(names, (name) => readOne(variable, name));
}

/**
 * Reads the variables that are text; one that is not counts as not set.
 *
 * @param variable Reads one.
 * @param names Which.
 *
 * @example
 * ```ts
 * readTextVariables(host.variable, ["LANG"]).LANG;
 * ```
 */
export function readTextVariables<Name extends string>(
  variable: ReadVariable,
  names: readonly Name[],
): { readonly [name in Name]?: string } {
  return setOnes(names, (name) => {
    try {
      return variable(name);
    } catch {
      return undefined;
    }
  });
}

/**
 * Reads variables that a file names: nobody can list them beforehand, so a task that lists what it reads may not read
 * them. Such a one counts as not set.
 *
 * @param variable Reads one.
 * @param names Which.
 * @throws {UsageError} If one is no UTF-8.
 *
 * @example
 * ```ts
 * readAllowed(host.variable, ["MY_GATEWAY_KEY"]);
 * ```
 */
export function readAllowed(variable: ReadVariable, names: readonly string[]): Environment {
  const isGranted = (name: string) =>
    Deno.permissions.querySync({ name: "env", variable: name }).state === "granted";
  return readVariables(variable, names.filter(isGranted));
}

function setOnes<Name extends string>(
  names: readonly Name[],
  read: (name: Name) => string | undefined,
): { readonly [name in Name]?: string } {
  return Object.fromEntries(
    names.map((name) => [name, read(name)] as const).filter(([, value]) => value !== undefined),
  ) as { readonly [name in Name]?: string };
}

function readOne(variable: ReadVariable, name: string): string | undefined {
  try {
    return variable(name);
  } catch (error) {
    if (!(error instanceof Deno.errors.InvalidData)) throw error;
    throw unreadable(name, {
      en: "it is not UTF-8. Set it to text in UTF-8",
      zh: "不是 UTF-8 文本。请改用 UTF-8",
    }, error);
  }
}
