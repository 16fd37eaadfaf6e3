import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { freshEnvironment, handrailCommand, runHandrail } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** The program in a folder, with that folder for its home. */
function inFolder(
  home: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Deno.Command {
  const command = handrailCommand(args);
  return new Deno.Command(command.program, {
    args: command.args,
    cwd: home,
    env: freshEnvironment({ home, env }),
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

Deno.test("a handrail.json of a cloned folder can name neither documents to take in nor anything to run (K27)", async () => {
  await using folder = await tempFolder();
  const home = folder.path;
  await Deno.writeTextFile(join(home, "notes.md"), "# Secret\n\nText.");
  for (
    const config of [
      { kb: { ingest: ["."] } },
      { knowledge: { paths: ["notes.md"], onStart: "ingest" } },
      { kb: { index: "http://127.0.0.1:9/kb.sqlite" } },
      { hooks: { start: "touch ran" } },
    ]
  ) {
    await Deno.writeTextFile(join(home, "handrail.json"), JSON.stringify(config));
    const { code, stderr } = await inFolder(home, ["kb", "info"]).output();
    assertEquals(code, 2);
    assertStringIncludes(new TextDecoder().decode(stderr), `Unrecognized key: "${Object.keys(config)[0]}"`);
  }
  assertEquals([...Deno.readDirSync(home)].map(({ name }) => name).sort(), ["handrail.json", "notes.md"]);
});

Deno.test({
  name: "Ctrl-C ends kb ingest with 130, and the next run takes in what is left (K10)",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = await tempFolder();
    const home = folder.path;
    const docs = join(home, "docs");
    await Deno.mkdir(docs);
    const files = 400;
    for (let at = 0; at < files; at++) {
      await Deno.writeTextFile(
        join(docs, `${String(at).padStart(3, "0")}.md`),
        `# 第 ${at} 篇\n\n${"文字内容。".repeat(400)}`,
      );
    }
    const env = { HANDRAIL_KB: join(home, "kb.sqlite") };
    const child = inFolder(home, ["kb", "ingest", docs], env).spawn();
    let told = "";
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      if (told === "") child.kill("SIGINT");
      told += chunk;
    }
    const { code } = await child.status;
    await child.stdout.cancel();
    assertEquals(code, 130);
    const done = Number(
      /Stopped: (\d+) files are done\. Run the same command again to go on\n$/.exec(told)?.[1],
    );
    assert(done > 0 && done < files, told.slice(-200));
    const again = await runHandrail(["kb", "ingest", docs, "--json"], { home, env });
    const { added, unchanged } = JSON.parse(again.stdout);
    assertEquals([added, unchanged], [files - done, done]);
  },
});

Deno.test("kb ingest says what to do where the index cannot be made", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(join(folder.path, "file"), "");
  await Deno.writeTextFile(join(folder.path, "a.md"), "# Leave\n\nFive days.\n");
  const { code, stderr } = await runHandrail(["kb", "ingest", join(folder.path, "a.md")], {
    home: folder.path,
    env: { HANDRAIL_KB: join(folder.path, "file", "kb.sqlite") },
  });
  assertEquals(code, 1);
  assertStringIncludes(stderr, "handrail: Cannot make the index: ");
  assertStringIncludes(stderr, ". Set HANDRAIL_KB to a file in a folder that can be written to\n");
});

Deno.test("what an index that cannot be used says is told once, without the name of an error", async () => {
  await using folder = await tempFolder();
  const index = join(folder.path, "kb.sqlite");
  const database = new DatabaseSync(index);
  database.exec("CREATE TABLE mine (a)");
  database.close();
  const about = async (args: readonly string[], path = index) => {
    const { code, stderr } = await runHandrail(args, { home: folder.path, env: { HANDRAIL_KB: path } });
    return `${code} ${stderr}`;
  };
  const foreign =
    `1 handrail: Cannot open knowledge base: ${index} is another program's database. Name another file\n`;
  assertEquals(await about(["kb", "search", "leave"]), foreign);
  assertEquals(
    await about(["kb", "search", "leave"], folder.path),
    `1 handrail: Cannot open knowledge base: ${folder.path} is a folder. Name a file in it in HANDRAIL_KB\n`,
  );
  const loop = join(folder.path, "loop.sqlite");
  await Deno.symlink(loop, loop);
  assertEquals(
    await about(["kb", "search", "leave"], loop),
    `1 handrail: Cannot open knowledge base: ${loop}: Too many levels of symbolic links (os error 40). ` +
      "Make it readable, or name another file in HANDRAIL_KB\n",
  );
  await Deno.truncate(index, 200);
  await Deno.writeTextFile(join(folder.path, "a.md"), "# Leave\n\nFive days.\n");
  const damaged = await about(["kb", "ingest", join(folder.path, "a.md")]);
  assertEquals(damaged.split("knowledge base").length, 2, damaged);
});
