import type { ConfigFile } from "../../../cli/settings/config_file.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { readSettings } from "../../../cli/settings/settings.ts";
import { type Environment, VARIABLES } from "../../../cli/settings/variables.ts";
import { UsageError } from "../../../cli/usage_error.ts";

const HOME = { HOME: "/home/me" };

function settings(environment: Environment) {
  return readSettings({ ...HOME, ...environment }, "/work");
}

Deno.test("readSettings() has defaults for everything", () => {
  assertEquals(settings({}), {
    model: "offline",
    language: "en",
    color: true,
    ui: { markdown: true, usage: true, waiting: true, greeting: true, pasteMarks: true },
    encoding: undefined,
    stateFolder: "/home/me/.local/state/handrail",
    knowledgeAbout: undefined,
    knowledgePath: "/home/me/.local/share/handrail/kb.sqlite",
    embedder: { kind: "local" },
    cacheFolder: "/home/me/.cache",
    modelFolder: undefined,
    modelUrl: undefined,
    confirmTools: undefined,
    approvalRules: [],
    personalData: { guard: false, strategy: "alias", kinds: undefined, patterns: [] },
    configFiles: [],
    notices: [],
    secret: undefined,
    store: "memory",
    redisUrl: "redis://127.0.0.1:6379",
    kvPath: "/home/me/.local/state/handrail/idempotency.kv",
    inFlightWaitMs: 10_000,
    modelWaitMs: 600_000,
    sessionWaitMs: 60_000,
    deskUrl: undefined,
    deskToken: undefined,
    deskStrictJson: false,
    modelEnvironment: {},
    keySources: {},
    network: { proxy: undefined, noProxy: [], caFile: undefined },
    modelRules: {
      tuning: {},
      tuningOf: {},
      override: {},
      prices: {},
      contextWindows: {},
      headerVariables: {},
    },
    toolTimeoutMs: 30_000,
    approvalDeadlineMs: 300_000,
    breakerFailures: 5,
    breakerWindowMs: 60_000,
    breakerCoolDownMs: 60_000,
    maxSteps: 8,
    maxOutputBytes: 16_384,
    maxRetries: 2,
    log: { calls: true, maxBytes: 10_000_000, files: 5, maxAgeMs: 2_592_000_000, level: "warn" },
  });
});

Deno.test("readSettings() takes each variable for its setting", () => {
  const { model, confirmTools, secret, modelEnvironment } = settings({
    HANDRAIL_MODEL: "openai:gpt-4o",
    AGENT_CONFIRM_TOOLS: "createTicket,order_cancel",
    HANDRAIL_SECRET: "s",
    OPENAI_API_KEY: " sk-1\n",
    OPENAI_BASE_URL: "http://127.0.0.1:8080/v1",
  });
  assertEquals([model, confirmTools, secret, modelEnvironment], [
    "openai:gpt-4o",
    "createTicket,order_cancel",
    "s",
    { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: "http://127.0.0.1:8080/v1" },
  ]);
});

Deno.test("readSettings() follows the XDG folders", () => {
  const { stateFolder, knowledgePath } = settings({
    XDG_STATE_HOME: "/xdg/state",
    XDG_DATA_HOME: "/xdg/data",
  });
  assertEquals([stateFolder, knowledgePath], ["/xdg/state/handrail", "/xdg/data/handrail/kb.sqlite"]);
});

Deno.test("readSettings() puts HANDRAIL_STATE and HANDRAIL_KB above the XDG folders, as they are", () => {
  const { stateFolder, knowledgePath } = settings({
    XDG_STATE_HOME: "/xdg/state",
    XDG_DATA_HOME: "/xdg/data",
    HANDRAIL_STATE: "/mine/状态",
    HANDRAIL_KB: "/mine/kb.sqlite",
  });
  assertEquals([stateFolder, knowledgePath], ["/mine/状态", "/mine/kb.sqlite"]);
});

