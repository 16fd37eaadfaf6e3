/**
 * How a session is gone on with.
 *
 * @module
 */
import type { Flags } from "./flags.ts";

/**
 * The command line that continues a session. With the profile that it ran in: without it, a session that had one role's
 * tools would go on with all.
 *
 * @param command The command it was run by.
 * @param flags Its flags.
 * @param id The session.
 *
 * @example
 * ```ts
 * resumeCommandLine("json", { profile: "order" }, "ses_1"); // "handrail json --profile order --session ses_1"
 * ```
 */
export function resumeCommandLine(
  command: "json" | "run",
  { profile }: Pick<Flags, "profile">,
  id: string,
): string {
  return ["handrail", command, ...(profile === undefined ? [] : ["--profile", profile]), "--session", id]
    .join(" ");
}
