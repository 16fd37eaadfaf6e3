import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { COMPILE_TARGETS } from "../../scripts/compile_targets.ts";
import { dropLinks } from "../../scripts/drop_links.ts";
import config from "../../deno.json" with { type: "json" };

const read = (path: string) => Deno.readTextFile(new URL(`../../${path}`, import.meta.url));
const [ci, release] = [await read(".github/workflows/ci.yml"), await read(".github/workflows/release.yml")];

Deno.test("a release compiles every target and starts it on its own system before it is published", () => {
  const names = COMPILE_TARGETS.map(({ name }) => name);
  assertStringIncludes(release, `for target in ${names.join(" ")}; do`);
  assertEquals([...release.matchAll(/target: ([\w-]+)/g)].map(([, name]) => name), names);
  assertMatch(release, /publish:\n {4}needs: try/);
});

Deno.test("the builds run on three systems, with the Deno of the README", async () => {
  assertStringIncludes(ci, "os: [ubuntu-latest, macos-latest, windows-latest]");
  const [, version] = /deno@(\d+\.\d+\.\d+) task chat/.exec(await read("README.md")) ?? [];
  const versions = [...`${ci}${release}`.matchAll(/deno-version: (\S+)/g)].map(([, found]) => found);
  assertEquals(new Set(versions), new Set([version]));
});

Deno.test("the builds run tasks that there are", () => {
  const tasks = [...`${ci}${release}`.matchAll(/deno task ([\w:]+)/g)].map(([, name = ""]) => name);
  assertEquals(tasks.filter((name) => !Object.hasOwn(config.tasks, name)), []);
});

Deno.test("the builds, and the one that the documentation shows, use no image and no action that GitHub has retired", async () => {
  const all = `${ci}${release}${await read("docs/replay.md")}`;
  // Node 20 was taken off the runners in September 2026; these are the first that run on Node 24.
  const first: Record<string, number> = {
    "actions/checkout": 5,
    "actions/upload-artifact": 6,
    "actions/download-artifact": 7,
    "denoland/setup-deno": 2,
  };
  const used = [...all.matchAll(/uses: ([\w/-]+)@v(\d+)\n/g)].map(([, name = "", major]) =>
    [name, Number(major)] as const
  );
  assertEquals(used.length, [...all.matchAll(/uses:/g)].length);
  assertEquals(used.filter(([name, major]) => !(major >= (first[name] ?? Infinity))), []);
  const images = [...all.matchAll(/\b((?:ubuntu|macos|windows)-(?:latest|\d[\w.-]*))/g)].map(([, image]) =>
    image
  );
  assertEquals([...new Set(images)].sort(), [
    "macos-15",
    "macos-15-intel",
    "macos-latest",
    "ubuntu-24.04-arm",
    "ubuntu-latest",
    "windows-latest",
  ]);
});

Deno.test("no task and no build gives every permission", async () => {
  for (const text of [ci, release, await read("deno.json"), await read(".ci/run")]) {
    assertEquals(/(?:^|\s)(?:-A|--allow-all)(?:\s|"|$)/m.test(text), false);
  }
});

Deno.test("dropLinks() leaves everything else of deno.json as it is", async () => {
  const text = await read("deno.json");
  const { links, ...rest } = JSON.parse(text);
  assertEquals(links.length, 3);
  assertEquals(JSON.parse(dropLinks(text)), rest);
});
