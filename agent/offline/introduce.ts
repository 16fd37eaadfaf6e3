import { languageOf } from "../../tools/reply_language.ts";
import type { Language } from "../../tools/types.ts";
import { splitSentences } from "./split_sentences.ts";
import type { OfflineTool } from "./offline_tool.ts";
import type { RequestKind } from "./request_kind.ts";

/**
 * What the offline model says when no tool is meant: it names itself, says what it is not, and lists what the
 * tools in the table can do.
 *
 * @param kind The kind of message.
 * @param tools The table.
 * @param language The user's language.
 * @returns The reply.
 *
 * @example
 * ```ts
 * introduce("identity", tools, "en");
 * ```
 */
export function introduce(kind: RequestKind, tools: readonly OfflineTool[], language: Language): string {
  const lead = LEADS[language][kind];
  if (kind === "thanks" || kind === "farewell") return lead;
  const lines = tools.filter(({ role }) => role !== "asks").map((tool) =>
    `- ${tool.name}: ${firstSentence(tool, language)}`
  );
  const list = lines.length === 0 ? [NO_TOOLS[language]] : [CAN_DO[language], ...lines];
  return [lead, ...list].join("\n");
}

const SELF = {
  zh:
    "我是 Handrail 内置的离线模型，不是语言模型：我按规则把您的请求对应到工具。设置 HANDRAIL_MODEL 可以换成真正的模型。",
  en:
    "I am Handrail's built-in offline model, not a language model: I match requests to tools by rules. Set HANDRAIL_MODEL to switch to a real model.",
};
const CAN_DO = { zh: "我能做的事：", en: "What I can do:" };
const NO_TOOLS = { zh: "目前没有可用的工具。", en: "There are no tools at hand." };
const LEADS: Record<Language, Record<RequestKind, string>> = {
  zh: {
    greeting: `您好！${SELF.zh}`,
    identity: SELF.zh,
    thanks: "不客气。还有需要随时告诉我。",
    farewell: "再见！",
    question: `这个问题我答不了：没有合适的工具。${SELF.zh}`,
    order: `我没有找到适合这个请求的工具，所以什么也没有做。${SELF.zh}`,
  },
  en: {
    greeting: `Hello! ${SELF.en}`,
    identity: SELF.en,
    thanks: "You are welcome.",
    farewell: "Goodbye!",
    question: `I cannot answer that: no tool fits the question. ${SELF.en}`,
    order: `I found no tool that fits this request, so nothing was done. ${SELF.en}`,
  },
};

/** The first sentence in the user's language, where the description is in both. */
function firstSentence(tool: OfflineTool, language: Language): string {
  const sentences = splitSentences(tool.positive);
  const sentence = sentences.find((each) => (languageOf(each) ?? language) === language) ?? sentences[0] ??
    "";
  const characters = [...sentence];
  return characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : sentence;
}
