import { assertEquals, assertRejects } from "@std/assert";
import { MissingKeyError } from "../../agent/models/classify_error.ts";
import { openModel, providerOf } from "../../cli/open_model.ts";
import type { OwnConfig } from "../../cli/settings/config_file.ts";
import { readSettings } from "../../cli/settings/settings.ts";

const refuse = () => Promise.reject(new Error("nothing is to be read or sent"));
const CLOSED = {
  now: () => 0,
  networkFetch: refuse,
  keyFiles: { readFile: refuse, modeOf: refuse, warn: () => {}, language: "en" as const },
};

function settings(keys: OwnConfig["models"]["keys"]) {
  const own = { path: "/home/me/.config/handrail/handrail.json", models: { keys }, network: {} };
  return readSettings({ HOME: "/home/me" }, "/work", { path: own.path, config: {}, own });
}

Deno.test("openModel() asks for no key and no network for the offline model", async () => {
  const { id } = await openModel(" offline ", settings({ openai: { file: "k" } }), CLOSED);
  assertEquals(id, "offline");
});

Deno.test("openModel() names the variable that the file names, when it is not set", async () => {
  await assertRejects(
    () =>
      openModel("openai:m", settings({ openai: { env: "WORK_KEY" } }), {
        ...CLOSED,
        networkFetch: () => Promise.resolve(fetch),
      }),
    MissingKeyError,
    "Cannot use openai:m: WORK_KEY is not set. Set it, or HANDRAIL_MODEL=offline to work offline",
  );
});

Deno.test("openModel() sends a key out of its file, through the fetch that it is given", async () => {
  const sent: unknown[] = [];
  const send = (input: string | URL | Request, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    sent.push([String(input), headers.get("authorization") ?? headers.get("x-api-key")]);
    return Promise.resolve(Response.json({ error: { message: "no" } }, { status: 400 }));
  };
  const keyFiles = {
    readFile: (path: string) => Promise.resolve(`key of ${path}`.replaceAll(" ", "-")),
    modeOf: () => Promise.resolve(null),
    warn: () => {},
    language: "en" as const,
  };
  for (const spec of ["openai:m", "https://gate.test/v1#m", "anthropic:claude-sonnet-4-5"]) {
    const keys = { openai: { file: "a.key" }, server: { file: "b.key" }, anthropic: { file: "/c.key" } };
    const { model } = await openModel(spec, settings(keys), {
      now: () => 0,
      networkFetch: () => Promise.resolve(send),
      keyFiles,
    });
    if (typeof model === "string" || !("doStream" in model)) throw new Error("no model");
    await assertRejects(async () => await model.doStream({ prompt: [] }));
  }
  assertEquals(sent, [
    ["https://api.openai.com/v1/chat/completions", "Bearer key-of-/home/me/.config/handrail/a.key"],
    ["https://gate.test/v1/chat/completions", "Bearer key-of-/home/me/.config/handrail/b.key"],
    ["https://api.anthropic.com/v1/messages", "key-of-/c.key"],
  ]);
});

Deno.test("providerOf() names whose model a string names", () => {
  assertEquals(["offline", "ollama:qwen3:8b", " https://a.test/v1#m ", "http://a.test"].map(providerOf), [
    "offline",
    "ollama",
    "server",
    "http",
  ]);
});
