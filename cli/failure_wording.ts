/**
 * Says in the reader's language what went wrong with a model.
 *
 * @module
 */
import type { Language } from "../tools/types.ts";

/** What an `error` or a `warning` says. */
export interface Failure {
  readonly code?: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** So long the server asks to wait, in milliseconds. */
  readonly retry_after_ms?: number | undefined;
}

/** Our own sentences in Chinese; what a vendor or the system said behind them stays as it was said. */
const SENTENCES: readonly (readonly [english: RegExp, chinese: string])[] = [
  [/^Cannot use the model: (\S+) answered with a web page, /, "无法使用模型：$1 返回的是网页，"],
  [/^Cannot use the model: (\S+) answered with a web page$/, "无法使用模型：$1 返回的是网页"],
  [/^Cannot use the model: (\S+) answered (\d+), /, "无法使用模型：$1 返回 $2，"],
  [/^Cannot use the model: (\S+) sent nothing for (\S+) s$/, "无法使用模型：$1 已有 $2 秒没有任何回应"],
  [/^Cannot use the model: /, "无法使用模型："],
  [/^Cannot reach the model: /, "无法连接模型："],
  [/^The model's answer broke off: it ended too early$/, "模型的回答中断了：没有说完"],
  [
    /^The model's answer broke off: it holds something that is no piece of an answer$/,
    "模型的回答中断了：其中有无法识别的内容",
  ],
  [/^The model's answer broke off: /, "模型的回答中断了："],
  [/^The answer cites (.+), which no search returned$/, "回答引用了 $1，但没有检索到这样的段落"],
  [/^Read a call of (\S+) by mending .+$/, "模型对 $1 的调用格式有误，已修正后读取"],
];

/** Where one code has several hints, the one that was given. */
const HINTS: Readonly<Record<string, string>> = {
  "Ask again (/retry), or allow a longer wait with HANDRAIL_MODEL_WAIT_MS":
    "请再问一次（/retry），或用 HANDRAIL_MODEL_WAIT_MS 允许等待更久",
  "Try again later": "请稍后再试",
  "Check the model's name and the base URL": "请检查模型名称和地址",
  "Check the base URL, which often ends in /v1, and whether the network wants you to sign in":
    "请检查地址（通常以 /v1 结尾），以及网络是否需要先登录",
  "It sends its callers elsewhere. Give that address, if you trust it: a key is not sent on":
    "它把请求转到了别处。如果信任那个地址，请直接填写；密钥不会跟着转发",
  "The vendor refuses the text: say it differently": "服务商拒绝了这段文字，请换个说法",
};

/**
 * Puts a failure into words. What nobody has translated stays as it is.
 *
 * @param failure What is known of it.
 * @param language The reader's.
 * @param byCode Hints by code, for those that a code has only one of.
 *
 * @example
 * ```ts
 * failureWording({ message: "Cannot reach the model: …" }, "zh", {}).message; // "无法连接模型：…"
 * ```
 */
export function failureWording(
  { code = "", message, hint, retry_after_ms }: Failure,
  language: Language,
  byCode: Readonly<Record<string, string>>,
): { readonly message: string; readonly hint: string | undefined } {
  const isChinese = language === "zh";
  const wait = retry_after_ms === undefined ? undefined : waitHint(retry_after_ms / 1_000, isChinese);
  if (!isChinese) return { message, hint: wait ?? hint };
  const [english, chinese] = SENTENCES.find(([pattern]) => pattern.test(message)) ?? [];
  return {
    message: english && chinese !== undefined ? message.replace(english, chinese) : message,
    hint: wait ?? (hint && (HINTS[hint] ?? byCode[code] ?? hint)),
  };
}

function waitHint(seconds: number, isChinese: boolean): string {
  const [amount, english, chinese] = seconds < 100
    ? [seconds, "s", "秒"]
    : seconds < 100 * 60
    ? [seconds / 60, "min", "分钟"]
    : [seconds / 3_600, "h", "小时"];
  const whole = Math.max(1, Math.ceil(amount));
  return isChinese
    ? `服务器要求等待 ${whole} ${chinese}，之后再试`
    : `Wait ${whole} ${english}, then try again`;
}
