import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { assertEquals, assertRejects } from "@std/assert";
import { lazyModel } from "../../../agent/models/lazy_model.ts";
import { createOfflineModel } from "../../../agent/offline/create_offline_model.ts";

const CALL: LanguageModelV4CallOptions = {
  prompt: [{ role: "user", content: [{ type: "text", text: "Who are you?" }] }],
};

Deno.test("lazyModel() says its name without loading anything (T41)", () => {
  const model = lazyModel("openai.chat", "gpt-x", () => Promise.reject(new Error("loaded too early")));
  assertEquals([model.provider, model.modelId, model.specificationVersion], ["openai.chat", "gpt-x", "v4"]);
});

Deno.test("lazyModel() loads the model once, with the first request", async () => {
  let loads = 0;
  const model = lazyModel("handrail", "offline", () => {
    loads++;
    return Promise.resolve(createOfflineModel());
  });
  const [first, second] = await Promise.all([model.doGenerate(CALL), model.doGenerate(CALL)]);
  assertEquals(first.content, second.content);
  assertEquals(first.content[0]?.type, "text");
  assertEquals(loads, 1);
});

Deno.test("lazyModel() tries again when loading failed", async () => {
  const outcomes: (() => Promise<LanguageModelV4>)[] = [
    () => Promise.reject(new Error("the disk is gone")),
    () => Promise.resolve(createOfflineModel()),
  ];
  const model = lazyModel(
    "handrail",
    "offline",
    () => outcomes.shift()?.() ?? Promise.reject(new Error("again")),
  );
  await assertRejects(async () => await model.doStream(CALL), Error, "the disk is gone");
  const { stream } = await model.doStream(CALL);
  const parts = await Array.fromAsync(stream);
  assertEquals(parts.at(-1)?.type, "finish");
});