Deno.test("readSettings() keeps everything beside the work when there is no home", () => {
  for (const environment of [{}, { HOME: "" }]) {
    const { stateFolder, knowledgePath } = readSettings(environment, "/work");
    assertEquals([stateFolder, knowledgePath], [
      "/work/.local/state/handrail",
      "/work/.local/share/handrail/kb.sqlite",
    ]);
  }
});

Deno.test("readSettings() takes an empty or blank variable for one that is not set", () => {
  for (const empty of ["", "  "]) {
    const environment = Object.fromEntries(
      VARIABLES.filter((name) => name !== "HOME").map((name) => [name, empty]),
    );
    // A blank NO_COLOR is not empty (no-color.org).
    const { color, ...others } = settings(environment);
    const { color: _, ...defaults } = settings({});
    assertEquals(others, defaults);
    assertEquals(color, empty === "");
  }
});

for (
  const [environment, language] of [
    [{ LANG: "zh_CN.UTF-8" }, "zh"],
    [{ LANG: "zh-TW" }, "zh"],
    [{ LANG: "ZH" }, "zh"],
    [{ LANG: "en_US.UTF-8" }, "en"],
    [{ LANG: "C" }, "en"],
    [{ LANG: "ja_JP.UTF-8" }, "en"],
    [{ LANG: "en_US.UTF-8", LC_ALL: "zh_CN.UTF-8" }, "zh"],
    [{ LANG: "zh_CN.UTF-8", LC_ALL: "C" }, "en"],
    [{ LANG: "zh_CN.UTF-8", LC_ALL: "" }, "zh"],
  ] as const
) {
  Deno.test(`readSettings() speaks ${language} for ${JSON.stringify(environment)}`, () => {
    assertEquals(settings(environment).language, language);
  });
}

Deno.test("readSettings() is without colour for NO_COLOR, whatever its value, and for a dumb terminal", () => {
  assertEquals(settings({ NO_COLOR: "1" }).color, false);
  assertEquals(settings({ NO_COLOR: "0" }).color, false);
  assertEquals(settings({ TERM: "dumb" }).color, false);
  assertEquals(settings({ TERM: "xterm-256color", NO_COLOR: "" }).color, true);
});

Deno.test("readSettings() knows the three stores and refuses any other", () => {
  assertEquals(settings({ IDEMPOTENCY_STORE: "memory" }), settings({}));
  const { store, redisUrl } = settings({
    IDEMPOTENCY_STORE: "redis",
    REDIS_URL: "rediss://cache.example.com:6380/1",
  });
  assertEquals([store, redisUrl], ["redis", "rediss://cache.example.com:6380/1"]);
  assertEquals(settings({ IDEMPOTENCY_STORE: "kv", HANDRAIL_KV: "/data/idem.kv" }).kvPath, "/data/idem.kv");
  const error = assertThrows(() => settings({ IDEMPOTENCY_STORE: "etcd" }), UsageError);
  assertEquals(error.message, 'Cannot read IDEMPOTENCY_STORE: "etcd" is unknown. Use memory, redis, kv');
});

Deno.test("readSettings() takes how long to wait for another process, and refuses what is no time", () => {
  assertEquals([settings({}).inFlightWaitMs, settings({}).sessionWaitMs], [10_000, 60_000]);
  assertEquals(settings({ IDEMPOTENCY_WAIT_MS: "0" }).inFlightWaitMs, 0);
  assertEquals(settings({ IDEMPOTENCY_WAIT_MS: " 2500 " }).inFlightWaitMs, 2_500);
  assertEquals(settings({ HANDRAIL_SESSION_WAIT_MS: "2500" }).sessionWaitMs, 2_500);
  assertEquals(settings({ HANDRAIL_MODEL_WAIT_MS: "0" }).modelWaitMs, 0);
  for (const name of ["IDEMPOTENCY_WAIT_MS", "HANDRAIL_SESSION_WAIT_MS", "HANDRAIL_MODEL_WAIT_MS"]) {
    for (const value of ["-1", "1.5", "10s", "1e3", "99999999"]) {
      assertThrows(() => settings({ [name]: value }), UsageError, `Cannot read ${name}`);
    }
  }
});

