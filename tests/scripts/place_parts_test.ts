import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { readPacked } from "../../kb/read_packed.ts";
import { binaryPart } from "../../scripts/binary_part.ts";
import { placeAmongFiles, placeBehindRuntime, stillInPlace } from "../../scripts/place_parts.ts";
import { tempFolder } from "../_support/temp_folder.ts";

async function twoParts(folder: string) {
  await Deno.writeTextFile(join(folder, "plain.txt"), "plain");
  await Deno.writeTextFile(join(folder, "zipped.txt"), "zipped ".repeat(100));
  await Deno.writeTextFile(join(folder, "runtime"), "RUNTIME");
  return [
    await binaryPart("one", join(folder, "plain.txt"), false),
    await binaryPart("two", join(folder, "zipped.txt"), true),
  ];
}

Deno.test("placeBehindRuntime() puts parts where the program reads them from its own file", async () => {
  await using folder = await tempFolder();
  const parts = await twoParts(folder.path);
  const binary = join(folder.path, "binary");
  const placed = await placeBehindRuntime(join(folder.path, "runtime"), parts, binary);
  assertEquals(placed.map(({ path, offset, size }) => [path, offset, size]), [["", 7, 5], ["", 12, 700]]);
  await Deno.writeTextFile(binary, "what the compiler adds", { append: true });
  assertEquals(await stillInPlace(binary, parts, placed), true);
  const texts = await Promise.all(placed.map((file) => readPacked({ ...file, path: binary })));
  assertEquals(texts.map((bytes) => new TextDecoder().decode(bytes)), ["plain", "zipped ".repeat(100)]);
});

Deno.test("stillInPlace() notices a compiler that moved or dropped the parts", async () => {
  await using folder = await tempFolder();
  const parts = await twoParts(folder.path);
  const binary = join(folder.path, "binary");
  const placed = await placeBehindRuntime(join(folder.path, "runtime"), parts, binary);
  const bytes = await Deno.readFile(binary);
  await Deno.writeFile(binary, new Uint8Array([0, ...bytes]));
  assertEquals(await stillInPlace(binary, parts, placed), false);
  await Deno.writeFile(binary, bytes.subarray(0, 11));
  assertEquals(await stillInPlace(binary, parts, placed), false);
});

Deno.test("placeAmongFiles() puts parts beside the program", async () => {
  await using folder = await tempFolder();
  const placed = await placeAmongFiles(folder.path, await twoParts(folder.path));
  assertEquals(placed.map(({ path, offset }) => [path, offset]), [
    ["parts/plain.txt", 0],
    ["parts/zipped.txt", 0],
  ]);
  const texts = await Promise.all(
    placed.map((file) => readPacked({ ...file, path: join(folder.path, file.path) })),
  );
  assertEquals(texts.map((bytes) => new TextDecoder().decode(bytes)), ["plain", "zipped ".repeat(100)]);
});
