/**
 * Tools by name: the one place that decides which tools exist and in which order a model sees them.
 *
 * @module
 */
import type { AgentTool, ToolTable } from "./types.ts";
import { bilingual } from "../kb/bilingual_error.ts";

/** The meta tool that stands first in every table, because models weigh early entries higher. */
export const ASK_USER_TOOL = "agent_ask_to_user";

/**
 * A register of tools.
 *
 * @example
 * ```ts
 * const registry = new ToolRegistry().register("kb_query", kbQuery).register("ticket_create", ticketCreate);
 * streamText({ model, tools: registry.getAll(), prompt });
 * ```
 */
export class ToolRegistry {
  readonly #tools = new Map<string, AgentTool>();

  /**
   * Registers a tool. A name that is taken gets the new tool and keeps its place.
   *
   * @param name The name that the model calls.
   * @param tool The tool.
   * @returns This registry, for chaining.
   * @throws {TypeError} If the name is another tool's alias, or an alias is another tool's name or alias.
   */
  register(name: string, tool: AgentTool): this {
    for (const [other, { traits }] of this.#tools) {
      if (other === name) continue;
      const clash = traits.aliases.includes(name)
        ? name
        : tool.traits.aliases.find((alias) => alias === other || traits.aliases.includes(alias));
      if (clash !== undefined) {
        throw new TypeError(
          `Cannot register tool: ${name} and ${other} both answer to ${clash}. Rename one of them`,
        );
      }
    }
    this.#tools.set(name, tool);
    return this;
  }

  /**
   * Finds a tool by its name or one of its aliases.
   *
   * @param nameOrAlias What a model, a person or a setting called it.
   * @returns Its name and the tool, or `undefined`; inherited names such as `constructor` find nothing.
   */
  resolve(nameOrAlias: string): { readonly name: string; readonly tool: AgentTool } | undefined {
    const tool = this.#tools.get(nameOrAlias);
    if (tool) return { name: nameOrAlias, tool };
    for (const [name, candidate] of this.#tools) {
      if (candidate.traits.aliases.includes(nameOrAlias)) return { name, tool: candidate };
    }
    return undefined;
  }

  /**
   * The table for a model.
   *
   * @returns A plain object: the ask-user tool, then core, then extended tools, each group in order of registration.
   */
  getAll(): ToolTable {
    const rank = ([name, { traits }]: [string, AgentTool]) =>
      name === ASK_USER_TOOL ? 0 : traits.priority === "core" ? 1 : 2;
    return Object.fromEntries([...this.#tools].sort((a, b) => rank(a) - rank(b)));
  }

  /** The names in the order of {@linkcode ToolRegistry.getAll}. */
  names(): string[] {
    return Object.keys(this.getAll());
  }

  /**
   * A registry that holds only some of the tools: a capability boundary.
   *
   * @param names Names or aliases of the tools to keep.
   * @returns A new registry; this one stays as it is.
   * @throws {TypeError} If a name is unknown.
   */
  pick(names: readonly string[]): ToolRegistry {
    const picked = new ToolRegistry();
    for (const wanted of names) {
      const found = this.resolve(wanted);
      if (!found) {
        throw bilingual(TypeError, {
          en: `Cannot pick tool: ${JSON.stringify(wanted)} is unknown. Known: ${this.names().join(", ")}`,
          zh: `无法选取工具：没有 ${JSON.stringify(wanted)}。已有：${this.names().join("、")}`,
        });
      }
      picked.register(found.name, found.tool);
    }
    return picked;
  }
}
