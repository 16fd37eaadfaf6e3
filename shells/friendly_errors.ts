/**
 * Turns whatever went wrong into words a model can act on.
 *
 * @module
 */
import {
  type AgentTool,
  type CallOptions,
  type Language,
  ToolCallError,
  type ToolErrorType,
  type ToolFailure,
} from "../tools/types.ts";
import { describeMisfits } from "./describe_misfits.ts";
import { errorTypeOf } from "./error_type.ts";
import type { Shell } from "./shell.ts";
import { wrapExecute } from "./wrap_execute.ts";

/** Settings of {@linkcode friendlyErrors}. */
export interface FriendlyErrorsOptions {
  /** The language of a conversation's replies. */
  readonly language: (messages: readonly { readonly role: string; readonly content: unknown }[]) => Language;
  /** Gets the raw error, stack and all, for the log. What it throws itself is dropped: the model still needs an answer. */
  readonly onError?: (error: unknown, context: { readonly tool: string; readonly callId: string }) => void;
}

type Wording = { readonly message: string; readonly suggestion: string };

const RECOVERABLE: ReadonlySet<ToolErrorType> = new Set([
  "timeout",
  "network",
  "rate_limited",
  "unavailable",
  "circuit_open",
  "in_progress",
]);

const WORDING: Record<Language, Record<ToolErrorType, Wording>> = {
  zh: {
    invalid_input: {
      message: "参数不符合要求",
      suggestion: "不要用同样的参数重试，请向用户确认正确的信息。",
    },
    not_found: { message: "没有找到要操作的对象", suggestion: "不要重试，请向用户确认编号是否正确。" },
    denied: {
      message: "这次操作没有得到允许",
      suggestion: "不要重试，也不要换一种方式做同样的事；告诉用户没有执行。",
    },
    cancelled: { message: "操作被取消了", suggestion: "不要重试，等用户的下一步指示。" },
    timeout: { message: "超时没有回应", suggestion: "可以稍后再试一次；仍然不行就转人工。" },
    network: { message: "网络连接失败", suggestion: "可以稍后再试一次；仍然不行就转人工。" },
    rate_limited: { message: "请求太频繁，被对方限流", suggestion: "等一会儿再试。" },
    unavailable: { message: "服务暂时不可用", suggestion: "告诉用户稍后再试，或转人工。" },
    circuit_open: {
      message: "这个工具连续失败，已暂时停用",
      suggestion: "不要再调用它；还没有转人工的话就转人工。",
    },
    in_progress: { message: "同样的请求正在处理中", suggestion: "不要重复提交，稍后再查结果。" },
    unknown_outcome: {
      message: "不知道操作是否已经生效",
      suggestion: "绝对不要重试；告诉用户结果未知，请人工核实。",
    },
    loop: {
      message: "同样的调用反复得到同样的结果，这次没有执行",
      suggestion: "不要再这样调用；直接回答，或向用户询问。",
    },
    internal: { message: "工具内部出错", suggestion: "不要用同样的参数重试；告诉用户稍后再试，或转人工。" },
  },
  en: {
    invalid_input: {
      message: "the arguments do not fit",
      suggestion: "Do not retry with the same arguments; ask the user for the right ones.",
    },
    not_found: {
      message: "there is nothing by that name",
      suggestion: "Do not retry; ask the user to check the number.",
    },
    denied: {
      message: "this was not allowed",
      suggestion: "Do not retry and do not do the same by other means; tell the user that nothing was done.",
    },
    cancelled: {
      message: "the call was cancelled",
      suggestion: "Do not retry; wait for what the user says next.",
    },
    timeout: {
      message: "no answer in time",
      suggestion: "Try once more later; if that fails, hand over to a person.",
    },
    network: {
      message: "the connection failed",
      suggestion: "Try once more later; if that fails, hand over to a person.",
    },
    rate_limited: { message: "too many requests", suggestion: "Wait a while before the next try." },
    unavailable: {
      message: "the service is not available now",
      suggestion: "Tell the user to try later, or hand over to a person.",
    },
    circuit_open: {
      message: "this tool kept failing and is switched off for now",
      suggestion: "Do not call it again; hand over to a person, unless that was done already.",
    },
    in_progress: {
      message: "the same request is being worked on",
      suggestion: "Do not send it again; check later.",
    },
    unknown_outcome: {
      message: "it is not known whether this took effect",
      suggestion: "Never retry; tell the user that the outcome is unknown and that a person must check.",
    },
    loop: {
      message: "the same call kept giving the same result, and was not run this time",
      suggestion: "Do not call it like this again; answer, or ask the user.",
    },
    internal: {
      message: "the tool failed inside",
      suggestion:
        "Do not retry with the same arguments; tell the user to try later, or hand over to a person.",
    },
  },
};

/**
 * Catches everything that the shells and the tool inside throw, and answers with a {@linkcode ToolFailure}. Stacks,
 * raw messages of unknown errors and schema dumps go to `onError`, never to the model; a denial's reason does reach
 * it, verbatim.
 *
 * @param options See {@linkcode FriendlyErrorsOptions}.
 * @returns The shell. What a tool returns passes unchanged.
 *
 * @example
 * ```ts
 * const shell = friendlyErrors({ language: (messages) => replyLanguage(messages, "en") });
 * ```
 */
export function friendlyErrors({ language, onError }: FriendlyErrorsOptions): Shell {
  return (tool, { name }) =>
    wrapExecute(tool, async (input, options, next) => {
      try {
        return await next(input, options);
      } catch (error) {
        try {
          onError?.(error, { tool: name, callId: options.toolCallId });
        } catch {
          // See FriendlyErrorsOptions.onError.
        }
        const spoken = language(options.messages);
        const detail = await detailOf(error, input, tool, spoken);
        return failureOf(error, { type: typeOf(error, options), tool: name, language: spoken, detail });
      }
    });
}

/** In a person's words, or what does not fit the schema: the parts of an error that a model can use. */
async function detailOf(
  error: unknown,
  input: unknown,
  tool: AgentTool,
  language: Language,
): Promise<string | undefined> {
  if (!(error instanceof ToolCallError)) return undefined;
  if (error.reason !== undefined || error.type !== "invalid_input") return error.reason;
  const { inputSchemaOf } = await import("./input_schema_of.ts");
  return describeMisfits(error.cause, input, await inputSchemaOf(tool).jsonSchema, language);
}

function failureOf(
  error: unknown,
  { type, tool, language, detail }: {
    readonly type: ToolErrorType;
    readonly tool: string;
    readonly language: Language;
    readonly detail: string | undefined;
  },
): ToolFailure {
  const { message, suggestion } = WORDING[language][type];
  return {
    status: "error",
    error_type: type,
    message: language === "zh"
      ? `工具 ${tool} 没有完成：${message}${detail ? `（${detail}）` : ""}。`
      : `${tool} did not finish: ${message}${detail ? ` (${detail})` : ""}.`,
    ...(error instanceof ToolCallError && error.reason !== undefined && { reason: error.reason }),
    recoverable: RECOVERABLE.has(type),
    suggestion,
  };
}

function typeOf(error: unknown, { abortSignal }: CallOptions): ToolErrorType {
  const type = errorTypeOf(error);
  // A caller may leave for any reason, and a shell then throws that reason: it is no failure of the tool.
  return type === "internal" && abortSignal?.aborted && error === abortSignal.reason ? "cancelled" : type;
}
