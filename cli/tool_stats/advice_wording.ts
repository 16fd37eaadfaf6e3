/**
 * Advice in words.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import type { Advice, AdviceKind } from "./advice.ts";

type Sentence = (advice: Advice) => string;

const EN: Record<AdviceKind, Sentence> = {
  breaker: ({ tool, count, of, isOpen }) =>
    `${tool} was switched off by its circuit breaker${isOpen ? ", and still was at its last call" : ""}: ` +
    `${
      share(count, of)
    } calls were refused. Mend what it depends on; handrail breaker list shows how it stands.`,
  failing: ({ tool, count, of }) =>
    `${tool} fails often: ${
      share(count, of)
    } calls, through no fault of the model. Look at its back end and its time limit.`,
  misread: ({ tool, other, count, of }) =>
    `${tool} is called where ${other} is meant: in vain, and right after it ${other} with success, ${
      share(count, of)
    } calls. ` +
    `Say in the description of ${tool} when not to use it, and name ${other} there.`,
  argument: ({ tool, field, count, of }) =>
    `${tool} often gets a wrong ${field}: ${share(count, of)} calls. ` +
    `Describe that field with its form, an example, and what to do when the user did not give it.`,
  unknown_name: ({ tool, count }) =>
    `There is no tool ${tool}, and it was called ${count} times. If one does that, give it this name as an alias.`,
  slow: ({ tool, p95 = 0, of }) =>
    `${tool} is slow: one call in twenty of ${of} takes ${
      seconds(p95)
    } s or more. People wait for it; cache it or split it.`,
  pair: ({ tool, other, count, of }) =>
    `${tool} and ${other} are called together in ${
      share(count, of)
    } turns. One tool that does both would save a step.`,
  unused: ({ tool, of }) =>
    `${tool} was never chosen in ${of} calls. Take it out of the table, or say in its description when to use it: ` +
    `every turn pays for its description.`,
};

const ZH: Record<AdviceKind, Sentence> = {
  breaker: ({ tool, count, of, isOpen }) =>
    `${tool} 曾被熔断器停用${isOpen ? "，最后一次调用时仍未恢复" : ""}：${share(count, of)} 次调用被拒。` +
    "请修好它依赖的服务；用 handrail breaker list 查看当前状态。",
  failing: ({ tool, count, of }) =>
    `${tool} 经常失败：${share(count, of)} 次调用失败，与模型无关。请检查它的后端和超时设置。`,
  misread: ({ tool, other, count, of }) =>
    `该用 ${other} 时模型先用了 ${tool}：调用无果，紧接着改用 ${other} 成功，${
      share(count, of)
    } 次调用如此。` +
    `请在 ${tool} 的描述里写明什么时候不要用它，并指向 ${other}。`,
  argument: ({ tool, field, count, of }) =>
    `${tool} 的参数 ${field} 经常不对：${
      share(count, of)
    } 次调用。请在该字段的描述里写明格式、示例，以及用户没给时怎么办。`,
  unknown_name: ({ tool, count }) =>
    `没有叫 ${tool} 的工具，却被调用了 ${count} 次。如果有工具做这件事，请把这个名字加为它的别名。`,
  slow: ({ tool, p95 = 0, of }) =>
    `${tool} 很慢：${of} 次调用中，每二十次就有一次达到 ${
      seconds(p95)
    } 秒或更久。有人在等它；请缓存结果或拆分。`,
  pair: ({ tool, other, count, of }) =>
    `${tool} 和 ${other} 总是一起调用：${share(count, of)} 轮如此。合成一个工具可以省一步。`,
  unused: ({ tool, of }) =>
    `${tool} 在 ${of} 次调用中从未被选中。请把它移出工具表，或在描述里写明什么时候用：每一轮都在为它的描述付费。`,
};

/**
 * Says what to do about it, in a sentence or two.
 *
 * @param advice See {@linkcode Advice}.
 * @param language The reader's.
 *
 * @example
 * ```ts
 * adviceText({ kind: "unused", tool: "kb_query", count: 0, of: 200, calls: [] }, "en");
 * ```
 */
export function adviceText(advice: Advice, language: Language): string {
  return (language === "zh" ? ZH : EN)[advice.kind](advice);
}

function share(count: number, of: number): string {
  return `${count}/${of}`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
