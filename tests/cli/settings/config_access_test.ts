import { assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import { readConfigText, realConfigPath } from "../../../cli/settings/config_access.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

Deno.test("realConfigPath() follows links, and knows what is not there", async () => {
  await using folder = await tempFolder();
  const root = await Deno.realPath(folder.path);
  await Deno.writeTextFile(join(root, "file"), "{}");
  await Deno.symlink("file", join(root, "link"));
  assertEquals(realConfigPath(join(root, "link")), join(root, "file"));
  assertEquals(realConfigPath(join(root, "none")), undefined);
  assertEquals(realConfigPath(join(root, "none", "none")), undefined);
  assertEquals(realConfigPath(join(root, "file", "below")), undefined);
});

Deno.test("realConfigPath() never takes a link that leads nowhere for a file that is not there", async () => {
  await using folder = await tempFolder();
  const [dangling, loop] = [join(folder.path, "dangling"), join(folder.path, "loop")];
  await Deno.symlink("none", dangling);
  await Deno.symlink("loop", loop);
  const { message } = assertThrows(() => realConfigPath(dangling), UsageError);
  assertEquals(
    message,
    `Cannot read ${dangling}: it is a link to a file that is not there. Mend it, or take it away`,
  );
  assertThrows(() => realConfigPath(loop), UsageError, `Cannot read ${loop}: `);
});

Deno.test("readConfigText() says what cannot be read, and what to do", async () => {
  await using folder = await tempFolder();
  assertThrows(() => readConfigText(folder.path), UsageError, `Cannot read ${folder.path}: `);
  await Deno.writeTextFile(join(folder.path, "file"), "{}");
  assertEquals(readConfigText(join(folder.path, "file")), "{}");
});

Deno.test("a file that somebody else keeps closed is no missing one", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "closed", "file");
  await Deno.mkdir(join(folder.path, "closed"));
  await Deno.writeTextFile(path, "{}");
  await Deno.chmod(join(folder.path, "closed"), 0o000);
  // To root nothing is closed.
  const isClosed = await Deno.lstat(path).then(() => false, () => true);
  if (isClosed) assertThrows(() => realConfigPath(path), UsageError, "Make it readable, or set HOME");
  else assertEquals(realConfigPath(path), await Deno.realPath(path));
  await Deno.chmod(join(folder.path, "closed"), 0o700);
});
