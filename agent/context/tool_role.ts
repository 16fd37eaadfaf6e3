/**
 * What a tool's output is worth once it is old.
 *
 * @module
 */

/**
 * A `lookup` can be made again, so that its output may go. What a `write` did and what the user answered to a
 * `question` cannot be had a second time. A tool that nobody knows any more counts as a write.
 */
export type ToolRole = "lookup" | "question" | "write";

/** The role of a tool, by its name. */
export type RoleOf = (tool: string) => ToolRole;
