import type { FillState } from "./fill_state.ts";
import { findNumbers } from "./find_numbers.ts";
import { isStopWord } from "./stop_words.ts";
import { textTerms } from "./text_terms.ts";
import { textTokens } from "./text_tokens.ts";
import type { TextSpan } from "./text_span.ts";

const EXAMPLES = /(?:\be\.?g\.|\bfor example|\bsuch as|\binclud(?:e|ing)|例如|比如|形如|如[:：\s]).*$/gimu;
/** Words of a request that never are what it is about. */
const FILLERS = new Set(
  "made good best better great famous popular latest current currently new recent please average total possible available different cheapest cheap top most more less least many much take make see look looking search calculate compute determine provide interested information details describe explain used looking going number amount people person required minimum maximum exact way first last next past today tomorrow year years"
    .split(" "),
);
const PHRASES =
  /(?:上午|下午|早上|晚上|中午)?(?:\d{1,2}|[一二三四五六七八九十]{1,2})点(?:半|\d{1,2}分?)?|帮我|帮忙|麻烦|请问|请|一下|一张|一个|查询|查一?查|查|搜索|搜|看看|告诉我|怎么样|怎样|什么样|如何|多少钱|多少|什么|哪里|几点|怎么|安排|创建|新建|预订|预定|订购|订|买|播放|放|翻译|翻成|翻译成|提醒我|提醒|我想要|我想|我要|想要|需要|给我|现在|当前|最近|的|了|吗|呢|吧|是|在|有|把|将|给|和|到|去|从/gu;

/**
 * The pieces of a request that are neither grammar, nor the tool's own words, nor already a value: what is
 * left is what the request is about.
 *
 * @param state The call being filled.
 * @param options `ownWords` keeps the tool's own words in.
 * @returns Pieces in order.
 *
 * @example
 * ```ts
 * requestResidue(state); // of 北京明天天气怎么样: [{ start: 0, end: 2 }]
 * ```
 */
export function requestResidue(state: FillState, options: { readonly ownWords?: boolean } = {}): TextSpan[] {
  const own = options.ownWords ? "" : ownText(state);
  const terms = new Set(textTerms(own));
  // Code units, as all offsets are.
  const masked = state.text.split("");
  const hide = ({ start, end }: TextSpan) => masked.fill("\u0000", start, end);
  for (const span of [...state.used, ...state.spare, ...findNumbers(state.text)]) hide(span);
  for (const match of state.text.matchAll(PHRASES)) {
    hide({ start: match.index ?? 0, end: (match.index ?? 0) + match[0].length });
  }
  const tokens = textTokens(state.text);
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (isHan(token.word)) {
      if (next && next.start === token.end && own.includes(token.word + next.word)) {
        hide({ start: token.start, end: next.end });
      }
    } else if (isStopWord(token.word) || FILLERS.has(token.word.toLowerCase()) || terms.has(token.term)) {
      hide(token);
    }
  });
  return runs(masked.join(""));
}

function ownText({ tool }: FillState): string {
  const fields = tool.fields.map((field) => `${field.name} ${field.description}`).join("\n");
  return `${tool.name}\n${tool.positive}\n${fields}`.replace(EXAMPLES, "");
}

function isHan(word: string): boolean {
  return /^\p{Script=Han}$/u.test(word);
}

/** Words with single spaces or hyphens between them, or Han characters in a row; a lone Han character is too little. */
function runs(masked: string): TextSpan[] {
  const words = masked.matchAll(
    /\p{Script=Han}{2,}|[\p{Script=Latin}][\p{Script=Latin}\d'’-]*(?: [\p{Script=Latin}][\p{Script=Latin}\d'’-]*)*/gu,
  );
  return [...words].map((match) => ({ start: match.index ?? 0, end: (match.index ?? 0) + match[0].length }));
}
