import { assertEquals, assertRejects } from "@std/assert";
import { streamText, wrapLanguageModel } from "ai";
import { RequestCounter } from "../../../agent/models/request_counter.ts";
import { type ScriptedAnswer, ScriptedModel } from "../../_support/scripted_model.ts";
import { counted, UNKNOWN } from "../../_support/token_counts.ts";

/** A counter, and what asks the model once. */
function counting(answers: readonly ScriptedAnswer[]) {
  const requests = new RequestCounter();
  const model = wrapLanguageModel({ model: new ScriptedModel(answers), middleware: requests.middleware });
  const ask = async (abortSignal?: AbortSignal) => {
    const { stream } = streamText({
      model,
      prompt: "x",
      maxRetries: 0,
      onError: () => {},
      ...(abortSignal && { abortSignal }),
    });
    for await (const part of stream) if (part.type === "error") throw part.error;
  };
  return { requests, ask };
}

Deno.test("RequestCounter adds up what a model reports (T33)", async () => {
  const { requests, ask } = counting([{ text: ["a"] }, { text: ["b"] }]);
  assertEquals([requests.last, requests.total], [counted(0, 0), counted(0, 0)]);
  await ask();
  await ask();
  assertEquals([requests.last, requests.total], [counted(10, 5), counted(20, 10)]);
});

Deno.test("RequestCounter takes a refusal for nothing, and keeps what came before", async () => {
  const { requests, ask } = counting([{ text: ["a"] }, { refusal: new Error("no") }, { text: ["b"] }]);
  await ask();
  await assertRejects(() => ask(), Error, "no");
  assertEquals([requests.last, requests.total], [counted(10, 5), counted(10, 5)]);
  await ask();
  assertEquals(requests.total, counted(20, 10));
});

Deno.test("RequestCounter does not know what an answer took that broke off, nor any sum with it", async () => {
  const { requests, ask } = counting([{ text: ["a"], error: new Error("gone") }, { text: ["b"] }]);
  await assertRejects(() => ask(), Error, "gone");
  assertEquals([requests.last, requests.total], [UNKNOWN, UNKNOWN]);
  await ask();
  assertEquals([requests.last, requests.total], [counted(10, 5), UNKNOWN]);
});

Deno.test("RequestCounter does not know what a request took that was left before its answer", async () => {
  const abort = new AbortController();
  const requests = new RequestCounter();
  const { wrapStream } = requests.middleware;
  const leaving = wrapStream?.({
    doStream: () => (abort.abort(), Promise.reject(abort.signal.reason)),
    doGenerate: () => Promise.reject(),
    params: { prompt: [], abortSignal: abort.signal },
    model: new ScriptedModel([]),
  });
  await assertRejects(async () => await leaving);
  assertEquals(requests.total, UNKNOWN);
});
