/**
 * A session's trace for a terminal.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { cleanText } from "../text/clean_text.ts";
import { wrapText } from "../markdown/wrap_text.ts";
import type { TextStyle } from "../text/text_style.ts";
import { cutToWidth } from "../text/text_width.ts";
import { drawTurn, longestCall, TRACE_WIDTHS } from "./draw_turn.ts";
import { firstOff } from "./first_off.ts";
import { durationText, traceWording, whyText } from "./trace_wording.ts";
import type { TracedTurn } from "./traced_turn.ts";

/** How to draw. */
export interface TraceTextOptions {
  /** Columns, from 40 to 200. */
  readonly width: number;
  readonly language: Language;
  readonly style: TextStyle;
  /** Did the call log say anything of it? */
  readonly hasLog: boolean;
}

/**
 * Draws turn after turn, and says at the end where the session went off first.
 *
 * @param turns In order.
 * @param options See {@linkcode TraceTextOptions}.
 * @returns Text that ends with a line feed; no line is wider than the width.
 *
 * @example
 * ```ts
 * await output.write(renderTraceText(turns, { width: 100, language: "en", style: textStyle(false), hasLog: true }));
 * ```
 */
export function renderTraceText(turns: readonly TracedTurn[], options: TraceTextOptions): string {
  const { language, style, hasLog } = options;
  const wording = traceWording(language);
  const width = Math.max(TRACE_WIDTHS.least, Math.min(TRACE_WIDTHS.most, options.width));
  const clean = (text: string) => cleanText(text).replaceAll(/\s+/g, " ");
  const fit = (text: string) => cutToWidth(clean(text), width);
  // What is said of the whole is said to its end.
  const wrap = (text: string, dress: (line: string) => string) =>
    wrapText(clean(text), width).split("\n").map((line) => dress(cutToWidth(line, width)));
  const longestMs = longestCall(turns.flatMap(({ calls }) => calls));
  const drawn = turns.map(({ number, time, request, calls }) => {
    const known = calls.some(({ durationMs }) => durationMs !== undefined);
    const total = calls.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
    const head = [
      wording.turn(number),
      ...(time === undefined ? [] : [time.slice(0, 19).replace("T", " ")]),
      wording.calls(calls.length),
      ...(known ? [wording.inTools(durationText(total))] : []),
    ];
    return [
      style.bold(fit(head.join(" · "))),
      ...(request === undefined ? [] : [fit(`› ${request}`)]),
      ...drawTurn(calls, { width, wording, style, longestMs }),
      "",
    ];
  });
  const off = turns.flatMap((turn) => {
    const first = firstOff(turn.calls);
    return first ? [wording.firstOffIn(turn.number, first.call.tool, whyText(first, wording))] : [];
  });
  const end = off[0] === undefined ? [style.good(wording.allWell)] : wrap(off[0], style.bad);
  return `${[...drawn.flat(), ...(hasLog ? [] : wrap(wording.noLog, style.dim)), ...end].join("\n")}\n`;
}
