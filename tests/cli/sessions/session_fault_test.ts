import { assertEquals, assertStrictEquals } from "@std/assert";
import { sessionFault } from "../../../cli/sessions/session_fault.ts";
import { wordsOf } from "../../../kb/bilingual_error.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const OPERANDS = ["rename", "ses_1", "Trip"];

Deno.test("a fault of the file system says what was tried and what to do, in both languages", async () => {
  await using folder = await tempFolder();
  const fault = await Deno.readTextFile(folder.path).catch((error: unknown) => error);
  assertEquals(wordsOf(sessionFault(fault, OPERANDS)), {
    en: "Cannot run sessions rename ses_1: Is a directory (os error 21). " +
      "Check who may read and write in the folder HANDRAIL_STATE",
    zh:
      "无法运行 sessions rename ses_1：这是文件夹，不是文件（os error 21）。请检查 HANDRAIL_STATE 文件夹的读写权限",
  });
});

Deno.test("anything else comes back as it was", () => {
  const newer = new Error("Cannot open session ses_1: it is written in version 99");
  assertStrictEquals(sessionFault(newer, OPERANDS), newer);
  const full = Object.assign(new Error("No space left on device (os error 28)"), { code: "ENOSPC" });
  assertStrictEquals(sessionFault(full, ["list"]), full);
  assertEquals(sessionFault("text", []), "text");
});
