import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { freshEnvironment, handrailCommand } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** More than a pipe holds. */
const FILES = 1_500;

Deno.test("what is told aside comes to a reader that takes its time", async () => {
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
  const results = new Response(running.stdout).text();
  let told = "";
  for await (const text of running.stderr.pipeThrough(new TextDecoderStream())) {
    // More is written meanwhile than the pipe holds.
    await new Promise((resolve) => setTimeout(resolve, 50));
    told += text;
  }
  assertStringIncludes(await results, `${FILES}`);
  await running.status;
  assertEquals(told.split("\n").length - 1, FILES);
});
