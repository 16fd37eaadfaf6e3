import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { collectLicences } from "../../scripts/collect_licences.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** Puts a package there. */
async function put(folder: string, name: string, files: Readonly<Record<string, string>>) {
  const localPath = join(folder, name);
  await Deno.mkdir(localPath);
  for (const [file, text] of Object.entries(files)) await Deno.writeTextFile(join(localPath, file), text);
  return { name, version: "1.0.0", localPath };
}

Deno.test("collectLicences() hands on every licence file, each package once, by name", async () => {
  await using folder = await tempFolder();
  const b = await put(folder.path, "b", {
    "LICENSE.md": "B's licence\n",
    "NOTICE": "B's notice",
    "index.js": "code",
  });
  const a = await put(folder.path, "a", { "package.json": '{"license": "ISC"}' });
  const text = await collectLicences([b, a, b]);
  const line = "=".repeat(80);
  assertEquals(
    text.slice(text.indexOf(line)),
    `${line}\na@1.0.0\n\nISC\n\n${line}\nb@1.0.0\n\nB's licence\n\nB's notice\n`,
  );
  assertStringIncludes(text, "Deno's runtime (MIT");
});

Deno.test("collectLicences() refuses a package that names none", async () => {
  await using folder = await tempFolder();
  const silent = await put(folder.path, "silent", { "package.json": "{}" });
  await assertRejects(
    () => collectLicences([silent]),
    Error,
    "Cannot hand on silent@1.0.0: it names no licence",
  );
});
