/**
 * An agent whose tools are looked at.
 *
 * @module
 */
import type { Agent } from "../agent/assemble_agent.ts";
import { MemoryBreakerStore } from "../shells/stores/memory_breaker_store.ts";
import { MemoryIdempotencyStore } from "../shells/stores/memory_idempotency_store.ts";
import type { Program } from "./program.ts";

/**
 * Builds an agent that calls nothing: no model is asked, so that a key that is not set does not stand in the way, no store
 * is opened and no secret is made. What a profile's tools are, and which of them ask first, can be read off it.
 *
 * @param program The program.
 * @param profile The role. @default {the one with every tool}
 * @throws {UsageError} If there is no such role, or a setting names something unknown.
 *
 * @example
 * ```ts
 * (await inspectAgent(program, flags.profile)).registry.names();
 * ```
 */
export async function inspectAgent(
  program: Pick<Program, "assembleAgent" | "now">,
  profile?: string,
): Promise<Agent> {
  const { now } = program;
  return await program.assembleAgent({ profile, model: "offline", approve: [] }, {
    store: new MemoryIdempotencyStore({ clock: { now } }),
    breakerStore: new MemoryBreakerStore({ elapsed: now }),
    // It keys nothing that is kept.
    secret: "looked at",
  });
}
