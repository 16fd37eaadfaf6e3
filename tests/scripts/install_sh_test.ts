import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { tempFolder } from "../_support/temp_folder.ts";

const SCRIPT = fileURLToPath(new URL("../../install.sh", import.meta.url));
const isUnix = Deno.build.os === "linux" || Deno.build.os === "darwin";
const FILE = `handrail-${Deno.build.os === "darwin" ? "macos" : "linux"}-${
  Deno.build.arch === "aarch64" ? "arm64" : "x64"
}.gz`;
const PROGRAM = gzipSync('#!/bin/sh\necho "handrail 9.9.9 (abc1234)"\n');

/** A server with one release. */
function serveRelease(files: Readonly<Record<string, string | Uint8Array>>) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, ({ url }) => {
    const content = files[new URL(url).pathname.replace("/v9/", "")];
    return content === undefined
      ? new Response(null, { status: 404 })
      : new Response(new Uint8Array(bytesOf(content)));
  });
  return { url: `http://127.0.0.1:${server.addr.port}/v9`, [Symbol.asyncDispose]: () => server.shutdown() };
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

function sums(sha256: string, file = FILE): string {
  return `${"0".repeat(64)}  handrail-lite-${file.slice("handrail-".length)}\n${sha256}  ${file}\n`;
}

async function install(home: string, url: string | undefined, ...args: string[]) {
  const { code, stderr } = await new Deno.Command("sh", {
    args: [SCRIPT, ...args],
    cwd: home,
    clearEnv: true,
    env: { HOME: home, PATH: Deno.env.get("PATH") ?? "", ...(url && { HANDRAIL_BASE_URL: url }) },
  }).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}

function installTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: isUnix ? name : `${name} (skipped: not for this system)`, ignore: !isUnix, fn });
}

const rightSum = createHash("sha256").update(PROGRAM).digest("hex");

installTest("install.sh installs the binary of this machine when its SHA-256 is right", async () => {
  await using folder = await tempFolder();
  await using release = serveRelease({ [FILE]: PROGRAM, SHA256SUMS: sums(rightSum) });
  const { code, stderr } = await install(folder.path, release.url);
  assertEquals(code, 0, stderr);
  const program = join(folder.path, ".local/bin/handrail");
  assertStringIncludes(stderr, `Installed handrail 9.9.9 (abc1234) as ${program}`);
  assertStringIncludes(stderr, "Add it to your PATH");
  assertEquals(((await Deno.stat(program)).mode ?? 0) & 0o777, 0o755);
});

installTest(
  "install.sh puts a new version in the place of an older one, in a folder of your choice",
  async () => {
    await using folder = await tempFolder();
    await using release = serveRelease({ [FILE]: PROGRAM, SHA256SUMS: sums(rightSum) });
    const chosen = join(folder.path, "tools");
    await Deno.mkdir(chosen);
    await Deno.writeTextFile(join(chosen, "handrail"), "an older version");
    assertEquals((await install(folder.path, release.url, "--dir", chosen)).code, 0);
    assertStringIncludes(await Deno.readTextFile(join(chosen, "handrail")), "9.9.9");
    assertEquals((await Array.fromAsync(Deno.readDir(chosen))).map(({ name }) => name), ["handrail"]);
  },
);

installTest("install.sh refuses a download whose SHA-256 is wrong, and installs nothing", async () => {
  await using folder = await tempFolder();
  await using release = serveRelease({ [FILE]: PROGRAM, SHA256SUMS: sums("f".repeat(64)) });
  const { code, stderr } = await install(folder.path, release.url);
  assertEquals(code, 1);
  assertStringIncludes(
    stderr,
    `Cannot accept ${FILE}: its SHA-256 is ${rightSum} and should be ${
      "f".repeat(64)
    }. Nothing was installed`,
  );
  await assertRejects(() => Deno.stat(join(folder.path, ".local")), Deno.errors.NotFound);
});

