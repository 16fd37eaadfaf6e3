import { assertEquals } from "@std/assert";
import { fileFault } from "../../cli/file_fault.ts";

Deno.test("fileFault() is the system's reason without the path", async () => {
  const missing = await Deno.readTextFile("/nowhere/it's a 'file'").catch((error) => error);
  assertEquals(fileFault(missing), "No such file or directory (os error 2)");
  assertEquals(fileFault(new Error("too large")), "too large");
  assertEquals(fileFault("gone"), "gone");
});
