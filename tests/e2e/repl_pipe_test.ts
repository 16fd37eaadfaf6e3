import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { runHandrail } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

async function ledgerLength(home: string): Promise<number> {
  try {
    const text = await Deno.readTextFile(join(home, ".local/state/handrail/ledger.jsonl"));
    return text.trimEnd().split("\n").length;
  } catch {
    return 0;
  }
}

for (
  const [language, words] of [
    ["zh", ["不是语言模型", "订单 B-0001 已签收。", "550", "没有重复执行", "没有执行", "已转人工"]],
    ["en", [
      "not a language model",
      "Order B-0001 is delivered.",
      "550",
      "was not repeated",
      "not carried out",
      "handed to a person",
    ]],
  ] as const
) {
  Deno.test(`the sample conversation goes through, and leaves one ticket and one hand-off (${language})`, async () => {
    await using folder = await tempFolder();
    const script = new URL(`../../samples/conversations/${language}.txt`, import.meta.url);
    const { code, stdout } = await runHandrail(["chat"], {
      home: folder.path,
      env: { LANG: language },
      input: await Deno.readTextFile(script),
    });
    assertEquals(code, 0);
    for (const said of words) assertStringIncludes(stdout, said);
    assertEquals(await ledgerLength(folder.path), 2);
  });
}

Deno.test("chat works through a pipe: answers on standard output, approvals denied aloud, questions from the next line", async () => {
  await using folder = await tempFolder();
  const input = "我的订单到哪了\nA-1024\n取消订单 A-2048\n";
  const { code, stdout, stderr } = await runHandrail(["chat"], {
    home: folder.path,
    input,
    env: { LANG: "zh_CN" },
  });
  assertEquals(code, 0);
  assertStringIncludes(stdout, "订单 A-1024 已发货，预计 2 天后送达。");
  assertStringIncludes(stdout, "order_cancel ✗ 已拒绝");
  assertStringIncludes(stdout, "标准输入或输出不是终端");
  assertStringIncludes(stderr, "使用内置示例资料");
  assert(!stdout.includes("\x1b"));
});

Deno.test("chat reads a pipe in GB18030 where Chinese is read, and says so once (T39)", async () => {
  await using folder = await tempFolder();
  // "订单 A-1024 到哪了\n订单 A-2048 到哪了\n"
  const line = (
    id: string,
  ) => [...hex("b6a9b5a520"), ...new TextEncoder().encode(id), ...hex("20b5bdc4c4c1cb0a")];
  const { code, stdout, stderr } = await runHandrail(["chat"], {
    home: folder.path,
    input: new Uint8Array([...line("A-1024"), ...line("A-2048")]),
    env: { LANG: "zh_CN.UTF-8" },
  });
  assertEquals(code, 0);
  assertStringIncludes(stdout, "订单 A-1024 已发货");
  assertStringIncludes(stdout, "订单 A-2048");
  assertEquals(stderr.split("已按 GB18030 读取").length, 2);
});

Deno.test("chat reads a pipe in UTF-16, as Windows PowerShell writes it, by its mark or by --encoding (T39)", async () => {
  await using folder = await tempFolder();
  // 上, 0A 4E, begins with the byte of a line feed.
  const text = "上次的订单 A-1024 到哪了？\r\n订单 A-2048 到哪了？\r\n";
  const units = Uint8Array.from(
    [...text].flatMap((one) => [one.charCodeAt(0) & 0xff, one.charCodeAt(0) >> 8]),
  );
  for (
    const [args, input] of [[[], new Uint8Array([0xff, 0xfe, ...units])], [
      ["--encoding", "utf-16le"],
      units,
    ]] as const
  ) {
    const { code, stdout } = await runHandrail(["chat", ...args], { home: folder.path, input });
    assertEquals([code, stdout.match(/订单 A-\d{4} /g)], [0, ["订单 A-1024 ", "订单 A-2048 "]]);
  }
});

function hex(digits: string): Uint8Array {
  return Uint8Array.fromHex(digits);
}
