/**
 * `kb_query`: the company's documents, when the model decides that it needs them.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import * as z from "zod";
import { fencePassage, PASSAGE_NOTICE } from "../kb/fence_passage.ts";
import { harmlessTitle } from "../kb/harmless_text.ts";
import type { Passage } from "../kb/passage.ts";
import { type DefinedTool, defineTool, type ToolDescription } from "./define_tool.ts";
import { replyLanguage } from "./reply_language.ts";
import type { Language } from "./types.ts";

const NAME = "kb_query";

const ACTING = "The user asks about one particular order or wants something done. " +
  "查某个具体订单、要求办理操作时不用。";

const SAMPLES: ToolDescription = {
  whenToUse:
    "Searches the company's documents: policies and how-to questions about travel, expenses, leave, " +
    "refunds, returns, warranty, passwords, shipping, invoices, remote work. " +
    "查公司资料：制度、政策、流程和常见问题，如差旅、报销、请假、退款、退货、保修、密码、发货、发票、远程办公。",
  whenNotToUse: ACTING,
  examples: [
    "出差住宿标准是多少？",
    "年假有几天？",
    "What is the refund policy?",
    "How do I reset my password?",
  ],
};

/** The port to the documents. */
export interface KnowledgeSource {
  /** The passages that answer a query best, best first; none when nothing relevant is there. */
  search(
    query: string,
    options: { readonly limit: number },
  ): readonly Passage[] | Promise<readonly Passage[]>;
}

/** Documents of the user's own, in place of the samples. */
export interface OwnDocuments {
  /** What they are about, in the words of whoever took them in: "gardening; 园艺". */
  readonly about: string | undefined;
}

/** What the tool needs. */
export interface KbQueryServices {
  /** Gives the documents; called by every search and never before one, so that no index is loaded unasked. */
  readonly knowledge: () => KnowledgeSource | Promise<KnowledgeSource>;
  /** Whose documents they are, so that the model knows when to look into them. @default {undefined: the samples} */
  readonly ownDocuments?: OwnDocuments | undefined;
  /** The fallback for summaries. */
  readonly language: Language;
  /** Makes the marker of one call's fences; it must not be guessable from a document. */
  readonly newNonce: () => string;
}

/**
 * Builds the tool. Numbers are given by code and go on through a turn, so that `[3]` names one passage only; the
 * text is fenced, because a document may try to give orders.
 *
 * @param services See {@linkcode KbQueryServices}.
 * @returns A core read tool.
 *
 * @example
 * ```ts
 * registry.register("kb_query", kbQuery({ knowledge: () => index, language: "en", newNonce }));
 * ```
 */
export function kbQuery({ knowledge, ownDocuments, language, newNonce }: KbQueryServices): DefinedTool {
  // Searches of one step see the same messages, none of them another's result; what they share is the turn's question.
  const issued = new WeakMap<ModelMessage, number>();
  const issueNumbers = (messages: readonly ModelMessage[], count: number): number => {
    const turn = messages.findLast(({ role }) => role === "user");
    const last = Math.max(lastNumberOfTurn(messages), (turn && issued.get(turn)) ?? 0);
    if (turn) issued.set(turn, last + count);
    return last + 1;
  };
  return defineTool({
    name: NAME,
    description: ownDocuments ? describeOwn(ownDocuments) : SAMPLES,
    input: z.object({
      query: z.string().min(1).max(500).describe(
        "检索词 what to look for, in the language of the user, as a question or key words",
      ),
      k: z.int().min(1).max(10).optional().describe("段数 how many passages, 1 to 10; leave out for 5"),
    }),
    kind: "read",
    priority: "core",
    aliases: ["searchKnowledgeBase"],
    execute: async ({ query, k }, { messages }) => {
      const passages = await (await knowledge()).search(query, { limit: k ?? 5 });
      const zh = replyLanguage(messages, language) === "zh";
      const first = issueNumbers(messages, passages.length);
      const nonce = newNonce();
      const hits = passages.map(({ title, text, score }, at) => {
        const no = first + at;
        return {
          no,
          // Outside the fence as well: a heading or a file's name is as much its author's as the text.
          title: harmlessTitle(title, nonce),
          text: fencePassage({ no, title, text }, nonce),
          score: Number(score.toFixed(3)),
        };
      });
      return {
        status: "success",
        summary: hits.length === 0
          ? (zh ? "资料里没有找到相关内容。" : "Nothing relevant was found in the documents.")
          : (zh
            ? `找到 ${hits.length} 段相关资料。`
            : `Found ${hits.length} relevant ${hits.length === 1 ? "passage" : "passages"}.`),
        structured: {
          status: hits.length === 0 ? "nothing_relevant" : "found",
          query,
          hitCount: hits.length,
          notice: PASSAGE_NOTICE,
          hits,
        },
      };
    },
  });
}

/** Without a word on what they are about, a model has to be told to look before it answers from memory. */
function describeOwn({ about }: OwnDocuments): ToolDescription {
  const [subject, subjectZh] = about === undefined ? ["", ""] : [` about: ${about}`, `，内容：${about}`];
  return {
    whenToUse:
      `Searches the user's own documents${subject}. Whenever the answer to a question may stand in them, ` +
      `search before answering from memory. 查用户自己的资料${subjectZh}。凡是答案可能在资料里的问题，先查再答。`,
    whenNotToUse: ACTING,
    examples: [
      "What do the documents say about this?",
      "How does this work?",
      "资料里怎么说的？",
      "这个怎么办理？",
    ],
  };
}

/** The highest number that earlier searches of this turn gave out. */
function lastNumberOfTurn(messages: readonly ModelMessage[]): number {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === "user") + 1);
  return turn.flatMap(({ role, content }) => role === "tool" ? content : [])
    .flatMap((part) => part.type === "tool-result" && part.toolName === NAME ? numbersOf(part.output) : [])
    .reduce((highest, no) => Math.max(highest, no), 0);
}

function numbersOf(output: { readonly type: string; readonly value?: unknown }): number[] {
  const { structured } = Object(output.value) as { structured?: { hits?: { no?: unknown }[] } };
  return (structured?.hits ?? []).map(({ no }) => Number(no)).filter((no) => Number.isInteger(no));
}
