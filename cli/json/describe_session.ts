/**
 * The first line of a JSON session.
 *
 * @module
 */
import type { Agent } from "../../agent/assemble_agent.ts";
import { NEVER_SWITCHED_OFF, SHELL_ORDER } from "../../agent/default_shells.ts";
import type { Program } from "../program.ts";
import { MAX_REPLAYED_TURNS } from "./replay_memory.ts";
import { MAX_LINE_BYTES, PROTOCOL } from "./protocol.ts";
import type { SessionStarted } from "./session_event.ts";

/** Front-end abilities that a client may rely on. */
const CAPABILITIES = ["approvals", "questions", "queue", "idempotency_key", "set_model", "heartbeat"];

/**
 * Describes a session that has started.
 *
 * @param program The program.
 * @param agent What the session runs on.
 * @param session `resumed`, and what to warn of.
 *
 * @example
 * ```ts
 * await writer.write(describeSession(program, agent, { resumed: false, warnings: [] }));
 * ```
 */
export function describeSession(
  program: Program,
  agent: Agent,
  session: { readonly resumed: boolean; readonly warnings: readonly string[] },
): SessionStarted {
  const { confirm, guardsPersonalData, interactions, limits, model, policy, registry } = agent;
  return {
    ...emptySession(program),
    resumed: session.resumed,
    model: { provider: model.provider, id: model.id },
    approval: { mode: typeof confirm === "string" ? confirm : "list", timeout_ms: interactions.deadlineMs },
    tools: Object.entries(registry.getAll()).map(([name, { traits }]) => {
      const approval = policy.guards({ name, traits });
      const skipped = new Set<string>(traits.interactive ? ["idempotency", "circuitBreaker", "timeout"] : []);
      if (NEVER_SWITCHED_OFF.includes(name)) skipped.add("circuitBreaker");
      if (!approval) skipped.add("approval");
      if (!guardsPersonalData) skipped.add("piiMask");
      return {
        name,
        kind: traits.kind,
        risk: traits.risk,
        approval,
        shells: SHELL_ORDER.filter((shell) => !skipped.has(shell)),
      };
    }),
    limits: {
      max_line_bytes: MAX_LINE_BYTES,
      max_output_bytes: limits.maxOutputBytes,
      max_steps: limits.maxSteps,
      max_replayed_turns: MAX_REPLAYED_TURNS,
    },
    warnings: [...session.warnings],
  };
}

/** The first line of a session that could not start: the next line says why. */
export function emptySession({ version, settings }: Program): SessionStarted {
  return {
    type: "session.started",
    protocol: PROTOCOL,
    agent: { name: "handrail", version },
    resumed: false,
    model: { provider: "unknown", id: settings.model },
    approval: { mode: "high_risk", timeout_ms: settings.approvalDeadlineMs },
    tools: [],
    capabilities: CAPABILITIES,
    limits: {
      max_line_bytes: MAX_LINE_BYTES,
      max_output_bytes: settings.maxOutputBytes,
      max_steps: settings.maxSteps,
      max_replayed_turns: MAX_REPLAYED_TURNS,
    },
    warnings: [],
  };
}
