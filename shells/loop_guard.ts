/**
 * Ends calls that go round in circles.
 *
 * @module
 */
import type { Language, ToolFailure } from "../tools/types.ts";
import type { LoopWatch } from "./loop_watch.ts";
import type { Shell } from "./shell.ts";
import { wrapExecute } from "./wrap_execute.ts";

/** Settings of {@linkcode loopGuard}. */
export interface LoopGuardOptions {
  /** The memory of the running turn. */
  readonly watch: LoopWatch;
  /** The language of a conversation's replies. */
  readonly language: (messages: readonly { readonly role: string; readonly content: unknown }[]) => Language;
  /** What of a result stands for progress. @default {everything but what the shells say about the call} */
  readonly essence?: (result: unknown) => unknown;
}

/** The third time the same call gives the same result. */
const NOTICED_AT = 3;

const NOTICE: Record<Language, string> = {
  zh: "同样的调用已经三次得到同样的结果，再调用也不会有变化。请直接回答，或向用户询问。",
  en: "The same call has given the same result three times, and will again. Answer now, or ask the user.",
};

const STOPPED: Record<Language, (tool: string) => ToolFailure> = {
  zh: (tool) => ({
    ...FAILURE,
    message: `工具 ${tool} 这次没有执行：同样的调用已经多次得到同样的结果。`,
    suggestion: "不要再这样调用；根据已有的结果回答，或向用户询问，不要说刚才又做了一次。",
  }),
  en: (tool) => ({
    ...FAILURE,
    message: `${tool} was not run this time: the same call kept giving the same result.`,
    suggestion:
      "Do not call it like this again; answer from the results there are, or ask the user, and do not say that it was done once more.",
  }),
};

const FAILURE = { status: "error", error_type: "loop", recoverable: false } as const;

/**
 * Tells the model when a call has given the same result three times in a turn, be it a success or a failure, and refuses the
 * next equal one. It stands outside friendly errors, so that it sees failures as the model does, and outside approval, so
 * that nobody is asked about a call that will not run.
 *
 * @param options See {@linkcode LoopGuardOptions}.
 * @returns The shell. A refused call gets a {@linkcode ToolFailure} of type `loop`.
 *
 * @example
 * ```ts
 * const shell = loopGuard({ watch: new LoopWatch(), language: () => "en" });
 * ```
 */
export function loopGuard({ watch, language, essence = withoutNotes }: LoopGuardOptions): Shell {
  return (tool, { name }) =>
    wrapExecute(tool, async (input, options, next) => {
      const call = watch.callOf(name, input);
      if (watch.verdict(call) === "stop") {
        options.report?.({ attempts: 0 });
        return STOPPED[language(options.messages)](name);
      }
      const result = await next(input, options);
      const times = watch.ended(call, essence(result));
      return times === NOTICED_AT ? withNotice(result, NOTICE[language(options.messages)]) : result;
    });
}

/** A replay is the same result as the first answer. */
function withoutNotes(result: unknown): unknown {
  if (!isEnvelope(result)) return result;
  const { replayed: _, ...rest } = result;
  return rest;
}

function withNotice(result: unknown, notice: string): unknown {
  return isEnvelope(result) ? { ...result, notice } : result;
}

function isEnvelope(value: unknown): value is Record<string, unknown> {
  const { status } = Object(value) as { status?: unknown };
  return status === "success" || status === "error";
}
