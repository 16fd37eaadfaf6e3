import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { runHandrail } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** What is said on standard error, by language; `ABOVE` stands for the folder that the program runs in. */
interface Mistake {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: string;
  readonly code: number;
  readonly en: string;
  readonly zh: string;
}

const MISTAKES: readonly Mistake[] = [
  {
    args: ["nosuch"],
    code: 2,
    en: 'Cannot run "nosuch": no such command. See handrail --help',
    zh: '无法运行 "nosuch"：没有这个命令。见 handrail --help',
  },
  {
    args: ["run", "--nosuch", "hello"],
    code: 2,
    en: "Cannot read --nosuch: no such flag. See handrail run --help",
    zh: "无法识别 --nosuch：没有这个选项。见 handrail run --help",
  },
  {
    args: ["kb", "info", "--trace"],
    code: 2,
    en: "Cannot use --trace with kb: it has no such flag. See handrail kb --help",
    zh: "kb 不能用 --trace：它没有这个选项。见 handrail kb --help",
  },
  {
    args: ["run", "--session"],
    code: 2,
    en: "Cannot read --session: it needs a value. Write --session VALUE",
    zh: "无法识别 --session：缺少值。请写成 --session 值",
  },
  {
    args: ["run"],
    code: 2,
    en: "Cannot run: standard input is empty. Pipe the text in, or give it as an argument",
    zh: "无法运行：标准输入是空的。请由管道送入文字，或作为参数给出",
  },
  {
    args: ["run", "hello"],
    env: { HANDRAIL_MODEL: "openai:gpt-4o" },
    code: 3,
    en:
      "Cannot use openai:gpt-4o: OPENAI_API_KEY is not set. Set it, or HANDRAIL_MODEL=offline to work offline",
    zh: "无法使用 openai:gpt-4o：没有设置 OPENAI_API_KEY。请设置它；离线使用则设 HANDRAIL_MODEL=offline",
  },
  {
    args: ["run", "--profile", "sales", "hello"],
    code: 2,
    en: 'Cannot use profile: "sales" is unknown. Use chat, order, refund, knowledge, service',
    zh: '无法使用 profile：没有 "sales"。可用：chat、order、refund、knowledge、service',
  },
  {
    args: ["models", "list"],
    env: { HANDRAIL_REASONING: "much" },
    code: 2,
    en: 'Cannot read HANDRAIL_REASONING: "much" is unknown. Use low, medium, high',
    zh: '无法读取 HANDRAIL_REASONING：没有 "much" 这一档。可用：low、medium、high',
  },
  {
    args: ["models", "list"],
    env: { HANDRAIL_DESK_URL: "shop" },
    code: 2,
    en:
      "Cannot read HANDRAIL_DESK_URL: Cannot use the desk's address: it is no URL. Write http://HOST/PATH or https://HOST/PATH",
    zh: "无法读取 HANDRAIL_DESK_URL：后端地址不是网址。请写 http://主机/路径 或 https://主机/路径",
  },
  {
    args: ["models", "list"],
    config: '{"log":{"files":1},"nosuch":true}',
    code: 2,
    en: "Cannot read ABOVE/handrail.json: log.files: Too small: expected number to be >=2; " +
      'the file: Unrecognized key: "nosuch". See docs/configuration.md',
    zh:
      "无法读取 ABOVE/handrail.json：log.files：不能小于 2；文件：没有这样的键：nosuch。见 docs/configuration.md",
  },
  {
    args: ["sessions", "show", "ses_1"],
    code: 1,
    en: "Cannot open session ses_1: there is none of that id. See handrail sessions list",
    zh: "无法打开会话 ses_1：没有这个编号的会话。见 handrail sessions list",
  },
  {
    args: ["sessions", "show", "../x"],
    code: 2,
    en: 'Cannot open session: "../x" is no session id. Use 1 to 64 letters, digits, _ or -',
    zh: '无法打开会话："../x" 不是会话编号。编号为 1 到 64 个字母、数字、_ 或 -',
  },
  {
    args: ["kb", "ingest", "gone"],
    code: 1,
    en: "Cannot read documents: gone does not exist. Name an existing file or folder",
    zh: "无法读取文档：gone 不存在。请指定已有的文件或文件夹",
  },
  {
    args: ["kb", "search", "leave"],
    env: { HANDRAIL_KB: "handrail.json" },
    config: '{"ui":{}}',
    code: 1,
    en: "Cannot read knowledge base: handrail.json is no index. " +
      "Name an index in HANDRAIL_KB, or make one at a new path with: handrail kb ingest PATH",
    zh: "无法读取知识库：handrail.json 不是索引文件。" +
      "请在 HANDRAIL_KB 中指定索引，或换个新路径用 handrail kb ingest 路径 建立",
  },
  {
    args: ["idempotency", "list"],
    env: { IDEMPOTENCY_STORE: "redis", REDIS_URL: "redis://127.0.0.1:1" },
    code: 1,
    en: "Cannot reach Redis: redis://127.0.0.1:1, connection refused. Check REDIS_URL and the server",
    zh: "无法连接 Redis：redis://127.0.0.1:1，连接被拒绝。请检查 REDIS_URL 和服务器",
  },
];

