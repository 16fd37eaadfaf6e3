/**
 * A turn's calls as a tree for a terminal.
 *
 * @module
 */
import { cleanText } from "../text/clean_text.ts";
import { foundNothing } from "../log/found_nothing.ts";
import type { TextStyle } from "../text/text_style.ts";
import { cutToWidth, padToWidth, textWidth } from "../text/text_width.ts";
import { firstOff, offReason } from "./first_off.ts";
import { durationText, type TraceWording, whyText } from "./trace_wording.ts";
import type { TracedCall } from "./traced_turn.ts";

/** How to draw. */
export interface DrawOptions {
  /** Columns, from 40 to 200; others are taken for the nearest of these. */
  readonly width: number;
  readonly wording: TraceWording;
  readonly style: TextStyle;
  /** What the longest bar stands for, in milliseconds. @default {the longest of these calls} */
  readonly longestMs?: number;
  /** Has the turn ended? @default {true} */
  readonly isOver?: boolean;
}

/** The narrowest and the widest tree. */
export const TRACE_WIDTHS = { least: 40, most: 200 } as const;

/** Below so many columns a call's arguments and time stand on a line of their own, and there are no bars. */
const NARROW = 72;
const TIME_WIDTH = 8;
const MARK = "▶ ";
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/**
 * Draws steps and calls: arguments, outcomes, and times as bars beside each other. The first call that is not as it should
 * be is marked, with the reason below it.
 *
 * @param calls In order.
 * @param options See {@linkcode DrawOptions}.
 * @returns The lines; none is wider than the width.
 *
 * @example
 * ```ts
 * drawTurn(turn.calls, { width: 100, wording: traceWording("en"), style: textStyle(false) }).join("\n");
 * ```
 */
export function drawTurn(calls: readonly TracedCall[], options: DrawOptions): string[] {
  return new Tree(calls, options).lines();
}

class Tree {
  readonly #calls: readonly TracedCall[];
  readonly #options: DrawOptions;
  readonly #width: number;
  readonly #outcomeWidth: number;
  readonly #barWidth: number;
  readonly #longestMs: number;

  constructor(calls: readonly TracedCall[], options: DrawOptions) {
    this.#calls = calls;
    this.#options = options;
    this.#width = Math.max(TRACE_WIDTHS.least, Math.min(TRACE_WIDTHS.most, Math.floor(options.width)));
    const widest = calls.reduce((most, call) => Math.max(most, textWidth(this.#outcome(call).text)), 0);
    this.#outcomeWidth = Math.max(1, Math.min(widest, Math.floor(this.#width * 0.35)));
    this.#barWidth = this.#width < NARROW ? 0 : Math.floor(this.#width / 8);
    this.#longestMs = options.longestMs ?? longestCall(calls);
  }

  lines(): string[] {
    const { wording, isOver } = this.#options;
    const off = firstOff(this.#calls, isOver);
    const steps = [...Map.groupBy(this.#calls, ({ step }) => step)];
    return steps.flatMap(([step, calls], at) => {
      const isLastStep = at === steps.length - 1;
      const stem = isLastStep ? "   " : "│  ";
      const drawn = calls.flatMap((call, position) => {
        const isLast = position === calls.length - 1;
        const below = `${stem}${isLast ? "   " : "│  "}`;
        const lines = this.#call(call, `${stem}${isLast ? "└─" : "├─"} `, below, call === off?.call);
        return off && call === off.call
          ? [...lines, ...this.#reason(below, whyText(off, wording), call)]
          : lines;
      });
      return [`${isLastStep ? "└─" : "├─"} ${wording.step(step)}`, ...drawn];
    });
  }

  #call(call: TracedCall, branch: string, below: string, isFirstOff: boolean): string[] {
    const { style } = this.#options;
    const { text, isGood } = this.#outcome(call);
    const outcome = padToWidth(text, this.#outcomeWidth);
    const dressed = isGood === undefined
      ? style.dim(outcome)
      : isGood
      ? style.good(outcome)
      : style.bad(outcome);
    const duration = call.durationMs === undefined ? "" : durationText(call.durationMs);
    const time = cutToWidth(duration, TIME_WIDTH).padStart(TIME_WIDTH);
    const input = oneLine(JSON.stringify(call.input) ?? "");
    const name = `${isFirstOff ? MARK : ""}${oneLine(call.tool)}`;
    const left = (content: string, width: number) => {
      const padded = padToWidth(`${branch}${content}`, width);
      return isFirstOff ? padded.replace(MARK, style.bad(MARK)) : padded;
    };
    if (this.#barWidth === 0) {
      const rest = padToWidth(`${below}${input === "{}" ? "" : input}`, this.#width - TIME_WIDTH - 1);
      const first = `${left(name, this.#width - this.#outcomeWidth - 1)} ${dressed}`;
      return [first.trimEnd(), style.dim(`${rest} ${time}`.trimEnd())];
    }
    const space = this.#width - this.#outcomeWidth - TIME_WIDTH - this.#barWidth - 3;
    return [
      `${left(`${name} ${input}`, space)} ${dressed} ${time} ${this.#bar(call.durationMs ?? 0)}`.trimEnd(),
    ];
  }

  #outcome(call: TracedCall): { readonly text: string; readonly isGood: boolean | undefined } {
    const { wording, isOver = true } = this.#options;
    if (call.status === undefined) {
      return { text: isOver ? `? ${wording.unknown}` : `… ${wording.running}`, isGood: undefined };
    }
    const why = offReason(call, isOver);
    const isGood = why === undefined;
    const mark = call.status !== "ok" ? "✗" : isGood ? "✓" : "!";
    const words = foundNothing(call.result) ? wording.nothing : statusWord(call.status, wording);
    return { text: `${mark} ${words}${call.replayed ? " ↺" : ""}`, isGood };
  }

  /** What went off, and what the call said about it. */
  #reason(below: string, why: string, { summary = "" }: TracedCall): string[] {
    const { wording, style } = this.#options;
    const width = this.#width;
    return [
      // The kind of failure may be a back end's own word.
      style.bad(cutToWidth(`${below}▲ ${oneLine(wording.firstOff(why))}`, width)),
      ...(summary === "" ? [] : [style.dim(cutToWidth(`${below}  ${oneLine(summary)}`, width))]),
    ];
  }

  /** As long as the call took, beside the longest one. */
  #bar(ms: number): string {
    const eighths = Math.min(8 * this.#barWidth, Math.round(8 * this.#barWidth * ms / this.#longestMs));
    // A call that took any time at all shows.
    const shown = ms > 0 ? Math.max(1, eighths) : 0;
    return "█".repeat(Math.floor(shown / 8)) + EIGHTHS[shown % 8];
  }
}

/**
 * The time of the longest call, in milliseconds; at least one.
 *
 * @param calls The calls of all turns that are drawn to one measure.
 *
 * @example
 * ```ts
 * longestCall([]); // 1
 * ```
 */
export function longestCall(calls: readonly TracedCall[]): number {
  return calls.reduce((longest, { durationMs = 0 }) => Math.max(longest, durationMs), 1);
}

/**
 * What a call came to, in words; a newer program's log may hold a status that is unknown here.
 *
 * @param status As the log has it.
 * @param wording The reader's.
 *
 * @example
 * ```ts
 * statusWord("denied", traceWording("en")); // "denied"
 * ```
 */
export function statusWord(status: string, { statuses }: TraceWording): string {
  return Object.hasOwn(statuses, status) ? statuses[status as keyof typeof statuses] : oneLine(status);
}

function oneLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, " ");
}