installTest("install.sh refuses a download that SHA256SUMS does not name", async () => {
  await using folder = await tempFolder();
  await using release = serveRelease({
    [FILE]: PROGRAM,
    SHA256SUMS: sums(rightSum, "handrail-plan9-x64.gz"),
  });
  const { code, stderr } = await install(folder.path, release.url);
  assertEquals(code, 1);
  assertStringIncludes(stderr, `Cannot check ${FILE}: SHA256SUMS does not name it. Nothing was installed`);
});

installTest("install.sh says what to do when the release is not there, or none is named", async () => {
  await using folder = await tempFolder();
  await using release = serveRelease({ SHA256SUMS: sums(rightSum) });
  const missing = await install(folder.path, release.url);
  assertEquals(missing.code, 1);
  assertStringIncludes(
    missing.stderr,
    `Cannot download ${release.url}/${FILE}. Check the address and the network`,
  );
  const unnamed = await install(folder.path, undefined);
  assertEquals(unnamed.code, 1);
  assertStringIncludes(unnamed.stderr, "Set HANDRAIL_BASE_URL to the address of one");
  const odd = await install(folder.path, release.url, "--sudo");
  assert(odd.code === 1 && odd.stderr.includes("Cannot read --sudo: no such option"));
});

installTest("install.sh leaves the older version where the new one does not start", async () => {
  await using folder = await tempFolder();
  const broken = gzipSync("#!/bin/sh\nexit 127\n");
  const sum = createHash("sha256").update(broken).digest("hex");
  await using release = serveRelease({ [FILE]: broken, SHA256SUMS: sums(sum) });
  const program = join(folder.path, "handrail");
  await Deno.writeTextFile(program, "an older version");
  const { code, stderr } = await install(folder.path, release.url, "--dir", folder.path);
  assertEquals(code, 1);
  assertStringIncludes(
    stderr,
    `Cannot accept ${FILE}: it does not start on this machine, or not in ${folder.path}. Nothing was installed`,
  );
  assertEquals(await Deno.readTextFile(program), "an older version");
  assertEquals((await Array.fromAsync(Deno.readDir(folder.path))).map(({ name }) => name), ["handrail"]);
});

installTest("install.sh says before it downloads that a folder cannot take the program", async () => {
  await using folder = await tempFolder();
  const at = async (name: string) => {
    const { code, stderr } = await install(
      folder.path,
      "http://127.0.0.1:1",
      "--dir",
      join(folder.path, name),
    );
    return [code, stderr.replaceAll(folder.path, "HOME")];
  };
  await Deno.writeTextFile(join(folder.path, "file"), "");
  assertEquals(await at("file/bin"), [
    1,
    "install.sh: Cannot install into HOME/file/bin: HOME/file is no folder that can be written to. " +
    "Name another one: --dir FOLDER\n",
  ]);
  await Deno.mkdir(join(folder.path, "bin/handrail"), { recursive: true });
  assertEquals(await at("bin"), [
    1,
    "install.sh: Cannot install as HOME/bin/handrail: it is a folder. Name another place: --dir FOLDER\n",
  ]);
  assertEquals(
    (await install(folder.path, "http://127.0.0.1:1", "--dir", "")).stderr,
    "install.sh: Cannot read --dir: it needs a folder. Write --dir FOLDER\n",
  );
});

installTest(
  "install.sh puts the whole path of a folder into what it says of PATH, blanks and all",
  async () => {
    await using folder = await tempFolder();
    await using release = serveRelease({ [FILE]: PROGRAM, SHA256SUMS: sums(rightSum) });
    const { code, stderr } = await install(folder.path, release.url, "--dir", "my tools/bin");
    assertEquals(code, 0, stderr);
    const place = join(await Deno.realPath(folder.path), "my tools/bin");
    assertStringIncludes(stderr, `Installed handrail 9.9.9 (abc1234) as ${place}/handrail`);
    assertStringIncludes(stderr, `Add it to your PATH: export PATH="${place}:$PATH"`);
  },
);
