/**
 * Hands a conversation to a person when a tool that it needs is switched off.
 *
 * @module
 */
import { BilingualError, wordsOf } from "../kb/bilingual_error.ts";
import type { BreakerOpening } from "../shells/breaker.ts";
import type { Clock } from "../shells/clock.ts";
import type { OrderDesk } from "../tools/order_desk.ts";
import type { CallOptions, Language } from "../tools/types.ts";
import type { AgentEventOf } from "./agent_event.ts";
import type { HandoffFile } from "./handoff_file.ts";

/** What a hand-off needs that outlives a turn. */
export interface BreakerHandoffServices {
  readonly desk: Pick<OrderDesk, "createHandoff">;
  /** Keeps a pack that the desk would not take. */
  readonly file: Pick<HandoffFile, "append">;
  readonly clock: Clock;
  readonly language: (messages: CallOptions["messages"]) => Language;
  /** What the desk may see of a text: a person there can do nothing with an alias. @default {the text} */
  readonly reveal?: (text: string) => string;
}

/** Gets what is to be announced in the running turn. */
export type AnnounceHandoff = (
  event: Omit<AgentEventOf<"handoff.created">, "turn_id"> | Omit<AgentEventOf<"warning">, "turn_id">,
) => void;

/** A desk that has not answered by then is down as well; the call that opened the breaker waits so long. */
const DESK_WITHIN_MS = 5_000;
const LAST_MESSAGES = 2;
const LONGEST_MESSAGE = 500;

/**
 * Makes the pack, has the desk take it or keeps it in the file, and announces which.
 *
 * @param opening The breaker that opened. Its id makes the request id, so that a desk makes one hand-off of one opening.
 * @param messages The conversation.
 * @param services See {@linkcode BreakerHandoffServices}.
 * @param announce Gets `handoff.created`, or a `warning` that says where the pack is.
 * @returns What the model should know, in the language of the conversation. Never rejects.
 *
 * @example
 * ```ts
 * const told = await handOffBreaker(opening, messages, services, (event) => emit({ ...event, turn_id }));
 * ```
 */
export async function handOffBreaker(
  opening: BreakerOpening,
  messages: CallOptions["messages"],
  services: BreakerHandoffServices,
  announce: AnnounceHandoff,
): Promise<string> {
  const language = services.language(messages);
  const wording = WORDING[language];
  const requestId = `req_breaker_${opening.id}`;
  const pack = {
    reason: wording.reason(opening.tool, opening.failures.length),
    transcript: transcriptOf(opening, messages, wording),
  };
  try {
    const { reference } = await inTime(services, pack, requestId);
    announce({ type: "handoff.created", ticket_id: reference, reason: pack.reason, tool: opening.tool });
    return wording.handedOff(reference);
  } catch (error) {
    const kept = await services.file.append({ requestId, tool: opening.tool, ...pack }).catch(() =>
      undefined
    );
    announce({
      type: "warning",
      code: "handoff_not_sent",
      message: wording.notSent(opening.tool, wordsOf(error)[language]),
      hint: kept === undefined ? wording.lost : wording.kept(kept),
      retryable: false,
    });
    return wording.waiting;
  }
}

async function inTime(
  { desk, clock, reveal = String }: BreakerHandoffServices,
  pack: Parameters<OrderDesk["createHandoff"]>[0],
  requestId: string,
): ReturnType<OrderDesk["createHandoff"]> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const limit = new AbortController();
  const cancel = clock.after(DESK_WITHIN_MS, () => {
    reject(
      new BilingualError({
        en: `no answer within ${DESK_WITHIN_MS} ms`,
        zh: `${DESK_WITHIN_MS} 毫秒内没有应答`,
      }),
    );
    limit.abort();
  });
  try {
    const shown = { reason: reveal(pack.reason), transcript: reveal(pack.transcript) };
    return await Promise.race([desk.createHandoff(shown, { requestId, abortSignal: limit.signal }), late]);
  } finally {
    cancel();
  }
}

/** Short and plain: what the user said last, which tool failed, and how; no message of an error, no argument. */
function transcriptOf(
  { tool, failures }: BreakerOpening,
  messages: CallOptions["messages"],
  wording: Wording,
): string {
  const said = messages.filter(({ role }) => role === "user").map(({ content }) => textOf(content))
    .filter((text) => text !== "").slice(-LAST_MESSAGES);
  return [
    ...said.map((text) => wording.user(text.slice(0, LONGEST_MESSAGE).toWellFormed())),
    wording.tool(tool, failures.map(({ type }) => type).join(", ")),
  ].join("\n");
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content.trim();
  if (!Array.isArray(content)) return "";
  return content.map((part) => typeof part?.text === "string" ? part.text : "").join(" ").trim();
}

const EN = {
  reason: (tool: string, failures: number) =>
    `${tool} failed ${failures} times in a row and is switched off for now`,
  user: (text: string) => `User: ${text}`,
  tool: (tool: string, types: string) => `Tool: ${tool}. Failures: ${types}`,
  handedOff: (reference: string) =>
    `it is switched off for now, and the conversation has already been handed to a person under ${reference}`,
  waiting: "it is switched off for now, and a person is being told of it",
  notSent: (tool: string, why: string) =>
    `${tool} is switched off, and the hand-off could not be sent: ${why}`,
  kept: (path: string) => `The hand-off is kept in ${path}. Pass it on to a person`,
  lost: "The hand-off could not be kept either. Tell a person",
};

type Wording = typeof EN;

const ZH: Wording = {
  reason: (tool, failures) => `工具 ${tool} 连续失败 ${failures} 次，已暂时停用`,
  user: (text) => `用户：${text}`,
  tool: (tool, types) => `工具：${tool}。失败类型：${types}`,
  handedOff: (reference) => `该工具已暂时停用，这次对话已经转人工，交接单号 ${reference}`,
  waiting: "该工具已暂时停用，正在通知人工处理",
  notSent: (tool, why) => `工具 ${tool} 已停用，转人工没有送达：${why}`,
  kept: (path) => `交接内容保存在 ${path}，请转交给同事`,
  lost: "交接内容也没能保存，请直接告知同事",
};

const WORDING: Record<Language, Wording> = { en: EN, zh: ZH };
