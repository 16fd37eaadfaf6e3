/**
 * `handrail sessions trace`.
 *
 * @module
 */
import type { CallRecord } from "../../agent/calls/call_record.ts";
import { sessionTitle } from "../../agent/sessions/list_sessions.ts";
import { fileFault } from "../../kb/file_fault.ts";
import { mapTexts } from "../../shells/pii/map_texts.ts";
import { maskForLog } from "../../shells/pii/mask_for_log.ts";
import { cleanText } from "../text/clean_text.ts";
import { EXIT } from "../exit_code.ts";
import type { Flags } from "../flags.ts";
import { callLogPath } from "../log/call_log_file.ts";
import { callLogFiles, readCallLog } from "../log/read_call_log.ts";
import type { Program } from "../program.ts";
import { writeAtomically } from "../replay/write_atomically.ts";
import { sessionFile } from "../sessions/open_stored.ts";
import { tellFault } from "../tell_fault.ts";
import { textStyle } from "../text/text_style.ts";
import { unreadable } from "../settings/unreadable.ts";
import { UsageError } from "../usage_error.ts";
import { TRACE_WIDTHS } from "./draw_turn.ts";
import { firstOff } from "./first_off.ts";
import { renderTraceHtml } from "./render_trace_html.ts";
import { renderTraceText } from "./render_trace_text.ts";
import { callTimes, traceSession } from "./trace_session.ts";
import type { TracedTurn } from "./traced_turn.ts";

/** Columns where no terminal says how many there are. */
const PLAIN_WIDTH = 100;

/**
 * Writes the trace of a session: a tree, a page or JSON, to standard output or a file.
 *
 * @param program The program.
 * @param asked The session; or a call, whose turn is traced then.
 * @param flags `turn`, `width`, `html`, `json`, `output`.
 * @returns The exit code: 1 when neither a session nor a record of that id is there.
 * @throws {UsageError} If the id is none, or a flag has a value that means nothing.
 *
 * @example
 * ```ts
 * await showTrace(program, "ses_1", parseCommandLine(["sessions", "trace", "ses_1", "--html"]).flags);
 * ```
 */
export async function showTrace(program: Program, asked: string, flags: Flags): Promise<number> {
  const { settings, output } = program;
  if (flags.html && flags.json) {
    throw new UsageError({
      en: "Cannot trace as both: write --html or --json, not both",
      zh: "不能同时输出两种：--html 和 --json 只写一个",
    });
  }
  const width = readNumber("width", flags.width, TRACE_WIDTHS.least, TRACE_WIDTHS.most) ??
    (output.isTerminal() && flags.output === undefined ? output.columns() : PLAIN_WIDTH);
  const number = readNumber("turn", flags.turn, 1, 1_000_000);
  const { id, records, turnId } = findRecords(program, asked);
  const file = sessionFile(program, id);
  const [stored, lines] = [await file.load(), await file.read()];
  if (!stored && records.length === 0) {
    await tellFault(program, {
      en: `Cannot trace ${id}: neither a session nor a call of that id is there. See handrail sessions list`,
      zh: `无法追踪 ${id}：没有这个编号的会话或调用。见 handrail sessions list`,
    });
    return EXIT.failed;
  }
  const mask = await createMask(program);
  const all = traceSession(stored?.messages ?? [], records, callTimes(lines?.records ?? [])).map((turn) =>
    maskTurn(turn, mask)
  );
  const isAsked = (turn: TracedTurn) =>
    number === undefined ? turnId === undefined || turn.turnId === turnId : turn.number === number;
  const turns = all.filter(isAsked);
  if (number !== undefined && turns.length === 0) {
    await tellFault(program, {
      en: `Cannot trace turn ${number}: the last one of session ${id} is turn ${all.length}`,
      zh: `无法追踪第 ${number} 轮：会话 ${id} 共 ${all.length} 轮`,
    });
    return EXIT.failed;
  }
  const title = cleanText(mask(stored ? sessionTitle(stored) : "")) || id;
  const [hasLog, { language }] = [records.length > 0, settings];
  const color = settings.color && output.isTerminal() && flags.output === undefined;
  const text = flags.html
    ? renderTraceHtml({ sessionId: id, title, turns, hasLog, language })
    : flags.json
    ? `${JSON.stringify({ session_id: id, title, has_log: hasLog, turns: turns.map(asJson) }, null, 2)}\n`
    : renderTraceText(turns, { width, language, style: textStyle(color), hasLog });
  return await deliver(program, flags.output, text);
}

