import { assertEquals } from "@std/assert";
import { systemFaultInChinese } from "../../kb/system_fault.ts";

Deno.test("systemFaultInChinese() knows Deno's classes, whatever words and number the system has for them", () => {
  assertEquals(
    systemFaultInChinese(
      new Deno.errors.NotFound("The system cannot find the path specified. (os error 3): stat 'C:\\x'"),
    ),
    "文件或文件夹不存在（os error 3）：stat 'C:\\x'",
  );
  assertEquals(
    systemFaultInChinese(new Deno.errors.PermissionDenied("Access is denied. (os error 5)")),
    "没有权限（os error 5）",
  );
});

Deno.test("systemFaultInChinese() knows what has no class, or has lost it, by its words", () => {
  assertEquals(
    systemFaultInChinese({ name: "Error", message: "No space left on device (os error 28): write" }),
    "磁盘空间不足（os error 28）：write",
  );
  assertEquals(
    systemFaultInChinese({ name: "", message: "Permission denied (os error 13)" }),
    "没有权限（os error 13）",
  );
});

Deno.test("systemFaultInChinese() leaves alone what is none of the system's, or rare", () => {
  assertEquals(systemFaultInChinese(new Error("it is empty")), undefined);
  assertEquals(systemFaultInChinese({ name: "Error", message: "Owner died (os error 130)" }), undefined);
  assertEquals(systemFaultInChinese(new Deno.errors.NotFound("no number here")), undefined);
});

Deno.test("systemFaultInChinese() knows a permission that was not given", () => {
  const message = 'Requires read access to "/a b", run again with the --allow-read flag';
  assertEquals(
    systemFaultInChinese(new Deno.errors.NotCapable(message)),
    '没有 Deno 的 read 权限："/a b"。请加上 --allow-read 再运行',
  );
});