Deno.test("readSettings() refuses a REDIS_URL that is none, without repeating the password in it", () => {
  for (const url of ["localhost:6379", "http://localhost:6379", "redis://", "cache"]) {
    assertThrows(() => settings({ REDIS_URL: url }), UsageError, "Cannot read REDIS_URL");
  }
  const error = assertThrows(() => settings({ REDIS_URL: "redis//:hunter2@host" }), UsageError);
  assertEquals(error.message.includes("hunter2"), false);
});

function withFile(config: ConfigFile, environment = {}) {
  return readSettings({ HOME: "/home/me", ...environment }, "/tmp", { path: "/work/handrail.json", config });
}

Deno.test("readSettings() takes from handrail.json what the environment does not say", () => {
  const config: ConfigFile = {
    approval: { confirmTools: ["ticket_create", "kb_query"], rules: [{ action: "ask" }] },
    pii: { guard: true, strategy: "mask", kinds: ["email"] },
  };
  const read = withFile(config);
  assertEquals(read.confirmTools, "ticket_create,kb_query");
  assertEquals(read.approvalRules, [{ action: "ask" }]);
  assertEquals(read.personalData, { guard: true, strategy: "mask", kinds: ["email"], patterns: [] });
  const overruled = withFile(config, { AGENT_CONFIRM_TOOLS: "none", AGENT_GUARD_PII: "0" });
  assertEquals([overruled.confirmTools, overruled.personalData.guard], ["none", false]);
});

Deno.test("readSettings() guards personal data when it is told to, and takes no other word for it", () => {
  assertEquals(readSettings({ AGENT_GUARD_PII: "1" }, "/tmp").personalData, {
    guard: true,
    strategy: "alias",
    kinds: undefined,
    patterns: [],
  });
  assertEquals(readSettings({ AGENT_GUARD_PII: "" }, "/tmp").personalData.guard, false);
  assertEquals(withFile({ pii: { strategy: "mask" } }).personalData.guard, false);
  assertThrows(
    () => readSettings({ AGENT_GUARD_PII: "yes" }, "/tmp"),
    UsageError,
    '"yes" is neither 1 nor 0',
  );
});

Deno.test("readSettings() tells of a file that allows more than the default", () => {
  const notice = [{
    en: "/work/handrail.json allows calls that would be asked about without it",
    zh: "/work/handrail.json 放行了一些原本会先询问的调用",
  }];
  assertEquals(withFile({ approval: { rules: [{ action: "deny" }] } }).notices, []);
  assertEquals(withFile({ approval: { rules: [{ action: "allow" }] } }).notices, notice);
  for (const confirmTools of [["none"], [" none"], [",none", " "]]) {
    assertEquals(withFile({ approval: { confirmTools } }).notices, notice);
  }
});

Deno.test("readSettings() tells of it also where AGENT_CONFIRM_TOOLS names other tools, and not where that decides", () => {
  const told = (config: ConfigFile["approval"], AGENT_CONFIRM_TOOLS: string) =>
    withFile({ approval: config }, { AGENT_CONFIRM_TOOLS }).notices.length;
  const allows: ConfigFile["approval"] = { rules: [{ action: "allow" }] };
  assertEquals(["ticket_create", "", " ", "*", " none "].map((names) => told(allows, names)), [
    1,
    1,
    1,
    0,
    0,
  ]);
  const none: ConfigFile["approval"] = { confirmTools: ["none"] };
  assertEquals(["ticket_create", "", "*"].map((names) => told(none, names)), [0, 1, 0]);
});

