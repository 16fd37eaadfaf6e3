/**
 * A session's trace as a page.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { cleanText } from "../text/clean_text.ts";
import { escapeHtml } from "../text/escape_html.ts";
import { foundNothing } from "../log/found_nothing.ts";
import { longestCall, statusWord } from "./draw_turn.ts";
import { firstOff, type OffCall, offReason } from "./first_off.ts";
import { TRACE_STYLE } from "./trace_style.ts";
import { durationText, type TraceWording, traceWording, whyText } from "./trace_wording.ts";
import type { TracedCall, TracedTurn } from "./traced_turn.ts";

/** What the page is about. */
export interface TracePage {
  readonly sessionId: string;
  readonly title: string;
  readonly turns: readonly TracedTurn[];
  /** Did the call log say anything of it? */
  readonly hasLog: boolean;
  readonly language: Language;
}

/**
 * Writes one page that loads nothing and runs nothing: it can be sent, kept and opened anywhere. What was said and done is
 * text in it, never markup. Turns in which something went off are open, and the first such call of all stands on top.
 *
 * @param page See {@linkcode TracePage}. Its texts must be masked.
 *
 * @example
 * ```ts
 * await Deno.writeTextFile("trace.html", renderTraceHtml({ sessionId, title, turns, hasLog: true, language: "en" }));
 * ```
 */
export function renderTraceHtml({ sessionId, title, turns, hasLog, language }: TracePage): string {
  const wording = traceWording(language);
  const calls = turns.reduce((sum, turn) => sum + turn.calls.length, 0);
  const longest = longestCall(turns.flatMap((turn) => turn.calls));
  const sections = turns.map((turn) => turnSection(turn, longest, wording)).join("");
  return `<!doctype html>
<html lang="${language === "zh" ? "zh-CN" : "en"}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(`${wording.title}: ${title}`)}</title>
<style>${TRACE_STYLE}</style>
</head>
<body>
<h1>${text(title)}</h1>
<p class="dim">${wording.session} <code>${text(sessionId)}</code> · ${wording.turns(turns.length)} · ${
    wording.calls(calls)
  }</p>
${hasLog ? "" : `<p class="dim">${wording.noLog}</p>\n`}${banner(turns, wording)}
${sections}</body>
</html>
`;
}

function banner(turns: readonly TracedTurn[], wording: TraceWording): string {
  for (const turn of turns) {
    const off = firstOff(turn.calls);
    if (!off) continue;
    const words = wording.firstOffIn(turn.number, off.call.tool, whyText(off, wording));
    return `<p class="banner bad"><a href="#${anchorOf(turn, off.call)}">${text(words)}</a></p>`;
  }
  return `<p class="banner">${wording.allWell}</p>`;
}

function turnSection(turn: TracedTurn, longest: number, wording: TraceWording): string {
  const { number, time, request, answer, calls, model } = turn;
  const off = firstOff(calls);
  const total = calls.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
  const known = calls.some(({ durationMs }) => durationMs !== undefined);
  const facts = [
    ...(time === undefined ? [] : [time.slice(0, 19).replace("T", " ")]),
    wording.calls(calls.length),
    ...(known ? [wording.inTools(durationText(total))] : []),
    ...(model === undefined ? [] : [model]),
  ];
  const steps = [...Map.groupBy(calls, ({ step }) => step)].map(([step, group]) =>
    `<h3>${wording.step(step)}</h3>\n${
      group.map((call) => callSection(turn, call, off, longest, wording)).join("")
    }`
  );
  const mark = off ? `<span class="bad">▶</span> ` : "";
  return `<details class="turn"${off ? " open" : ""}>
<summary>${mark}<strong>${wording.turn(number)}</strong> <span class="dim">${text(facts.join(" · "))}</span>${
    request === undefined ? "" : ` ${text(shortened(request, 80))}`
  }</summary>
<div>
${said(wording.request, request)}${steps.join("")}${said(wording.answer, answer)}</div>
</details>
`;
}