async function deliver(program: Program, path: string | undefined, text: string): Promise<number> {
  const { output } = program;
  if (path === undefined) {
    await output.write(text);
    return EXIT.completed;
  }
  try {
    await writeAtomically(path, text);
  } catch (error) {
    const { en, zh } = fileFault(error);
    await tellFault(program, {
      en: `Cannot write ${path}: ${en}. Give another file`,
      zh: `无法写入 ${path}：${zh}。请换一个文件`,
    });
    return EXIT.failed;
  }
  await output.write(`${path}\n`);
  return EXIT.completed;
}

/** A session, and what the log has of it. */
interface FoundRecords {
  readonly id: string;
  readonly records: readonly CallRecord[];
  /** The turn of the call that was asked for. */
  readonly turnId?: string;
}

/** Statistics name calls: where no session has that id, the last call with it leads to its own. */
function findRecords({ settings }: Program, id: string): FoundRecords {
  const files = callLogFiles(callLogPath(settings));
  const recordsOf = (session: string) => {
    const records: CallRecord[] = [];
    let call: CallRecord | undefined;
    readCallLog(files, (record) => {
      if (record.session_id === session) records.push(record);
      if (record.call_id === id) call = record;
    });
    return { records, call };
  };
  const { records, call } = recordsOf(id);
  if (records.length > 0 || !call) return { id, records };
  const { session_id, turn_id } = call;
  return { id: session_id, records: recordsOf(session_id).records, turnId: turn_id };
}

/**
 * Both files are masked as they are written; here it is done once more, by the rules of whoever shows them to others: a
 * session may be from before personal data was guarded.
 */
async function createMask({ settings, secret }: Program): Promise<(text: string) => string> {
  if (!settings.personalData.guard) return (text) => maskForLog(text);
  const { createPersonalDataRules } = await import("../create_personal_data_rules.ts");
  const { recognisers } = await createPersonalDataRules(settings.personalData, secret);
  return (text) => maskForLog(maskForLog(text), recognisers);
}

/** Ids, names and times are left alone. */
function maskTurn(turn: TracedTurn, mask: (text: string) => string): TracedTurn {
  const masked = <T>(value: T) => mapTexts(value, mask) as T;
  const { request, answer } = turn;
  return {
    ...turn,
    ...(request !== undefined && { request: mask(request) }),
    ...(answer !== undefined && { answer: mask(answer) }),
    calls: turn.calls.map(({ input, summary, output, approval, ...call }) => ({
      ...call,
      input: masked(input),
      ...(summary !== undefined && { summary: mask(summary) }),
      ...(output !== undefined && { output: masked(output) }),
      ...(approval && { approval: masked(approval) }),
    })),
  };
}

function readNumber(
  name: string,
  value: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,7}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  throw unreadable(`--${name}`, {
    en: `${JSON.stringify(value)} is no number from ${least} to ${most}`,
    zh: `${JSON.stringify(value)} 不是 ${least} 到 ${most} 之间的整数`,
  });
}

/** In the names of the log. */
function asJson({ number, turnId, time, model, request, answer, calls }: TracedTurn): unknown {
  const off = firstOff(calls);
  return {
    turn: number,
    turn_id: turnId,
    time,
    model,
    request,
    answer,
    first_off: off
      ? { call_id: off.call.callId, step: off.call.step, tool_name: off.call.tool, why: off.why }
      : null,
    calls: calls.map((call) => ({
      call_id: call.callId,
      tool_name: call.tool,
      step: call.step,
      params: call.input,
      status: call.status,
      error_type: call.errorType,
      result: call.result,
      response_summary: call.summary,
      latency_ms: call.durationMs,
      attempts: call.attempts,
      replayed: call.replayed,
      repeat: call.repeat,
      repair: call.repair,
      approval: call.approval,
      circuit: call.circuit,
    })),
  };
}