Deno.test("readSettings() takes an empty AGENT_CONFIRM_TOOLS for none at all: the file's tools still ask", () => {
  const config: ConfigFile = { approval: { confirmTools: ["ticket_create"] } };
  assertEquals(withFile(config, { AGENT_CONFIRM_TOOLS: "" }).confirmTools, "ticket_create");
  assertEquals(withFile(config, { AGENT_CONFIRM_TOOLS: " " }).confirmTools, "ticket_create");
  assertEquals(readSettings({ AGENT_CONFIRM_TOOLS: "" }, "/tmp").confirmTools, undefined);
});

Deno.test("readSettings() takes a back end's address with a slash at its end, its token, and strict JSON", () => {
  const { deskUrl, deskToken, deskStrictJson } = settings({
    HANDRAIL_DESK_URL: " https://shop.example.com/api/v1 ",
    HANDRAIL_DESK_TOKEN: "t-1",
    HANDRAIL_DESK_STRICT_JSON: "1",
  });
  assertEquals([deskUrl, deskToken, deskStrictJson], ["https://shop.example.com/api/v1/", "t-1", true]);
});

Deno.test("readSettings() refuses a back end's address that cannot be used, without repeating what is in it", () => {
  for (
    const url of [
      "shop.example.com",
      "ftp://shop",
      "http://",
      "http://me:hunter2@shop/",
      "http://shop/?key=hunter2",
    ]
  ) {
    const { message } = assertThrows(
      () => settings({ HANDRAIL_DESK_URL: url }),
      UsageError,
      "HANDRAIL_DESK_URL",
    );
    assertEquals(/hunter2|shop/.test(message), false);
  }
});

Deno.test("readSettings() refuses a token that no header can hold, without repeating it", () => {
  for (const token of ["hunter2 x", "hunter2\nx", "hunter2中"]) {
    const { message } = assertThrows(() => settings({ HANDRAIL_DESK_TOKEN: token }), UsageError);
    assertEquals([message.includes("HANDRAIL_DESK_TOKEN"), message.includes("hunter2")], [true, false]);
  }
});

Deno.test("readSettings() knows 1 and 0 for strict JSON, and nothing else", () => {
  assertEquals(settings({ HANDRAIL_DESK_STRICT_JSON: "0" }).deskStrictJson, false);
  for (const value of ["true", "yes", "2"]) {
    assertThrows(
      () => settings({ HANDRAIL_DESK_STRICT_JSON: value }),
      UsageError,
      "HANDRAIL_DESK_STRICT_JSON",
    );
  }
});

Deno.test("readSettings() takes the embedder and where its model is", () => {
  const { embedder, cacheFolder, modelFolder, modelUrl } = settings({
    HANDRAIL_EMBEDDER: "openai:text-embedding-3-small",
    HANDRAIL_CACHE: "/cache/mine",
    XDG_CACHE_HOME: "/cache/xdg",
    HANDRAIL_MODEL_DIR: "/models/bge",
    HANDRAIL_MODEL_URL: "https://mirror.example/bge/",
  });
  assertEquals(embedder, { kind: "openai", model: "text-embedding-3-small" });
  assertEquals([cacheFolder, modelFolder, modelUrl], [
    "/cache/mine",
    "/models/bge",
    "https://mirror.example/bge/",
  ]);
  assertEquals(settings({ XDG_CACHE_HOME: "/cache/xdg" }).cacheFolder, "/cache/xdg");
  assertEquals(settings({ HANDRAIL_EMBEDDER: "none" }).embedder, { kind: "none" });
});

Deno.test("readSettings() refuses an embedder or a model address that means nothing, without repeating the address", () => {
  assertThrows(
    () => settings({ HANDRAIL_EMBEDDER: "openai:" }),
    UsageError,
    'Cannot read HANDRAIL_EMBEDDER: "openai:" is unknown. Use local, openai:MODEL or none',
  );
  const error = assertThrows(() => settings({ HANDRAIL_MODEL_URL: "ftp://me:geheim@mirror" }), UsageError);
  assertEquals(
    error.message,
    "Cannot read HANDRAIL_MODEL_URL: it is no address. Write http://… or https://…",
  );
});
