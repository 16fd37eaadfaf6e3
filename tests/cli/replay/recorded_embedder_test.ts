import { assertEquals, assertRejects } from "@std/assert";
import { recordedEmbedder } from "../../../cli/replay/recorded_embedder.ts";
import { FakeEmbedder } from "../../_support/fake_embedder.ts";

Deno.test("recordedEmbedder() opens no model for a recording that searched by words", async () => {
  const openEmbedder = () => Promise.reject(new Error("Nothing is to be opened"));
  assertEquals(await recordedEmbedder({ openEmbedder }, "words"), undefined);
});

Deno.test("recordedEmbedder() opens the model, and fetches none", async () => {
  const embedder = new FakeEmbedder({ ideas: [] });
  const asked: boolean[] = [];
  const openEmbedder = ({ mayFetch }: { readonly mayFetch: boolean }) => {
    asked.push(mayFetch);
    return Promise.resolve(embedder);
  };
  assertEquals([await recordedEmbedder({ openEmbedder }, "meaning"), asked], [embedder, [false]]);
});

Deno.test("recordedEmbedder() says why results will differ where no model is wanted", async () => {
  const openEmbedder = () => Promise.resolve(undefined);
  await assertRejects(() => recordedEmbedder({ openEmbedder }, "meaning"), Error, "its results will differ");
});
