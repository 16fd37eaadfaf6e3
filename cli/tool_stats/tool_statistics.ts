/**
 * Adds a call log up, tool by tool.
 *
 * @module
 */
import type { CallRecord } from "../../agent/calls/call_record.ts";
import { type Advice, findAdvice } from "./advice.ts";
import { EvidenceCounter } from "./evidence.ts";
import { ToolTally } from "./tool_tally.ts";
import { TurnPatterns } from "./turn_patterns.ts";

/** A tool of the table that is looked at. */
export interface KnownTool {
  /** Of its name, description and schema, estimated: what it costs each time the model speaks. */
  readonly tokens: number;
  /** Asks a person or hands over: fits any request, and may well be never called. */
  readonly isLastResort: boolean;
}

/** The figures of one tool. */
export interface ToolFigures {
  readonly tool: string;
  readonly calls: number;
  /** The part of its calls that did not end with `ok`, denied ones included. */
  readonly error_rate: number;
  readonly errors: Readonly<Record<string, number>>;
  /** Tries beyond the first of a call. */
  readonly retries: number;
  /** Calls that equal an earlier one of their turn. */
  readonly repeats: number;
  readonly replays: number;
  readonly asks: number;
  readonly denials: number;
  readonly repairs: number;
  /** Of the calls that ran; `null` when none did. */
  readonly latency_ms: { readonly p50: number; readonly p95: number } | null;
  /** `null` for a tool that is not in the table. */
  readonly description_tokens: number | null;
  readonly output_tokens: { readonly mean: number; readonly total: number };
}

/** What a log says. */
export interface ToolFindings {
  readonly calls: number;
  readonly turns: number;
  /** Times of the first and the last call; `null` when there is none. */
  readonly first: string | null;
  readonly last: string | null;
  readonly tools: readonly ToolFigures[];
  readonly advice: readonly Advice[];
}

/** Settings of {@linkcode ToolStatistics}. */
export interface ToolStatisticsOptions {
  /** The table, in its order. */
  readonly known: ReadonlyMap<string, KnownTool>;
  /** Only calls since then, RFC 3339 in UTC. @default {all} */
  readonly since?: string;
  /** Only calls of this session. @default {all} */
  readonly session?: string;
  /** Could a tool have been chosen by whoever worked with a profile's tools? @default {every tool} */
  readonly offers?: (profile: string, tool: string) => boolean;
}

/** More names than any table has: others are not counted one by one. */
const MOST_TOOLS = 500;
/** More profiles than any program has. */
const MOST_PROFILES = 50;

/**
 * Counts records as they come, in memory that does not grow with them.
 *
 * @example
 * ```ts
 * const statistics = new ToolStatistics({ known });
 * readCallLog(files, (record) => statistics.add(record));
 * statistics.findings().advice;
 * ```
 */
export class ToolStatistics {
  readonly #options: ToolStatisticsOptions;
  readonly #tallies = new Map<string, ToolTally>();
  readonly #unknown = new EvidenceCounter();
  readonly #patterns: TurnPatterns;
  /** How many calls were made with each profile's tools. */
  readonly #profiles = new Map<string, number>();
  #calls = 0;
  #first: string | null = null;
  #last: string | null = null;

  /** @param options See {@linkcode ToolStatisticsOptions}. */
  constructor(options: ToolStatisticsOptions) {
    this.#options = options;
    const { known } = options;
    this.#patterns = new TurnPatterns({ counts: (tool) => known.get(tool)?.isLastResort !== true });
  }

  /** Counts a call, if it is one that is asked for. */
  add(record: CallRecord): void {
    const { since, session } = this.#options;
    const { time, tool_name, call_id } = record;
    if (since !== undefined && time < since) return;
    if (session !== undefined && record.session_id !== session) return;
    this.#calls++;
    this.#countProfile(record.profile);
    if (this.#first === null || time < this.#first) this.#first = time;
    if (this.#last === null || time > this.#last) this.#last = time;
    this.#patterns.add(record);
    if (record.error_type === "unknown_tool") return this.#unknown.add(tool_name, call_id);
    let tally = this.#tallies.get(tool_name);
    if (!tally) {
      if (this.#tallies.size >= MOST_TOOLS) return;
      this.#tallies.set(tool_name, tally = new ToolTally());
    }
    tally.add(record);
  }

  /** What came of it; nothing is added afterwards. */
  findings(): ToolFindings {
    const { known, offers = () => true } = this.#options;
    this.#patterns.end();
    const chances = (tool: string) =>
      [...this.#profiles].reduce((sum, [profile, calls]) => sum + (offers(profile, tool) ? calls : 0), 0);
    const called = [...this.#tallies.keys()].sort((one, other) =>
      this.#callsOf(other) - this.#callsOf(one) || (one < other ? -1 : 1)
    );
    const names = [...called, ...[...known.keys()].filter((name) => !this.#tallies.has(name))];
    return {
      calls: this.#calls,
      turns: this.#patterns.turns,
      first: this.#first,
      last: this.#last,
      tools: names.map((name) =>
        figuresOf(name, this.#tallies.get(name) ?? new ToolTally(), known.get(name)?.tokens ?? null)
      ),
      advice: findAdvice({
        tallies: this.#tallies,
        patterns: this.#patterns,
        unknown: this.#unknown.entries(),
        allCalls: this.#calls,
        waiting: new Set([...known].filter(([, { isLastResort }]) => isLastResort).map(([name]) => name)),
        expected: new Map(
          [...known].filter(([, { isLastResort }]) => !isLastResort).map(([name]) => [name, chances(name)]),
        ),
      }),
    };
  }

  #countProfile(profile = ""): void {
    const calls = this.#profiles.get(profile) ?? 0;
    if (calls > 0 || this.#profiles.size < MOST_PROFILES) this.#profiles.set(profile, calls + 1);
  }

  #callsOf(name: string): number {
    return this.#tallies.get(name)?.calls ?? 0;
  }
}

function figuresOf(tool: string, tally: ToolTally, descriptionTokens: number | null): ToolFigures {
  const { calls, retries, repeats, replays, asks, denials, repairs, latency, outputTokens } = tally;
  const failed = [...tally.errors.values()].reduce((sum, count) => sum + count, 0);
  const [p50, p95] = [latency.quantile(0.5), latency.quantile(0.95)];
  return {
    tool,
    calls,
    error_rate: rounded(calls === 0 ? 0 : failed / calls, 4),
    errors: Object.fromEntries([...tally.errors].sort(([, one], [, other]) => other - one)),
    retries,
    repeats,
    replays,
    asks,
    denials,
    repairs,
    latency_ms: p50 === undefined || p95 === undefined
      ? null
      : { p50: rounded(p50, 1), p95: rounded(p95, 1) },
    description_tokens: descriptionTokens,
    output_tokens: { mean: calls === 0 ? 0 : Math.round(outputTokens / calls), total: outputTokens },
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
