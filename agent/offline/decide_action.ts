import type { LanguageModelV4CallOptions, LanguageModelV4ToolChoice } from "@ai-sdk/provider";
import { askQuestion } from "./ask_question.ts";
import { plannedCalls } from "./planned_calls.ts";
import { introduce } from "./introduce.ts";
import { isWrite } from "./is_write.ts";
import { languageOf } from "../../tools/reply_language.ts";
import type { JsonObject, Language } from "../../tools/types.ts";
import type { OfflineTool } from "./offline_tool.ts";
import { phraseOutcomes } from "./phrase_outcomes.ts";
import { type Intent, readIntent } from "./read_intent.ts";
import { readTools } from "./read_tools.ts";
import { readTurns, type ToolOutcome } from "./read_turns.ts";
import { requestKind } from "./request_kind.ts";

/** What the model does in one step: say something, or call tools. */
export type ModelAction =
  | { readonly type: "say"; readonly text: string }
  | {
    readonly type: "call";
    readonly calls: readonly { readonly toolName: string; readonly input: JsonObject }[];
  };

/** What a decision needs beside the call options. */
export interface DecisionSettings {
  readonly now: number;
  readonly locale: Language;
}

const MOST_REFUSALS = 2;

/**
 * Decides the next step of a conversation.
 *
 * @param options The call options: messages, tools, tool choice.
 * @param settings The clock and the language to fall back to.
 * @returns The step.
 *
 * @example
 * ```ts
 * decideAction({ prompt, tools }, { now: Date.now(), locale: "en" });
 * ```
 */
export function decideAction(options: LanguageModelV4CallOptions, settings: DecisionSettings): ModelAction {
  const turns = readTurns(options.prompt);
  const tools = readTools(options.tools);
  const turn = turns.at(-1);
  const request = turn?.request ?? "";
  // A message without words, such as "A-1024", is in the language of the one before.
  const language = turns.reduce((before, turn) => languageOf(turn.request) ?? before, settings.locale);
  const toolChoice = options.toolChoice ?? { type: "auto" };
  const asks = (name: string) => tools.some((tool) => tool.name === name && tool.role === "asks");
  const done = (turn?.outcomes ?? []).filter(({ toolName }) => !asks(toolName));
  const switchedOff = readTools(switchedOffTools(options));
  const intent = readIntent(turns, { tools: [...tools, ...switchedOff], toolChoice, now: settings.now });
  if (done.length > 0) {
    const missing = done.every(({ kind, value }) => isFailure(kind, value)) ? intent?.missing[0] : undefined;
    return say(
      missing ? askQuestion(missing, language) : phraseOutcomes(done, intent?.request ?? request, language),
    );
  }
  if (intent === undefined || toolChoice.type === "none") {
    return say(introduce(requestKind(request), tools, language));
  }
  // Doing something else instead would look like an answer.
  if (switchedOff.some(({ name }) => name === intent.tool.name)) {
    return say(SWITCHED_OFF[language](intent.tool.name));
  }
  return pursue(intent, tools, language, toolChoice);
}

/** Tools that the program does not show any more; what would have been meant for one of them is still recognised. */
function switchedOffTools(
  { providerOptions }: LanguageModelV4CallOptions,
): LanguageModelV4CallOptions["tools"] {
  const { switchedOff } = Object(providerOptions?.handrail) as { switchedOff?: unknown };
  return Array.isArray(switchedOff) ? switchedOff : [];
}

function pursue(
  intent: Intent,
  tools: readonly OfflineTool[],
  language: Language,
  toolChoice: LanguageModelV4ToolChoice,
): ModelAction {
  const [field] = intent.missing;
  const asker = tools.find((tool) => tool.role === "asks");
  // Who demands a call gets one, with what is known; the tool's own validation says what is missing. So does a read
  // of which something is known, where no tool asks: its refusal costs nothing, and shows what was understood.
  const demanded = toolChoice.type === "tool" ||
    asker === undefined && (toolChoice.type === "required" || isHalfKnownRead(intent));
  if (field === undefined || demanded) return { type: "call", calls: plannedCalls(intent) };
  if (intent.refusals >= MOST_REFUSALS) return say(GIVE_UP[language]);
  const question = askQuestion(field, language);
  const questionField = asker?.fields.find((each) => each.required);
  if (!asker || !questionField || intent.nobody) return say(question);
  const offers = asker.fields.some((each) => each.name === "options" && each.type === "array");
  const options = field.options.filter((option) => typeof option === "string");
  const input = { [questionField.name]: question, ...(offers && options.length > 0 && { options }) };
  return { type: "call", calls: [{ toolName: asker.name, input }] };
}

function isHalfKnownRead({ tool, values }: Intent): boolean {
  return !isWrite(tool) && Object.keys(values).length > 0;
}

function isFailure(kind: ToolOutcome["kind"], value: unknown): boolean {
  return kind === "error" || (Object(value) as { status?: unknown }).status === "error";
}

function say(text: string): ModelAction {
  return { type: "say", text };
}

const SWITCHED_OFF = {
  zh: (tool: string) => `工具 ${tool} 连续出错，已暂时停用，这个请求没有执行。可以稍后再试，或者说“转人工”。`,
  en: (tool: string) =>
    `${tool} kept failing and is switched off for now, so nothing was done. You can try again later, or ask for a person.`,
};

const GIVE_UP = {
  zh: "还是没有得到可用的信息，这个请求我先不处理了，什么也没有执行。需要时请重新告诉我。",
  en:
    "I still do not have a usable value, so I leave this request undone. Please tell me again when you have it.",
};
