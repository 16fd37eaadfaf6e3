/**
 * What the calls of a turn say together.
 *
 * @module
 */
import type { CallRecord } from "../../agent/calls/call_record.ts";
import { foundNothing } from "../log/found_nothing.ts";
import { EvidenceCounter } from "./evidence.ts";

/** So many turns may be open at once: a process has one or two, and few processes share a log. */
const MOST_TURNS = 64;
/** No turn has that many calls that differ. */
const MOST_CALLS = 100;
/** Names come from models when there is no such tool. */
const SEPARATOR = "\n";

/** Errors that say that something else was wanted. */
const WRONG: ReadonlySet<string> = new Set(["invalid_input", "not_found"]);

interface TurnCall {
  readonly id: string;
  readonly tool: string;
  readonly step: number;
  readonly end: "wrong" | "right" | "other";
}

interface Turn {
  readonly id: string;
  readonly calls: TurnCall[];
}

/** A pair of tools, and what shows it. */
export interface ToolPair {
  readonly one: string;
  readonly other: string;
  readonly count: number;
  readonly calls: readonly string[];
}

/**
 * Finds tools that were called in vain before the right one, and tools that are always called together.
 *
 * @example
 * ```ts
 * const patterns = new TurnPatterns({ counts: (tool) => tool !== "agent_ask_to_user" });
 * for (const record of records) patterns.add(record);
 * patterns.end();
 * patterns.misreadings();
 * ```
 */
export class TurnPatterns {
  readonly #counts: (tool: string) => boolean;
  /** A list, the latest last: a map would make garbage of every turn's id, and hold on to it. */
  readonly #turns: Turn[] = [];
  readonly #misreadings = new EvidenceCounter();
  readonly #pairs = new EvidenceCounter();
  readonly #turnsWith = new Map<string, number>();
  #ended = 0;

  /** @param options `counts`: is a tool's choice about the request? One that asks or hands over fits any. */
  constructor({ counts }: { readonly counts: (tool: string) => boolean }) {
    this.#counts = counts;
  }

  /** Turns that were seen. */
  get turns(): number {
    return this.#ended + this.#turns.length;
  }

  /** Takes a call; those of a turn come in order, those of several turns in any. */
  add(
    { turn_id, call_id: id, tool_name: tool, step = 0, status, error_type = "", result }: CallRecord,
  ): void {
    const { calls } = this.#turnOf(turn_id);
    if (!this.#counts(tool) || error_type === "unknown_tool" || calls.length >= MOST_CALLS) return;
    const isVain = foundNothing(result);
    const end = status === "ok" ? (isVain ? "wrong" : "right") : WRONG.has(error_type) ? "wrong" : "other";
    calls.push({ id, tool, step, end });
  }

  /** No more calls come. */
  end(): void {
    while (this.#turns.length > 0) this.#endOldest();
  }

  /** `one` was called in vain, and right after it `other` with success: how often. */
  misreadings(): ToolPair[] {
    return this.#misreadings.entries().map(pairOf);
  }

  /** Both were called in one turn: in how many. */
  pairs(): ToolPair[] {
    return this.#pairs.entries().map(pairOf);
  }

  /** In how many turns a tool was called. */
  turnsWith(tool: string): number {
    return this.#turnsWith.get(tool) ?? 0;
  }

  #turnOf(id: string): Turn {
    for (let at = this.#turns.length - 1; at >= 0; at--) {
      const turn = this.#turns[at];
      if (turn?.id === id) return turn;
    }
    if (this.#turns.length >= MOST_TURNS) this.#endOldest();
    const turn = { id, calls: [] };
    this.#turns.push(turn);
    return turn;
  }

  #endOldest(): void {
    const turn = this.#turns.shift();
    if (!turn) return;
    const { calls } = turn;
    this.#ended++;
    this.#findMisreading(calls);
    this.#findPairs(calls);
  }

  #findMisreading(calls: readonly TurnCall[]): void {
    for (const call of calls) {
      if (call.end !== "wrong") continue;
      const next = calls.find(({ step }) => step > call.step);
      if (next?.end !== "right" || next.tool === call.tool) continue;
      this.#misreadings.add(`${call.tool}${SEPARATOR}${next.tool}`, call.id);
    }
  }

  #findPairs(calls: readonly TurnCall[]): void {
    const first = new Map<string, string>();
    for (const { tool, id } of calls) {
      if (!first.has(tool)) first.set(tool, id);
    }
    const tools = [...first.keys()].sort();
    for (const [at, one] of tools.entries()) {
      this.#turnsWith.set(one, this.turnsWith(one) + 1);
      for (const other of tools.slice(at + 1)) {
        this.#pairs.add(`${one}${SEPARATOR}${other}`, first.get(one) ?? "", first.get(other) ?? "");
      }
    }
  }
}

function pairOf(
  [key, evidence]: [string, { readonly count: number; readonly calls: readonly string[] }],
): ToolPair {
  const [one = "", other = ""] = key.split(SEPARATOR);
  return { one, other, ...evidence };
}
