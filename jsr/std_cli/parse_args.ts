/**
 * Stand-in for `jsr:@std/cli/parse-args`, over `minimist`: the options this project uses, with the same signatures.
 * Deleting `links` from deno.json switches to the published package.
 *
 * @module
 */
import minimist from "minimist";

/** Which flags exist, and how each is read. */
export interface ParseOptions<B extends string, S extends string, C extends string> {
  /** Flags without a value. */
  readonly boolean?: readonly B[];
  /** Flags whose value stays a string. */
  readonly string?: readonly S[];
  /** Flags that may be given several times: their value is an array, empty when absent. */
  readonly collect?: readonly C[];
  /** Short names by long name. */
  readonly alias?: Record<string, string | string[]>;
  /** Called for every unknown flag; returning false drops it. */
  readonly unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}

/** Flags by name, and the positional arguments under `_`. */
export type Args<B extends string, S extends string, C extends string> =
  & { _: (string | number)[] }
  & { [K in B]: boolean }
  & { [K in Exclude<S, C | "_">]?: string | undefined }
  & { [K in C]: string[] };

/** Reads command-line arguments into flags and positional arguments. */
export function parseArgs<B extends string = never, S extends string = never, C extends string = never>(
  args: string[],
  options: ParseOptions<B, S, C> = {},
): Args<B, S, C> {
  const { unknown } = options;
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const marked = minimist(args.map((arg, at) => at < end ? mark(arg) : arg), {
    boolean: [...(options.boolean ?? [])],
    string: [...(options.string ?? [])],
    ...(options.alias && { alias: options.alias }),
    ...(unknown && {
      unknown: (arg: string) => {
        const given = arg.replace(MARK, "");
        const [, key, value] = /^-{1,2}([^=]+)(?:=(.*))?$/s.exec(given) ?? [];
        return key === undefined ? true : unknown(given, key, value) !== false;
      },
    }),
  });
  const parsed = Object.fromEntries(
    Object.entries(marked).map(([name, value]) => [name.replace(MARK, ""), value]),
  ) as Record<string, unknown> & { _: (string | number)[] };
  const collected = new Set<string>(options.collect ?? []);
  for (const name of [...(options.string ?? []), ...(options.boolean ?? [])]) {
    if (name === "_") continue; // asks for positional arguments to stay strings; they are no flag
    const value = parsed[name];
    // minimist gathers every repeated flag; the published package keeps the last one unless told to collect.
    if (Array.isArray(value) && !collected.has(name)) parsed[name] = value.at(-1);
  }
  for (const name of collected) {
    const value = parsed[name];
    parsed[name] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  }
  return parsed as Args<B, S, C>;
}

/** Stands before names that minimist would read as something else; nobody can type it. */
const MARK = "\0";

/**
 * minimist takes `--no-x` for `--x=false`, and what every object has, such as `toString`, for a known flag. The
 * published package does neither.
 */
function mark(arg: string): string {
  const [, name] = /^--([^=]+)/.exec(arg) ?? [];
  const isMistaken = name !== undefined && (name.startsWith("no-") || name in Object.prototype);
  return isMistaken ? `--${MARK}${arg.slice(2)}` : arg;
}
