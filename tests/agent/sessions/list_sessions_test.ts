import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { listSessions } from "../../../agent/sessions/list_sessions.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const LINE = '{"type":"message","message":{"role":"user","content":"hi"}}\n';

Deno.test("listSessions() passes over sessions that are removed while it lists", async () => {
  await using folder = await tempFolder();
  const names = Array.from({ length: 200 }, (_, at) => `ses_${at}.jsonl`);
  for (const name of names) await Deno.writeTextFile(join(folder.path, name), LINE);
  const listing = listSessions(folder.path);
  // Ours is read behind theirs: they know all names by now, and have looked at hardly any.
  assertEquals((await Array.fromAsync(Deno.readDir(folder.path))).length, 200);
  for (const name of names.slice(0, 199)) Deno.removeSync(join(folder.path, name));
  const listed = await listing;
  assert(listed.length < 200, `${listed.length}`);
  assert(listed.some(({ id }) => id === "ses_199"));
});

Deno.test("listSessions() finds none where a file stands in the place of the folder", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "");
  assertEquals(await listSessions(join(file, "sessions")), []);
});
