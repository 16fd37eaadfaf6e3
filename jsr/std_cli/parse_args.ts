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
  /** Values of flags that were not given. */
  readonly default?: Record<string, unknown>;
  /** Called for every unknown flag; returning false drops it. */
  readonly unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}

/** Flags by name, and the positional arguments under `_`. */
export type Args<B extends string, S extends string, C extends string> =
  & { _: (string | number)[] }
  & { [K in B]: boolean }
  & { [K in Exclude<S, C | "_">]?: string | undefined }
  & { [K in C]: string[] };

/** Gives a flag a value, which keeps minimist from negating it; no argument of a person's ends like this. */
const NEGATED = "=\0";

/** Reads command-line arguments into flags and positional arguments. */
export function parseArgs<B extends string = never, S extends string = never, C extends string = never>(
  args: string[],
  options: ParseOptions<B, S, C> = {},
): Args<B, S, C> {
  const { unknown } = options;
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  // minimist takes --no-x for --x=false; the published package does so only for flags declared negatable.
  const negated = args.slice(0, end).filter((arg) => /^--no-[^=]+$/.test(arg));
  const given = args.map((arg, at) => at < end && negated.includes(arg) ? `${arg}${NEGATED}` : arg);
  const parsed = minimist(given, {
    boolean: [...(options.boolean ?? [])],
    string: [...(options.string ?? [])],
    ...(options.alias && { alias: options.alias }),
    ...(options.default && { default: options.default }),
    ...(unknown && {
      unknown: (arg: string) => {
        const [, key, value] = /^-{1,2}([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
        if (key === undefined) return true;
        return arg.endsWith(NEGATED)
          ? unknown(arg.slice(0, -NEGATED.length), key, true) !== false
          : unknown(arg, key, value) !== false;
      },
    }),
  }) as Record<string, unknown> & { _: (string | number)[] };
  for (const key of negated.map((arg) => arg.slice(2))) if (key in parsed) parsed[key] = true;
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
