/**
 * What the program stands on.
 *
 * @module
 */
import type { BuildFacts } from "./build_facts.ts";

/** The outside that only `main.ts` may touch, for everybody else. */
export interface Host {
  /** The program's version. */
  readonly version: string;
  /** The arguments behind the program's name. */
  readonly args: readonly string[];
  /**
   * Reads a variable of the environment.
   *
   * @throws {Deno.errors.InvalidData} If it is no UTF-8.
   * @throws {Deno.errors.NotCapable} If it must not be read.
   */
  readonly variable: (name: string) => string | undefined;
  /** How the program was made. */
  readonly readBuild: () => BuildFacts;
}
