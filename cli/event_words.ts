/**
 * What errors and warnings of a turn say, in the reader's language.
 *
 * @module
 */
import { systemFaultInChinese } from "../kb/system_fault.ts";

/**
 * The program's own sentences, as events bring them to programs and people alike. What a system or a vendor said of its
 * own account stands in them as it came (`$1`), the program's own words within them in Chinese (`§1`).
 */
const IN_CHINESE: readonly (readonly [sentence: RegExp, zh: string])[] = [
  [/^Cannot use the model: (\S+) answered with a web page, (.*)$/s, "无法使用模型：$1 返回的是网页：$2"],
  [/^Cannot use the model: (\S+) answered with a web page$/, "无法使用模型：$1 返回的是网页"],
  [/^Cannot use the model: (\S+) sent nothing for (\S+) s$/, "无法使用模型：$1 已有 $2 秒没有任何回应"],
  [/^Cannot use the model: (\S+) answered (\d+), (.*)$/s, "无法使用模型：$1 返回 $2：$3"],
  [/^Cannot use the model: (.*)$/s, "无法使用模型：$1"],
  [/^Cannot reach the model: (.*)$/s, "无法连接模型：$1"],
  [
    /^The model's answer broke off: it holds something that is no piece of an answer$/,
    "模型的回答中断：收到的内容不是回答的一部分",
  ],
  [/^The model's answer broke off: it ended too early$/, "模型的回答中断：没有说完"],
  [/^The model's answer broke off: the connection was lost$/, "模型的回答中断：连接断开了"],
  [/^The model's answer broke off: (.*)$/s, "模型的回答中断：$1"],
  [
    /^It sends its callers elsewhere\. .*$/s,
    "它把请求转往别处。信任那个地址的话，请直接填写：密钥不会转发过去",
  ],
  [/^The vendor refuses the text: say it differently$/, "服务商拒绝了这段文字：请换个说法"],
  [/^Check the model's name and the base URL$/, "请检查模型名称和地址"],
  [/^Try again later$/, "请稍后再试"],
  [/^Ask again \(\/retry\)$/, "请再问一次（/retry）"],
  [
    /^Ask again \(\/retry\), or allow a longer wait with HANDRAIL_MODEL_WAIT_MS$/,
    "请再问一次（/retry），或用 HANDRAIL_MODEL_WAIT_MS 允许等待更久",
  ],
  [
    /^Check the base URL, which often ends in .*$/s,
    "请检查地址（通常以 /v1 结尾），以及网络是否需要先登录",
  ],
  [
    /^Cannot run a turn: another process has held session (\S+) for (\S+) s\. .*$/s,
    "无法开始一轮：另一个进程已占用会话 $1 $2 秒。请等它那一轮结束，或结束它",
  ],
  [
    /^Another process runs a turn of session (\S+): waiting until it ends$/,
    "另一个进程正在运行会话 $1：等它结束",
  ],
  [/^Cannot lock the session: (.*)$/s, "无法锁定会话：$1"],
  [/^Cannot save the session: (.*)$/s, "无法保存会话：$1"],
  [/^(\d+) unreadable lines of session (\S+) were skipped$/, "会话 $2 有 $1 行无法读取，已跳过"],
  [
    /^The last line of session (\S+) was torn: it was cut off, and is kept in (.*)$/s,
    "会话 $1 的最后一行不完整：已截去，保存在 $2",
  ],
  [
    /^The program ended while (\S+) was running in session (\S+): .*$/s,
    "程序结束时，会话 $2 中的 $1 还在执行：不知道它是否生效。再次要求之前请先核实",
  ],
  [/^The answer cites (.*), which no search returned$/s, "回答引用了 $1，而检索没有返回过"],
  [/^Read a call of (\S+) by mending (.*)$/s, "$1 的一次调用写法有误，修正后读取：§2"],
  [/^the model gave no summary$/, "模型没有给出摘要"],
  [
    /^No summary could be made: (.*)\. What was done by tools is still told$/s,
    "没能做出摘要：§1。工具做过的事仍会告诉模型",
  ],
];

/** What is mended in calls. */
const REPAIRS: Readonly<Record<string, string>> = {
  "the normalised name": "工具名的写法",
  "the nearest name": "工具名的笔误",
  "byte order mark": "字节顺序标记",
  "code fence": "代码围栏",
  "escaped quotes": "转义的引号",
  "curly quotes": "弯引号",
  "Python literals": "Python 字面量",
  "full-width punctuation": "全角标点",
  "loose JSON": "不严格的 JSON",
  "double encoding": "重复编码",
  "a wrapper": "多余的一层包装",
  "the first object of more text": "只取了第一个对象",
  "missing marks": "缺少的括号或引号",
  "a repeated key or a number that does not fit": "重复的键，或放不下的数",
};

/**
 * One of those sentences in Chinese.
 *
 * @param sentence As the event has it.
 * @returns The sentence as it is when it is none of the program's own.
 *
 * @example
 * ```ts
 * inChinese("Cannot reach the model: connection refused"); // "无法连接模型：connection refused"
 * ```
 */
export function inChinese(sentence: string): string {
  const [found, zh] = IN_CHINESE.find(([known]) => known.test(sentence)) ?? [];
  if (found === undefined || zh === undefined) return sentence;
  return sentence.replace(found, (...groups) =>
    zh.replaceAll(/([$§])(\d)/g, (_all, sign, number) => {
      const words = String(groups[Number(number)] ?? "");
      return sign === "§" ? ownInChinese(words) : reasonInChinese(words);
    }));
}

/** What stands in the program's sentences is now and then one more of them, or what was mended in a call. */
function ownInChinese(words: string): string {
  const mended = words.split(", ").map((repair) =>
    Object.hasOwn(REPAIRS, repair) ? REPAIRS[repair] : undefined
  );
  return mended.every((repair) => repair !== undefined) ? mended.join("、") : inChinese(words);
}

/** The system's reasons are among what others said. */
function reasonInChinese(reason: string): string {
  return systemFaultInChinese({ name: "", message: reason }) ?? reason;
}
