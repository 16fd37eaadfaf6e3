import type { LanguageModelV4ToolChoice } from "@ai-sdk/provider";
import type { JsonObject } from "../../tools/types.ts";
import { answerField } from "./answer_field.ts";
import { askQuestion } from "./ask_question.ts";
import { chooseTool } from "./choose_tool.ts";
import { fillArguments } from "./fill_arguments.ts";
import type { OfflineTool } from "./offline_tool.ts";
import { readAnswer } from "./read_answer.ts";
import type { ConversationTurn } from "./read_turns.ts";
import { requestKind } from "./request_kind.ts";
import type { SchemaField } from "./schema_field.ts";
import { scoreTools } from "./score_tools.ts";

/** What the user wants, as far as it is known. */
export interface Intent {
  readonly tool: OfflineTool;
  /** The request as the user made it. */
  readonly request: string;
  /** Answers that were given since, in order. */
  readonly answers: readonly string[];
  readonly values: JsonObject;
  readonly missing: readonly SchemaField[];
  /** How often the first missing field was asked for and the answer did not fit. */
  readonly refusals: number;
  /** The asking tool found nobody to answer. */
  readonly nobody: boolean;
}

/** What intents are read from. */
export interface IntentContext {
  readonly tools: readonly OfflineTool[];
  readonly toolChoice: LanguageModelV4ToolChoice;
  readonly now: number;
}

const DROPPED =
  /^(?:cancel|never ?mind|forget it|stop|no thanks|算了|取消|不用了|不必了|没事了)[\s.!。！]*$/i;

/** How every question of askQuestion begins. */
const QUESTION = /请问|What is /;

/**
 * Works out what the user wants after the last turn. Nothing is remembered between calls: the conversation is
 * read again each time, and a question of the assistant's own ties an answer to the request before it.
 *
 * @param turns The conversation.
 * @param context The table and the clock.
 * @returns The intent, or `undefined` when no tool is meant.
 *
 * @example
 * ```ts
 * readIntent(readTurns(prompt), { tools, toolChoice: { type: "auto" }, now: 0 });
 * ```
 */
export function readIntent(turns: readonly ConversationTurn[], context: IntentContext): Intent | undefined {
  let intent: Intent | undefined;
  for (const turn of turns.slice(firstRelevant(turns))) {
    const pending = intent && isAsked(intent, turn.before) ? intent : undefined;
    intent = (pending && continued(pending, turn.request, context)) ?? fresh(turn.request, context, pending);
    for (const { toolName, value } of turn.outcomes) {
      const asks = context.tools.some((tool) => tool.name === toolName && tool.role === "asks");
      if (!asks || intent === undefined) continue;
      const answer = readAnswer(value);
      intent = answer === undefined ? { ...intent, nobody: true } : answered(intent, answer, context);
    }
  }
  return intent;
}

/** Only a chain of questions and answers ties a turn to those before it. */
function firstRelevant(turns: readonly ConversationTurn[]): number {
  let first = turns.length - 1;
  while (first > 0 && QUESTION.test(turns[first]?.before ?? "")) first -= 1;
  return Math.max(0, first);
}

function isAsked(intent: Intent, said: string): boolean {
  const [field] = intent.missing;
  if (field === undefined) return false;
  return said.includes(askQuestion(field, "zh")) || said.includes(askQuestion(field, "en"));
}

/** `undefined` when the message is no answer but says something new. */
function continued(pending: Intent, request: string, context: IntentContext): Intent | undefined {
  const [field] = pending.missing;
  if (field === undefined || DROPPED.test(request.trim())) return undefined;
  const fits = answerField(pending.tool, field, request, context.now) !== undefined;
  const best = scoreTools(context.tools, request)[0];
  const elsewhere = chooseTool(context.tools, request, { type: "auto" });
  const isLike = elsewhere !== undefined && best?.tool === elsewhere && (best.hasValue || best.share >= 0.5);
  // "B-0001" answers, whatever tool it would suit; "Where is A-1024?" and "Cancel A-2048" do not.
  const speaks = best !== undefined && (best.isSingledOut || requestKind(request) === "question");
  const isNew = isLike && (!fits || speaks && elsewhere !== pending.tool);
  return isNew ? undefined : answered({ ...pending, nobody: false }, request, context);
}

function fresh(request: string, context: IntentContext, pending: Intent | undefined): Intent | undefined {
  if (pending && DROPPED.test(request.trim())) return undefined;
  const tool = chooseTool(context.tools, request, context.toolChoice);
  if (tool === undefined) return undefined;
  return {
    tool,
    request,
    answers: [],
    ...fillArguments(tool, request, context.now),
    refusals: 0,
    nobody: false,
  };
}

function answered(intent: Intent, answer: string, { now }: IntentContext): Intent {
  const [field] = intent.missing;
  if (field === undefined) return intent;
  const value = answerField(intent.tool, field, answer, now);
  if (value === undefined) return { ...intent, refusals: intent.refusals + 1 };
  const answers = [...intent.answers, answer];
  const shaped = value !== answer.trim();
  const values: JsonObject = {
    ...(shaped ? fillArguments(intent.tool, answer, now).values : {}),
    ...intent.values,
    [field.name]: value,
  };
  const missing = intent.tool.fields.filter((each) => each.required && !Object.hasOwn(values, each.name));
  const places = new Map(intent.tool.fields.map(({ name }, place) => [name, place]));
  const ordered = Object.fromEntries(
    Object.entries(values).sort(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0)),
  );
  return { ...intent, answers, values: ordered, missing, refusals: 0 };
}
