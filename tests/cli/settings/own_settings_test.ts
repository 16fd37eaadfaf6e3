import { assertEquals } from "@std/assert";
import type { OwnConfig } from "../../../cli/settings/config_file.ts";
import { keyVariables, readModelSources, readNetwork } from "../../../cli/settings/own_settings.ts";
import { readSettings } from "../../../cli/settings/settings.ts";

const PATH = "/home/me/.config/handrail/handrail.json";

function own(models: OwnConfig["models"], network: OwnConfig["network"] = {}): OwnConfig {
  return { path: PATH, models, network };
}

Deno.test("readModelSources() takes addresses from the file where the environment has none", () => {
  const file = own({ baseUrls: { openai: "https://file.test/v1", zhipu: "https://zhipu.test" } });
  const { modelEnvironment } = readModelSources({ OPENAI_BASE_URL: "https://env.test/v1" }, file, "/home/me");
  assertEquals(modelEnvironment, {
    OPENAI_BASE_URL: "https://env.test/v1",
    ZHIPU_BASE_URL: "https://zhipu.test",
  });
});

Deno.test("readModelSources() takes a key from where the file says, and never from the usual variable then", () => {
  const file = own({
    keys: {
      openai: { env: "WORK_KEY" },
      deepseek: { env: "NOWHERE_KEY" },
      anthropic: { file: "anthropic.key" },
      server: { file: "~/server.key" },
    },
  });
  const environment = {
    OPENAI_API_KEY: "usual",
    WORK_KEY: " work\n",
    DEEPSEEK_API_KEY: "usual",
    ANTHROPIC_API_KEY: "usual",
    ZHIPU_API_KEY: "zhipu",
  };
  assertEquals(readModelSources(environment, file, "/home/me"), {
    modelEnvironment: { OPENAI_API_KEY: "work", ZHIPU_API_KEY: "zhipu" },
    keySources: {
      OPENAI_API_KEY: { env: "WORK_KEY" },
      DEEPSEEK_API_KEY: { env: "NOWHERE_KEY" },
      ANTHROPIC_API_KEY: { file: "/home/me/.config/handrail/anthropic.key" },
      HANDRAIL_API_KEY: { file: "/home/me/server.key" },
    },
  });
  assertEquals(keyVariables(file), ["WORK_KEY", "NOWHERE_KEY"]);
  assertEquals(keyVariables(undefined), []);
});

Deno.test("readNetwork() finds certificates beside the file, below the home or by their whole path", () => {
  const caFileOf = (caFile: string) => readNetwork(own({}, { caFile }), "/home/me").caFile;
  assertEquals(["ca.pem", "~/ca.pem", "/etc/ca.pem"].map(caFileOf), [
    "/home/me/.config/handrail/ca.pem",
    "/home/me/ca.pem",
    "/etc/ca.pem",
  ]);
  assertEquals(readNetwork(own({}, { proxy: "http://p.test:1", noProxy: ["a.test"] }), "/home/me"), {
    proxy: "http://p.test:1",
    noProxy: ["a.test"],
    caFile: undefined,
  });
});

Deno.test("readSettings() names every file that counts, the nearest first", () => {
  const filesOf = (path: string, own?: OwnConfig) =>
    readSettings({ HOME: "/home/me" }, "/work", { path, config: {}, ...(own && { own }) }).configFiles;
  assertEquals(filesOf("/work/handrail.json", own({})), ["/work/handrail.json", PATH]);
  assertEquals(filesOf(PATH, own({})), [PATH]);
  assertEquals(filesOf("/work/handrail.json"), ["/work/handrail.json"]);
});

Deno.test("readSettings() takes the model of the person's own file, unless HANDRAIL_MODEL names one", () => {
  const found = { path: "/work/handrail.json", config: {}, own: own({ use: "openai:m" }) };
  const modelOf = (environment: { HANDRAIL_MODEL?: string }) =>
    readSettings({ HOME: "/home/me", ...environment }, "/work", found).model;
  assertEquals([modelOf({}), modelOf({ HANDRAIL_MODEL: "offline" })], ["openai:m", "offline"]);
});
