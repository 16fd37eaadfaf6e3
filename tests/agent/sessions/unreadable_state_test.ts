import { assertEquals, assertStrictEquals } from "@std/assert";
import { unreadableState } from "../../../agent/sessions/unreadable_state.ts";
import { wordsOf } from "../../../kb/bilingual_error.ts";

Deno.test("unreadableState() names the file once, and the way out, in both languages", () => {
  const cause = new Deno.errors.PermissionDenied(
    "Permission denied (os error 13): readfile '/state/ses_1.jsonl'",
  );
  const error = unreadableState("/state/ses_1.jsonl", cause);
  assertStrictEquals(error.cause, cause);
  assertEquals(wordsOf(error), {
    en: "Cannot read /state/ses_1.jsonl: Permission denied (os error 13). " +
      "Make it readable, or set HANDRAIL_STATE to a folder of your own",
    zh:
      "无法读取 /state/ses_1.jsonl：没有权限（os error 13）。请让它可读，或把 HANDRAIL_STATE 设为你自己的文件夹",
  });
});
