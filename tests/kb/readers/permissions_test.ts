import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DOCUMENT_FILES } from "../../_support/document_files.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const WORKER = fileURLToPath(new URL("../../_support/ingest_worker.ts", import.meta.url));

/** Runs the reading of a folder in a process of its own. */
async function readFolder(folder: string, ...flags: string[]): Promise<{ code: number; text: string }> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", ...flags, WORKER, folder],
    stderr: "inherit",
  });
  const { code, stdout } = await command.output();
  return { code, text: new TextDecoder().decode(stdout) };
}

Deno.test("every format is read without permission to do more than read the folder", async () => {
  await using folder = await tempFolder();
  for (const [name, content] of Object.entries(DOCUMENT_FILES)) {
    await Deno.writeFile(
      join(folder.path, name),
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
  }
  const { code, text } = await readFolder(folder.path, `--allow-read=${folder.path}`);
  assertEquals([code, text], [0, Object.keys(DOCUMENT_FILES).map(() => "1").join("\n")]);
});

Deno.test("a table of 350,000 rows is read and cut within 160 MB of heap (K15)", async () => {
  await using folder = await tempFolder();
  const rows = Array.from({ length: 350_000 }, (_, row) => `R-${row},城市,open`);
  await Deno.writeTextFile(join(folder.path, "big.csv"), `id,城市,state\n${rows.join("\n")}\n`);
  const { code, text } = await readFolder(
    folder.path,
    `--allow-read=${folder.path}`,
    "--v8-flags=--max-old-space-size=160",
  );
  assertEquals(code, 0);
  assert(Number(text) > 10_000, text);
});

Deno.test("no library is loaded before a file needs it", () => {
  const root = new URL("../../../kb/", import.meta.url);
  const statics = [...Deno.readDirSync(root)].filter(({ name }) => name.endsWith(".ts")).flatMap(({ name }) =>
    [...Deno.readTextFileSync(new URL(name, root)).matchAll(/^import (?!type ).*? from "([^"]+)"/gms)]
      .map(([, target = ""]) => target)
  );
  assert(statics.length > 30);
  assertEquals(
    statics.filter((target) => /^(?:csv-parse|ignore|mammoth|parse5|unpdf|\.\/readers)/.test(target)),
    [],
  );
});
