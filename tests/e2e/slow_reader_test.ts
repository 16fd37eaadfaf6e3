import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { freshEnvironment, handrailCommand } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** More than a pipe holds. */
const FILES = 1_500;

Deno.test("what is told aside comes to a reader that takes its time, although the work is long done", async () => {
  await using folder = await tempFolder();
  const documents = join(folder.path, "documents");
  await Deno.mkdir(documents);
  for (let at = 0; at < FILES; at++) {
    Deno.writeTextFileSync(join(documents, `a-rather-long-name-of-a-file-that-is-no-json-${at}.json`), "{");
  }
  const { program, args } = handrailCommand(["kb", "ingest", documents]);
  const running = new Deno.Command(program, {
    args,
    clearEnv: true,
    env: freshEnvironment({ home: folder.path, env: { HANDRAIL_KB: join(folder.path, "kb.sqlite") } }),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const results = running.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  // Its last line: nothing but the end is left to be done.
  while (!said.endsWith("kb.sqlite\n")) {
    const { value, done } = await results.read();
    if (done) break;
    said += value;
  }
  assertStringIncludes(said, `${FILES}`);
  const told = await new Response(running.stderr).text();
  await results.cancel();
  await running.status;
  assertEquals(told.split("\n").length - 1, FILES);
});