for (const { args, env = {}, config, code, ...said } of MISTAKES) {
  for (const language of ["en", "zh"] as const) {
    const title = [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...args].join(" ");
    Deno.test(`what is wrong with "${title}" is said in ${language}`, async () => {
      await using folder = await tempFolder();
      const cwd = await Deno.realPath(folder.path);
      if (config !== undefined) await Deno.writeTextFile(join(cwd, "handrail.json"), config);
      const LANG = language === "zh" ? "zh_CN.UTF-8" : "en_US.UTF-8";
      const ended = await runHandrail(args, { home: cwd, cwd, env: { ...env, LANG } });
      assertEquals(ended.stderr, `handrail: ${said[language].replace("ABOVE", cwd)}\n`);
      assertEquals([ended.code, ended.stdout], [code, ""]);
    });
  }
}

Deno.test("the language is found wherever it is said, though something beside it is wrong", async () => {
  await using folder = await tempFolder();
  const [home, config] = [folder.path, join(folder.path, "handrail.json")];
  const said = async (args: string[], env: Record<string, string> = {}) =>
    (await runHandrail(args, { home, cwd: home, env })).stderr;
  const none = '无法运行 "nosuch"：没有这个命令。见 handrail --help';
  assertStringIncludes(await said(["nosuch", "--lang", "zh"]), none);
  assertStringIncludes(await said(["--lang=zh", "nosuch"]), none);
  assertStringIncludes(await said(["nosuch"], { HANDRAIL_LANG: "zh" }), none);
  assertMatch(await said(["nosuch", "--lang", "en"], { LANG: "zh_CN.UTF-8" }), /no such command/);
  assertMatch(
    await said(["models", "list", "--lang", "fr"], { LANG: "zh_CN.UTF-8" }),
    /无法读取 --lang：没有 "fr" 这种语言。请写 en 或 zh/,
  );
  await Deno.writeTextFile(config, '{"ui":{"language":"zh"},"nosuch":1}');
  assertStringIncludes(await said(["models", "list"]), "文件：没有这样的键：nosuch");
});

Deno.test("help is there when the settings are wrong, in the reader's language as far as it can be told", async () => {
  await using folder = await tempFolder();
  const [home, config] = [folder.path, join(folder.path, "handrail.json")];
  const help = async (env: Record<string, string>, ...args: string[]) => {
    const { code, stdout, stderr } = await runHandrail(args, { home, cwd: home, env });
    return [code, stdout.slice(0, stdout.indexOf("\n")), stderr];
  };
  await Deno.writeTextFile(config, "{");
  const [en, zh] = ["handrail kb ingest PATH…", "handrail kb ingest 路径…"];
  const flags = "[--glob PATTERN]… [--dry-run] [--prune] [--max-size MB] [--json]";
  assertEquals(await help({}, "kb", "--help"), [0, `${en} ${flags}`, ""]);
  assertEquals(await help({ LANG: "zh_CN.UTF-8" }, "help", "kb"), [
    0,
    `${zh} ${flags.replace("PATTERN", "模式")}`,
    "",
  ]);
  await Deno.remove(config);
  assertEquals((await help({ HANDRAIL_LANG: "fr", AGENT_GUARD_PII: "yes" }, "kb", "--help")).at(0), 0);
});

Deno.test("a folder's name is told without what a terminal would obey", async () => {
  await using folder = await tempFolder();
  const cwd = join(await Deno.realPath(folder.path), "a\x1b[2Jb");
  await Deno.mkdir(cwd);
  await Deno.writeTextFile(join(cwd, "handrail.json"), '{"approval":{"rules":[{"action":"allow"}]}}');
  for (const args of [["run", "hi"], ["chat"]]) {
    const { stderr } = await runHandrail(args, { home: folder.path, cwd, input: "" });
    assertStringIncludes(stderr, "a[2Jb/handrail.json allows calls that would be asked about without it");
    assertEquals(stderr.includes("\x1b"), false);
  }
});

