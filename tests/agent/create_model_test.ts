import { assertEquals, assertRejects } from "@std/assert";
import { MissingKeyError } from "../../agent/classify_error.ts";
import { createModel } from "../../agent/create_model.ts";

const SETTINGS = { language: "en", now: () => 0 } as const;

Deno.test("createModel() knows the offline model and OpenAI's format", async () => {
  const offline = await createModel("offline", SETTINGS);
  assertEquals([offline.provider, offline.id], ["handrail", "offline"]);
  const openai = await createModel("openai:qwen/qwen3:8b", {
    ...SETTINGS,
    openaiBaseUrl: "http://127.0.0.1:1/v1",
  });
  assertEquals([openai.provider, openai.id], ["openai", "qwen/qwen3:8b"]);
});

Deno.test("createModel() wants a key for the vendor's own server, and names the variable", async () => {
  await assertRejects(
    () => createModel("openai:gpt-4o", SETTINGS),
    MissingKeyError,
    "OPENAI_API_KEY is not set",
  );
});

Deno.test("createModel() refuses a string or a URL that means nothing", async () => {
  for (const spec of ["", "gpt-4o", "openai:", "openai", "offline:x", "acme:x"]) {
    await assertRejects(() => createModel(spec, SETTINGS), RangeError, "is unknown");
  }
  const settings = { ...SETTINGS, openaiBaseUrl: "localhost" };
  await assertRejects(() => createModel("openai:m", settings), RangeError, "OPENAI_BASE_URL");
});
