/**
 * What a shell is.
 *
 * @module
 */
import type { AgentTool } from "../tools/types.ts";

/**
 * Wraps a tool and returns one of the same type. A tool without `execute` comes back unchanged, and so does a tool
 * that the shell has nothing to do for.
 *
 * @param tool The tool to wrap; never changed.
 * @param context `name`: the name the tool is registered under.
 */
export type Shell = (tool: AgentTool, context: { readonly name: string }) => AgentTool;
