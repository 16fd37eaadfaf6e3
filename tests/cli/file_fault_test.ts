import { assertEquals } from "@std/assert";
import { fileFault } from "../../cli/file_fault.ts";

Deno.test("fileFault() is the system's reason without the path", async () => {
  const missing = await Deno.readTextFile("/nowhere/it's a 'file'").catch((error) => error);
  assertEquals(fileFault(missing), {
    en: "No such file or directory (os error 2)",
    zh: "文件或文件夹不存在（os error 2）",
  });
  assertEquals(fileFault(new Error("too large")), { en: "too large", zh: "too large" });
  assertEquals(fileFault("gone"), { en: "gone", zh: "gone" });
});
