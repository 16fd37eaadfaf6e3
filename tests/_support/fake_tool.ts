/**
 * Tools for tests: one that does what it is told, and one whose executions the test ends by hand.
 *
 * @module
 */
import * as z from "zod";
import type { AgentTool, CallOptions, Execute, ToolTraits } from "../../tools/types.ts";

/** The traits of a low-risk write. */
export const WRITE: ToolTraits = {
  kind: "write",
  risk: "low",
  priority: "core",
  aliases: [],
  repeat: "once",
};

/** The traits of a read. */
export const READ: ToolTraits = { ...WRITE, kind: "read", repeat: "share" };

/** A tool that accepts any object. */
export function fakeTool(execute: Execute, traits: ToolTraits = WRITE): AgentTool {
  return { description: "A tool for tests", inputSchema: z.looseObject({}), traits, execute };
}

/** One execution that has begun. */
export interface Execution {
  readonly input: unknown;
  readonly options: CallOptions;
  /** Ends it well. */
  readonly resolve: (value: unknown) => void;
  /** Ends it badly. */
  readonly reject: (error: unknown) => void;
}

/** A tool whose executions go on until the test ends them. */
export class ManualTool {
  readonly tool: AgentTool;
  readonly #executions: Execution[] = [];

  constructor(traits: ToolTraits = WRITE) {
    this.tool = fakeTool((input, options) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      this.#executions.push({ input, options, resolve, reject });
      return promise;
    }, traits);
  }

  /** How many executions have begun. */
  get count(): number {
    return this.#executions.length;
  }

  /** The execution that began as number `index`, counted from 0. */
  execution(index: number): Execution {
    const execution = this.#executions[index];
    if (!execution) throw new Error(`Cannot find execution ${index}: ${this.count} have begun`);
    return execution;
  }
}

/** What the agent loop gives to a call. */
export function callOptions(options: Partial<CallOptions> = {}): CallOptions {
  return { toolCallId: "call-1", messages: [], ...options };
}

/** Calls a tool as the agent loop does. */
export function callTool(
  tool: AgentTool,
  input: unknown,
  options: Partial<CallOptions> = {},
): Promise<unknown> {
  if (!tool.execute) throw new Error("Cannot call tool: it has no execute");
  return Promise.resolve(tool.execute(input, callOptions(options)));
}
