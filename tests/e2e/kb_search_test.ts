import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import {
  binaryPath,
  freshEnvironment,
  handrailCommand,
  runHandrail,
  type StartOptions,
} from "../_support/handrail_process.ts";
import { missingModel, realModelPaths } from "../_support/real_model.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** An index of two documents in two folders. */
async function setUp() {
  const folder = await tempFolder();
  const options: StartOptions = { home: folder.path };
  const [refunds, travel] = [join(folder.path, "docs/a/refunds.md"), join(folder.path, "docs/b/travel.md")];
  await Deno.mkdir(join(folder.path, "docs/a"), { recursive: true });
  await Deno.mkdir(join(folder.path, "docs/b"));
  await Deno.writeTextFile(refunds, "# 退款政策\n\n签收后七天内可以申请退款。");
  await Deno.writeTextFile(travel, "# 差旅\n\n住宿标准每晚五百元，退款另说。");
  const ingest = await runHandrail(["kb", "ingest", join(folder.path, "docs")], options);
  assertEquals(ingest.code, 0, ingest.stderr);
  const kb = (...args: string[]) => runHandrail(["kb", ...args], options);
  return {
    folder: folder.path,
    refunds,
    travel,
    kb,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

Deno.test("kb search ranks passages, and looks only where it is told to (K25)", async () => {
  await using scene = await setUp();
  const all = JSON.parse((await scene.kb("search", "退款", "--json")).stdout);
  assertEquals(all.passages.map(({ documentPath }: { documentPath: string }) => documentPath), [
    scene.refunds,
    scene.travel,
  ]);
  assertEquals(all.passages[0].parts.dense, null);
  const under = JSON.parse(
    (await scene.kb("search", "退款", "--under", join(scene.folder, "docs/b"), "--json")).stdout,
  );
  assertEquals(under.passages.length, 1);
  assertEquals(
    (await scene.kb("search", "退款", "--until", "2000-01-01")).stdout,
    "Nothing relevant was found.\n",
  );
  const wrong = await scene.kb("search", "退款", "--since", "yesterday");
  assertEquals(wrong.code, 2);
  assertStringIncludes(wrong.stderr, "--since yesterday is no date");
});

Deno.test("kb verify, export and remove look after the index", async () => {
  await using scene = await setUp();
  assertEquals((await scene.kb("verify")).stdout, "The index is sound.\n");
  const lines = (await scene.kb("export")).stdout.trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines, [
    { path: scene.refunds, ordinal: 0, title: "退款政策", text: "签收后七天内可以申请退款。" },
    { path: scene.travel, ordinal: 0, title: "差旅", text: "住宿标准每晚五百元，退款另说。" },
  ]);
  const removed = await scene.kb("remove", join(scene.folder, "docs/b"), "/nowhere");
  assertEquals([removed.code, removed.stdout], [1, `removed ${scene.travel}\nnot in the index: /nowhere\n`]);
  assertEquals(JSON.parse((await scene.kb("info", "--json")).stdout).documents, 1);
  const index = join(scene.folder, ".local/share/handrail/kb.sqlite");
  const bytes = await Deno.readFile(index);
  await Deno.writeFile(index, bytes.fill(0x5a, 4_096, 20_000));
  const damaged = await scene.kb("verify");
  assert(damaged.code !== 0, damaged.stdout);
});

const paths = await realModelPaths();
const missing = await missingModel(paths, false);

Deno.test({
  name: `an ingest embeds what it takes in, and meaning finds what words do not${
    missing ? ` (skipped: ${missing})` : ""
  }`,
  ignore: missing !== undefined,
  fn: async () => {
    await using scene = await setUp();
    const env = { HANDRAIL_EMBEDDER: "local", HANDRAIL_MODEL_DIR: paths ? join(paths.weights, "../..") : "" };
    const options = { home: scene.folder, env };
    const again = await runHandrail(["kb", "ingest", join(scene.folder, "docs")], options);
    assertEquals([again.code, again.stderr], [0, "embedding\nembedding: done\n"]);
    const { model, vectors } = JSON.parse((await runHandrail(["kb", "info", "--json"], options)).stdout);
    assertEquals([model, vectors], ["bge-small-zh-v1.5", 2]);
    const found = JSON.parse(
      (await runHandrail(["kb", "search", "旅馆一夜报销多少", "--json"], options)).stdout,
    );
    assertEquals(found.passages[0]?.documentPath, scene.travel);
    const nothing = await runHandrail(["kb", "search", "恐龙是怎么灭绝的"], options);
    assertEquals(nothing.stdout, "Nothing relevant was found.\n");
  },
});

Deno.test({
  name: `the samples that ship answer a paraphrase, cited, and say plainly when nothing is there${
    missing ? ` (skipped: ${missing})` : ""
  }`,
  ignore: missing !== undefined,
  fn: async () => {
    await using folder = await tempFolder();
    const env = { HANDRAIL_EMBEDDER: "local", HANDRAIL_MODEL_DIR: paths ? join(paths.weights, "../..") : "" };
    const ask = (text: string) => runHandrail(["run", "--json", text], { home: folder.path, env });
    const days = await ask("How many days of annual leave do I get?");
    const message = days.events.find(({ type }) => type === "message.completed");
    assertStringIncludes(JSON.stringify(message?.citations), "leave");
    // What the native runtime would remember its reports to Microsoft by.
    await assertRejects(() => Deno.stat(join(folder.path, ".cache", "Microsoft")), Deno.errors.NotFound);
    const none = await ask("What is the capital of France?");
    assertStringIncludes(
      String(none.events.find(({ type }) => type === "turn.completed")?.text),
      "Nothing relevant",
    );
  },
});

const bringsModel = binaryPath() !== undefined;

Deno.test({
  name: `without a model at hand a search says once that it goes by words only${
    bringsModel ? " (skipped: the binary brings its model along)" : ""
  }`,
  ignore: bringsModel,
  fn: searchesByWordsOnly,
});

async function searchesByWordsOnly(): Promise<void> {
  await using folder = await tempFolder();
  const env = { HANDRAIL_EMBEDDER: "local", HANDRAIL_CACHE: join(folder.path, "cache") };
  const { stdout, stderr } = await runHandrail(["kb", "search", "annual leave"], { home: folder.path, env });
  assertStringIncludes(stdout, "leave-policy.en.md");
  assertEquals(stderr.match(/Searching by words only\./g)?.length, 1);
  assertStringIncludes(stderr, "It is fetched by: handrail kb ingest PATH");
  const chinese = await runHandrail(["kb", "search", "年假"], {
    home: folder.path,
    env: { ...env, LANG: "zh_CN.UTF-8" },
  });
  assertStringIncludes(
    chinese.stderr,
    "\n只按词检索，没有按语义检索。语义模型还没有取得，handrail kb ingest 路径 会获取它\n",
  );
}

Deno.test({
  name: "a reader that has enough, as head has, is no trouble to be told of",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using folder = await tempFolder();
    const { program, args } = handrailCommand(["schema"]);
    const { stdout, stderr } = await new Deno.Command("sh", {
      args: ["-c", '{ "$@"; echo "code $?" >&2; } | head -c 1', "sh", program, ...args],
      env: freshEnvironment({ home: folder.path }),
    }).output();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assertEquals([decode(stdout), decode(stderr)], ["{", "code 141\n"]);
  },
});