Deno.test("programs read the same message whatever the reader's language", async () => {
  await using folder = await tempFolder();
  const { code, events, stderr } = await runHandrail(["json", "--profile", "sales", "--lang", "zh"], {
    home: folder.path,
    env: { LANG: "zh_CN.UTF-8" },
  });
  const error = events.find(({ type }) => type === "error");
  assertEquals(
    [code, error?.code, error?.message, stderr],
    [
      2,
      "bad_request",
      'Cannot use profile: "sales" is unknown. Use chat, order, refund, knowledge, service',
      "",
    ],
  );
});

Deno.test("what a turn failed for is said in the reader's language, at the terminal and in a pipe", async () => {
  await using folder = await tempFolder();
  const { code, stderr } = await runHandrail(["run", "--lang", "zh", "hello"], {
    home: folder.path,
    env: { HANDRAIL_MODEL: "http://127.0.0.1:1/v1#m" },
  });
  assertEquals(code, 6);
  assertMatch(stderr, /^失败：无法连接模型：/m);
});

Deno.test("an ingest tells in Chinese what it did and why a file failed, and tells programs in English", async () => {
  await using folder = await tempFolder();
  const home = await Deno.realPath(folder.path);
  await Deno.mkdir(join(home, "docs"));
  await Deno.writeTextFile(join(home, "docs/a.md"), "# 年假\n\n每年十天。");
  await Deno.writeTextFile(join(home, "docs/b.json"), "{");
  const env = { LANG: "zh_CN.UTF-8", HANDRAIL_KB: join(home, "kb.sqlite") };
  const reason = "it is no JSON. Mend it, or name it .jsonl when each line is a value of its own";
  const told = await runHandrail(["kb", "ingest", join(home, "docs")], { home, env });
  assertEquals(told.code, 1);
  assertEquals(
    told.stdout,
    "新增 1，更新 0，移除 0，未变 0，跳过 0，失败 1\n" +
      `  ${home}/docs/b.json：无法读取文档：${home}/docs/b.json：不是有效的 JSON。` +
      `请修正；如果每行是一个值，请改名为 .jsonl\n→ ${home}/kb.sqlite\n`,
  );
  assertEquals(told.stderr, `新增 ${home}/docs/a.md\n失败 ${home}/docs/b.json\n`);
  const json = await runHandrail(["kb", "ingest", join(home, "docs"), "--json"], { home, env });
  assertEquals(JSON.parse(json.stdout).failed, [{
    path: `${home}/docs/b.json`,
    reason: `Cannot read document: ${home}/docs/b.json: ${reason}`,
  }]);
  const verified = await runHandrail(["kb", "verify"], { home, env });
  assertEquals([verified.code, verified.stdout], [0, "索引完好。\n"]);
});

Deno.test("a session that a newer program wrote is refused in Chinese, and told of in a list", async () => {
  await using folder = await tempFolder();
  const env = { LANG: "zh_CN.UTF-8", HANDRAIL_STATE: folder.path };
  await Deno.mkdir(join(folder.path, "sessions"));
  await Deno.writeTextFile(
    join(folder.path, "sessions/ses_1.jsonl"),
    '{"type":"session","version":99,"id":"ses_1"}\n',
  );
  const words = "无法打开会话 ses_1：它的版本是 99，本程序只读 1。请更新 Handrail";
  const shown = await runHandrail(["sessions", "show", "ses_1"], { home: folder.path, env });
  assertEquals([shown.code, shown.stderr], [1, `handrail: ${words}\n`]);
  const listed = await runHandrail(["sessions", "list"], { home: folder.path, env });
  assertStringIncludes(listed.stdout, words);
  const json = await runHandrail(["sessions", "list", "--json"], { home: folder.path, env });
  assertMatch(
    JSON.parse(json.stdout).sessions[0].problem,
    /^Cannot open session ses_1: it is written in version 99/,
  );
});

Deno.test("a command that cannot be carried out says so in Chinese within the conversation", async () => {
  await using folder = await tempFolder();
  const { code, stdout } = await runHandrail(["chat"], {
    home: folder.path,
    env: { LANG: "zh_CN.UTF-8" },
    input: "/model gpt\n/resume ses_1\n",
  });
  assertEquals(code, 0);
  assertMatch(stdout, /^失败：无法使用模型：没有 "gpt"。可用：offline、openai:模型、/m);
  assertMatch(stdout, /^失败：无法继续：没有会话 ses_1。见 \/sessions$/m);
});
