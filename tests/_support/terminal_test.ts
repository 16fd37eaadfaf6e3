/**
 * Tests at a real terminal, which run only where there is one.
 *
 * @module
 */
import type { StartOptions } from "./handrail_process.ts";
import { tempFolder } from "./temp_folder.ts";
import { hasTmux, Terminal } from "./terminal.ts";

/** How to start the program at a terminal. */
export interface TerminalOptions extends Omit<StartOptions, "home"> {
  /** Its arguments, the command first. @default {["chat"]} */
  readonly args?: readonly string[];
  readonly columns?: number;
}

/** What a test has. */
export interface TerminalScene {
  /** The program's home, empty at first. */
  readonly home: string;
  /** Starts the program at a terminal of its own; whoever speaks no other language there speaks English. */
  start(options?: TerminalOptions): Promise<Terminal>;
}

const here = hasTmux();
if (!here) {
  // deno-lint-ignore no-console -- a skipped test must be heard
  console.error("skipped: tmux is not installed, so the conversation at a real terminal is not tested");
}

/**
 * Registers a test.
 *
 * @param name A sentence.
 * @param fn The test.
 *
 * @example
 * ```ts
 * terminalTest("chat greets", async ({ start }) => {
 *   await using terminal = await start({ columns: 40 });
 *   await terminal.shows("Handrail");
 * });
 * ```
 */
export function terminalTest(name: string, fn: (scene: TerminalScene) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !here,
    fn: async () => {
      await using folder = await tempFolder();
      const start = ({ args = ["chat"], ...options }: TerminalOptions = {}) =>
        Terminal.start(args, { home: folder.path, ...options });
      await fn({ home: folder.path, start });
    },
  });
}
