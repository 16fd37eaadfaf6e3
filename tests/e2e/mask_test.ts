import { join } from "node:path";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { handrailCommand, HandrailProcess, runHandrail } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

Deno.test("mask replaces personal data by aliases, one value one alias, and counts on request (H30)", async () => {
  await using folder = await tempFolder();
  const { code, stdout, stderr } = await runHandrail(["mask", "--summary"], {
    home: folder.path,
    input: "请打１３８００１３８０００或 a@b.cn\n订单 A-1024，电话 138-0013-8000，再打 13900139000",
  });
  assertEquals(
    [code, stdout],
    [0, "请打[[PHONE_1]]或 [[EMAIL_1]]\n订单 A-1024，电话 [[PHONE_1]]，再打 [[PHONE_2]]"],
  );
  assertEquals(stderr, "email            1\nphone            3\n");
});

Deno.test("mask takes a strategy and kinds", async () => {
  await using folder = await tempFolder();
  const input = "13812345678 a@b.cn";
  const options = { home: folder.path, input, env: { HANDRAIL_SECRET: "key" } };
  assertEquals((await runHandrail(["mask", "--strategy", "mask"], options)).stdout, "138****5678 ***@b.cn");
  assertEquals(
    (await runHandrail(["mask", "--strategy=block", "--kinds", "email,iban"], options)).stdout,
    "13812345678 [EMAIL]",
  );
  const { stdout } = await runHandrail(["mask", "--strategy", "hash"], options);
  assert(/^\[PHONE:[0-9a-f]{16}\] \[EMAIL:[0-9a-f]{16}\]$/.test(stdout), stdout);
});

Deno.test("mask refuses unknown strategies, kinds and operands with exit 2", async () => {
  await using folder = await tempFolder();
  const cases = [
    [["mask", "--strategy", "rot13"], "Choose from alias, mask, hash, block"],
    [["mask", "--kinds", "name"], 'Cannot guard "name": no such kind'],
    [["mask", "file.txt"], "Write handrail mask < FILE"],
  ] as const;
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await runHandrail(args, { home: folder.path, input: "x" });
    assertEquals([code, stdout], [2, ""]);
    assertStringIncludes(stderr, message);
  }
});

Deno.test("mask passes text on as it comes, and characters whole that come in parts", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["mask"], { home: folder.path });
  const bytes = new TextEncoder().encode("手机 13800138000 好\n");
  for (const at of [0, 1, 5, 9]) {
    await program.send(bytes.subarray(at, at === 0 ? 1 : at === 1 ? 5 : at === 5 ? 9 : undefined));
  }
  await program.closeInput();
  assertEquals((await program.end()).stdout, "手机 [[PHONE_1]] 好\n");
});

Deno.test("mask replaces bytes that are no UTF-8, and says so", async () => {
  await using folder = await tempFolder();
  const input = new Uint8Array([0x61, 0xff, 0x62, 0xe4]);
  const { code, stdout, stderr } = await runHandrail(["mask"], { home: folder.path, input });
  assertEquals([code, stdout], [0, "a\ufffdb\ufffd"]);
  assertStringIncludes(stderr, "no UTF-8");
});

Deno.test("mask filters two megabytes without losing any", async () => {
  await using folder = await tempFolder();
  const line = "Hello 13800138000, 您好。\n";
  const { code, stdout } = await runHandrail(["mask", "--strategy", "block"], {
    home: folder.path,
    input: line.repeat(70_000),
  });
  assertEquals([code, stdout === "Hello [PHONE], 您好。\n".repeat(70_000)], [0, true]);
});

Deno.test("mask ends quietly with 141 when nobody reads any more", async () => {
  await using folder = await tempFolder();
  const { program, args } = handrailCommand(["mask"]);
  const quoted = [program, ...args].map((word) => `'${word}'`).join(" ");
  const { stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", `yes 'a 13800138000' | ${quoted} | head -n 1; echo "\${PIPESTATUS[1]}"`],
    env: { HOME: folder.path, DENO_DIR: Deno.env.get("DENO_DIR") || `${Deno.env.get("HOME")}/.cache/deno` },
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assertEquals([decode(stdout), decode(stderr)], ["a [[PHONE_1]]\n141\n", ""]);
});

Deno.test("mask looks for the kinds that handrail.json adds as well", async () => {
  await using folder = await tempFolder();
  const config = join(folder.path, ".config/handrail");
  await Deno.mkdir(config, { recursive: true });
  const pii = { strategy: "block", patterns: [{ kind: "employee_id", pattern: "EMP-[0-9]{6}" }] };
  await Deno.writeTextFile(join(config, "handrail.json"), JSON.stringify({ pii }));
  const { stdout } = await runHandrail(["mask"], { home: folder.path, input: "EMP-004211 13812345678\n" });
  assertEquals(stdout, "[EMPLOYEE_ID] [PHONE]\n");
});

Deno.test("mask reads another encoding, and writes UTF-8 (T39)", async () => {
  await using folder = await tempFolder();
  // "电话 13800138000" in GB18030.
  const input = Uint8Array.fromHex("b5e7bbb0203133383030313338303030");
  const { code, stdout, stderr } = await runHandrail(["mask", "--encoding", "gb18030"], {
    home: folder.path,
    input,
  });
  assertEquals([code, stdout, stderr], [0, "电话 [[PHONE_1]]", ""]);
});
