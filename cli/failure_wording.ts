/**
 * Says in the reader's language what went wrong with a model.
 *
 * @module
 */
import type { Wording } from "./wording.ts";

/** What an `error` or a `warning` says. */
export interface Failure {
  readonly code?: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** So long the server asks to wait, in milliseconds. */
  readonly retry_after_ms?: number | undefined;
}

/**
 * Puts a failure into words. How long a server asks to wait is the best hint of all.
 *
 * @param failure What is known of it.
 * @param wording The reader's.
 *
 * @example
 * ```ts
 * failureWording({ message: "Cannot reach the model: …" }, wordingOf("zh")).message; // "无法连接模型：…"
 * ```
 */
export function failureWording(
  { code = "", message, hint, retry_after_ms }: Failure,
  { language, hints, said }: Pick<Wording, "language" | "hints" | "said">,
): { readonly message: string; readonly hint: string | undefined } {
  const wait = retry_after_ms === undefined ? undefined : waitHint(retry_after_ms / 1_000, language === "zh");
  return { message: said(message), hint: wait ?? (hint && hintOf(hint, hints[code], said)) };
}

/** Where one code has several hints, the one that was given says more. */
function hintOf(hint: string, byCode: string | undefined, said: Wording["said"]): string {
  const words = said(hint);
  return words === hint ? byCode ?? hint : words;
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
