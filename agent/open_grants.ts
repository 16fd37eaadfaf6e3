/**
 * What is allowed for the whole of a session.
 *
 * @module
 */
import { ApprovalGrants } from "../shells/approval_grants.ts";
import type { AgentSessionOptions } from "./agent_session_options.ts";

/**
 * The permissions of a session, which keeps every change of them.
 *
 * @param options Those of the session.
 *
 * @example
 * ```ts
 * openGrants({ clock, log }).list(); // []
 * ```
 */
export function openGrants(
  { clock, grants, log }: Pick<AgentSessionOptions, "clock" | "grants" | "log">,
): ApprovalGrants {
  return new ApprovalGrants({
    now: () => clock.now(),
    ...(grants && { grants }),
    // A permission that is not kept asks once more later; that is no reason to stop now.
    onChange: (changed, change) => {
      const keeping = log.changeGrants?.(change) ?? log.keep({ type: "grants", grants: changed });
      void keeping.catch(() => {});
    },
  });
}
