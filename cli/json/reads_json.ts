/**
 * Who is at the other end.
 *
 * @module
 */
import { SESSION_ID } from "../../agent/sessions/session_id.ts";
import { NAME_LISTS, VALUE_LISTS, VALUES } from "../flags.ts";

/**
 * Does the caller read JSON, and as what? Asked of the bare arguments, because they may be what is wrong.
 *
 * @param args The arguments behind the program's name.
 * @returns `lines` of events, the one `document` of a turn, or `undefined` for a person.
 *
 * @example
 * ```ts
 * readsJson(["run", "--json", "hello"]); // "lines"
 * ```
 */
export function readsJson(args: readonly string[]): "lines" | "document" | undefined {
  const command = commandOf(args);
  if (command === "json") return "lines";
  if (command !== "run" && command !== "service") return undefined;
  if (args.includes("--json")) return "lines";
  const asksForDocument = args.some((arg, at) =>
    arg === "--output=json" || (arg === "--output" && args[at + 1] === "json")
  );
  return command === "run" && asksForDocument ? "document" : undefined;
}

const TAKE_A_VALUE: readonly string[] = [...VALUES, ...NAME_LISTS, ...VALUE_LISTS];

/** The first argument that is neither a flag nor what a flag takes: flags may stand in front of the command. */
function commandOf(args: readonly string[]): string | undefined {
  return args.find((arg, at) => {
    const flag = /^--([^=]+)$/.exec(args[at - 1] ?? "")?.[1];
    return !arg.startsWith("-") && (flag === undefined || !TAKE_A_VALUE.includes(flag));
  });
}

/**
 * The session that was asked for, read from the bare arguments as well.
 *
 * @param args The arguments behind the program's name.
 * @returns Its id; `undefined` when none was named, or what was named is no id.
 *
 * @example
 * ```ts
 * namedSession(["run", "--session", "ses_1", "hello"]); // "ses_1"
 * ```
 */
export function namedSession(args: readonly string[]): string | undefined {
  const named = args.flatMap((arg, at) =>
    arg === "--session" ? [args[at + 1] ?? ""] : arg.startsWith("--session=") ? [arg.slice(10)] : []
  ).at(-1);
  return named !== undefined && SESSION_ID.test(named) ? named : undefined;
}
