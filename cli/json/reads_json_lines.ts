/**
 * Who is at the other end.
 *
 * @module
 */
import { NAME_LISTS, VALUE_LISTS, VALUES } from "../flags.ts";

/**
 * Does the caller read JSON lines? Asked of the bare arguments, because they may be what is wrong.
 *
 * @param args The arguments behind the program's name.
 *
 * @example
 * ```ts
 * readsJsonLines(["run", "--json", "hello"]); // true
 * ```
 */
export function readsJsonLines(args: readonly string[]): boolean {
  const command = commandOf(args);
  return command === "json" || ((command === "run" || command === "service") && args.includes("--json"));
}

const TAKE_A_VALUE: readonly string[] = [...VALUES, ...NAME_LISTS, ...VALUE_LISTS];

/** The first argument that is neither a flag nor what a flag takes: flags may stand in front of the command. */
function commandOf(args: readonly string[]): string | undefined {
  return args.find((arg, at) => {
    const flag = /^--([^=]+)$/.exec(args[at - 1] ?? "")?.[1];
    return !arg.startsWith("-") && (flag === undefined || !TAKE_A_VALUE.includes(flag));
  });
}
