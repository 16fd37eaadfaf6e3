/**
 * Lets user and model take turns.
 *
 * @module
 */
import { APICallError, type LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

type Message = LanguageModelV4Prompt[number];

/** Stands between the results of calls and what the user said next, where a turn ended before the model spoke. */
const NO_ANSWER: Message = {
  role: "assistant",
  content: [{ type: "text", text: "I was interrupted before I could answer." }],
};

/**
 * Makes one message of what a user said twice in a row, because the answer between failed, was cancelled or was empty. The
 * templates of many models on servers of one's own refuse such a conversation ("roles must alternate"), each time anew.
 * Mistral's models, wherever they run, also want an answer behind the results of calls: once a server has said so, it gets
 * one where a turn ended without. The conversation itself stays as it is.
 *
 * @example
 * ```ts
 * wrapLanguageModel({ model, middleware: takeTurns() });
 * ```
 */
export function takeTurns(): LanguageModelMiddleware {
  let wantsAnswers = false;
  return {
    specificationVersion: "v4",
    wrapStream: async ({ model, params }) => {
      const ask = async () =>
        await model.doStream({ ...params, prompt: inTurns(params.prompt, wantsAnswers) });
      try {
        return await ask();
      } catch (error) {
        if (wantsAnswers || !isAboutTurns(error)) throw error;
        wantsAnswers = true;
        return await ask();
      }
    },
  };
}

function isAboutTurns(error: unknown): boolean {
  return APICallError.isInstance(error) &&
    /unexpected role.{0,9}user.{0,9}after.{0,9}tool|roles must alternate|message_order/is.test(
      `${error.message} ${error.responseBody ?? ""}`,
    );
}

function inTurns(prompt: LanguageModelV4Prompt, wantsAnswers: boolean): LanguageModelV4Prompt {
  const messages: Message[] = [];
  for (const message of prompt) {
    const last = messages.at(-1);
    if (last?.role === "user" && message.role === "user") messages.splice(-1, 1, joined(last, message));
    else if (wantsAnswers && last?.role === "tool" && message.role === "user") {
      messages.push(NO_ANSWER, message);
    } else messages.push(message);
  }
  return messages;
}

/** As one text: not every server takes a list of them. */
function joined(...messages: readonly (Message & { readonly role: "user" })[]): Message {
  const texts = messages.flatMap(({ content }) =>
    content.flatMap((part) => part.type === "text" ? [part.text] : [])
  );
  return { role: "user", content: [{ type: "text", text: texts.join("\n\n") }] };
}
