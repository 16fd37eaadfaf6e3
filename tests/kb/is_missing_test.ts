import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { isMissing } from "../../kb/is_missing.ts";
import { tempFolder } from "../_support/temp_folder.ts";

Deno.test("isMissing() knows a file that is not there, or cannot be, from one that cannot be used", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "");
  const faultOf = (path: string) => Deno.readFile(path).then(() => undefined, (error: unknown) => error);
  const faults = await Promise.all(
    [join(folder.path, "none"), join(file, "below"), folder.path].map(faultOf),
  );
  assertEquals(faults.map(isMissing), [true, true, false]);
});