function said(label: string, words: string | undefined): string {
  return words === undefined || words === "" ? "" : `<h3>${label}</h3>\n<p class="said">${text(words)}</p>\n`;
}

function callSection(
  turn: TracedTurn,
  call: TracedCall,
  off: OffCall | undefined,
  longest: number,
  wording: TraceWording,
): string {
  const isFirst = off?.call === call;
  const why = offReason(call);
  const kind = isFirst ? "call off first" : why === undefined ? "call" : "call off";
  const share = Math.round(100 * (call.durationMs ?? 0) / longest);
  const time = call.durationMs === undefined ? "" : durationText(call.durationMs);
  const bar = call.durationMs === undefined
    ? "<span></span>"
    : `<span class="bar" aria-hidden="true"><i style="width:${share}%"></i></span>`;
  const reason = off && isFirst
    ? `<p class="why">▲ ${text(wording.firstOff(whyText(off, wording)))}</p>\n`
    : "";
  return `<details class="${kind}" id="${anchorOf(turn, call)}"${isFirst ? " open" : ""}>
<summary><code>${text(call.tool)} ${text(shortened(json(call.input), 200))}</code>${
    outcome(call, wording)
  }<span class="time">${time}</span>${bar}</summary>
${reason}<dl>${facts(call, wording)}</dl>
</details>
`;
}

function outcome(call: TracedCall, wording: TraceWording): string {
  if (call.status === undefined) return `<span class="warn">? ${wording.unknown}</span>`;
  const words = text(foundNothing(call.result) ? wording.nothing : statusWord(call.status, wording));
  const replayed = call.replayed ? ` <span class="dim">↺ ${wording.replayed}</span>` : "";
  if (call.status !== "ok") return `<span class="bad">✗ ${words}</span>`;
  return offReason(call) === undefined
    ? `<span class="good">✓ ${words}${replayed}</span>`
    : `<span class="warn">! ${words}${replayed}</span>`;
}

/** What is known of a call beyond its line; nothing is said of what went as it always does. */
function facts(call: TracedCall, wording: TraceWording): string {
  const { fields } = wording;
  const { approval, repair, circuit, attempts, repeat, errorType, summary } = call;
  const rows: [string, string | undefined][] = [
    [fields.callId, `<code>${text(call.callId)}</code>`],
    [fields.input, `<pre>${text(json(call.input, 2))}</pre>`],
    [fields.summary, outcomeText(summary, errorType)],
    [
      fields.approval,
      approval && text([approval.decision, approval.by, approval.reason ?? ""].join(" ").trim()),
    ],
    [fields.repair, repair && repairText(repair, wording)],
    [fields.repeat, repeat > 0 ? `${repeat}` : undefined],
    [fields.attempts, attempts === undefined || attempts === 1 ? undefined : `${attempts}`],
    [fields.circuit, circuit === undefined || circuit === "closed" ? undefined : text(circuit)],
    [fields.output, call.output === undefined ? undefined : `<pre>${text(json(call.output, 2))}</pre>`],
  ];
  return rows.map(([name, value]) => value === undefined ? "" : `<dt>${name}</dt><dd>${value}</dd>`).join("");
}

/** A newer program's log may hold a kind that is unknown here. */
function repairText(repair: string, { repairs }: TraceWording): string {
  return Object.hasOwn(repairs, repair) ? repairs[repair as keyof typeof repairs] : text(repair);
}

function outcomeText(summary = "", errorType: string | undefined): string | undefined {
  const parts = [errorType === undefined ? "" : `<code>${text(errorType)}</code>`, text(summary)];
  const shown = parts.filter((part) => part !== "").join(" ");
  return shown === "" ? undefined : shown;
}

/** Ids of calls may be anything: they are counted instead. */
function anchorOf({ number, calls }: TracedTurn, call: TracedCall): string {
  return `t${number}c${calls.indexOf(call) + 1}`;
}

function json(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent) ?? "";
}

function shortened(words: string, length: number): string {
  const characters = [...words.replaceAll(/\s+/g, " ")];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : characters.join("");
}

function text(words: string): string {
  return escapeHtml(cleanText(words));
}
