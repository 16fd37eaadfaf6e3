import { assertEquals, assertStrictEquals } from "@std/assert";
import { sessionFault } from "../../../cli/sessions/session_fault.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const OPERANDS = ["rename", "ses_1", "Trip"];

Deno.test("a fault of the file system says what was tried and what to do, in both languages", async () => {
  await using folder = await tempFolder();
  const fault = await Deno.readTextFile(folder.path).catch((error: unknown) => error);
  const said = (language: "en" | "zh") => String(sessionFault(fault, { operands: OPERANDS, language }));
  assertEquals(
    said("en"),
    "Error: Cannot run sessions rename ses_1: Is a directory (os error 21). " +
      "Check who may read and write in the folder HANDRAIL_STATE",
  );
  assertEquals(
    said("zh"),
    "Error: 无法运行 sessions rename ses_1：Is a directory (os error 21)。请检查 HANDRAIL_STATE 文件夹的读写权限",
  );
});

Deno.test("anything else comes back as it was", () => {
  const newer = new Error("Cannot open session ses_1: it is written in version 99");
  assertStrictEquals(sessionFault(newer, { operands: OPERANDS, language: "zh" }), newer);
  const full = Object.assign(new Error("No space left on device (os error 28)"), { code: "ENOSPC" });
  assertStrictEquals(sessionFault(full, { operands: ["list"], language: "en" }), full);
  assertEquals(sessionFault("text", { operands: [], language: "en" }), "text");
});
