import { assertEquals, assertNotEquals } from "@std/assert";
import { basename, dirname } from "node:path";
import { ownTempFolder } from "../../kb/own_temp_folder.ts";

const name = `handrail-test-${crypto.randomUUID().slice(0, 8)}`;
const isWindows = Deno.build.os === "windows";

Deno.test({ name: "ownTempFolder() is private and the same each time", ignore: isWindows }, async () => {
  const folder = await ownTempFolder(name);
  try {
    assertEquals(await ownTempFolder(name), folder);
    assertEquals(await modeOf(folder), 0o700);
    const others = (await Array.fromAsync(Deno.readDir(dirname(folder)))).filter((entry) =>
      entry.name.startsWith(`${name}-`)
    );
    assertEquals(others.map((entry) => entry.name), [basename(folder)]);
  } finally {
    await Deno.remove(folder);
  }
});

Deno.test(
  { name: "ownTempFolder() leaves alone what others could put something into", ignore: isWindows },
  async () => {
    const usual = await ownTempFolder(name);
    await Deno.remove(usual);
    const elsewhere = await Deno.makeTempDir();
    const spoil: (() => Promise<void>)[] = [
      async () => {
        await Deno.mkdir(usual);
        await Deno.chmod(usual, 0o777);
      },
      () => Deno.symlink(elsewhere, usual),
      () => Deno.writeTextFile(usual, ""),
    ];
    for (const prepare of spoil) {
      await prepare();
      const folder = await ownTempFolder(name);
      assertNotEquals(folder, usual);
      assertEquals(await modeOf(folder), 0o700);
      for (const path of [folder, usual]) await Deno.remove(path);
    }
    await Deno.remove(elsewhere);
  },
);

async function modeOf(path: string): Promise<number> {
  return ((await Deno.stat(path)).mode ?? 0) & 0o777;
}
