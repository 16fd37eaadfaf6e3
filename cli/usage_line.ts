/**
 * What a turn took, in a line.
 *
 * @module
 */
import type { AgentEventOf } from "../agent/agent_event.ts";
import type { Wording } from "./wording.ts";

/**
 * The tokens of a turn and, where it is known and not nothing, what they cost.
 *
 * @param event The end of the turn.
 * @param wording In which language.
 * @returns The line; `undefined` when the model reported nothing.
 *
 * @example
 * ```ts
 * usageLine(event, wordingOf("en")); // "↑ 1,234 ↓ 56 tokens · $0.0012"
 * ```
 */
export function usageLine(
  { usage, cost_usd }: Pick<AgentEventOf<"turn.completed">, "usage" | "cost_usd">,
  wording: Wording,
): string | undefined {
  const { input_tokens, output_tokens } = usage.turn;
  if (input_tokens === null && output_tokens === null) return undefined;
  const tokens = wording.usage(grouped(input_tokens), grouped(output_tokens));
  return cost_usd === null || cost_usd === 0 ? tokens : `${tokens} · ${dollars(cost_usd)}`;
}

function grouped(count: number | null): string {
  return count === null ? "?" : count.toLocaleString("en-US");
}

/** Two digits that say something, four at most. */
function dollars(amount: number): string {
  if (amount < 0.0001) return "<$0.0001";
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}
