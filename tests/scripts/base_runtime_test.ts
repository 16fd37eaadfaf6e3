import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { type BaseRuntimeServices, findBaseRuntime } from "../../scripts/base_runtime.ts";
import { findTarget } from "../../scripts/compile_targets.ts";
import { makeTarGz } from "../_support/make_tar.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const LINUX = findTarget("linux-x64");
const MACOS = findTarget("macos-arm64");

/** An ELF file of 100 bytes, by its header, with something behind it. */
function compiledProgram(): Uint8Array {
  const bytes = new Uint8Array(130).fill(9);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0x28, 90n, true);
  view.setUint16(0x3a, 5, true);
  view.setUint16(0x3c, 2, true);
  return bytes;
}

function services(folder: string, replace: Partial<BaseRuntimeServices> = {}): BaseRuntimeServices {
  return {
    denort: undefined,
    deno: "/usr/bin/deno",
    folder,
    compileSmallest: () => Promise.reject(new Error("no network")),
    pack: () => Promise.reject(new Error("npm is not installed")),
    ...replace,
  };
}

Deno.test("findBaseRuntime() takes the one that DENORT_BIN names, and asks nobody", async () => {
  await using folder = await tempFolder();
  const denort = join(folder.path, "denort");
  await Deno.writeTextFile(denort, "a runtime");
  assertEquals(await findBaseRuntime(MACOS, services(folder.path, { denort })), {
    path: denort,
    size: 9,
    compiler: ["/usr/bin/deno"],
    origin: `DENORT_BIN ${denort}`,
  });
});

Deno.test("findBaseRuntime() refuses a DENORT_BIN that is not there", async () => {
  await assertRejects(
    () => findBaseRuntime(LINUX, services("/nowhere", { denort: "/nowhere/denort" })),
    Error,
    "Cannot read DENORT_BIN: ",
  );
});

Deno.test("findBaseRuntime() refuses a DENORT_BIN that is no program for Linux where one is wanted", async () => {
  await using folder = await tempFolder();
  const denort = join(folder.path, "denort");
  await Deno.writeTextFile(denort, "a runtime");
  await assertRejects(
    () => findBaseRuntime(LINUX, services(folder.path, { denort })),
    Error,
    `Cannot use DENORT_BIN ${denort}: it is no little-endian ELF file of 64 bits. ` +
      "Name the denort for x86_64-unknown-linux-gnu",
  );
});

Deno.test("findBaseRuntime() cuts the running Deno's own out of a program that it compiles", async () => {
  await using folder = await tempFolder();
  const program = join(folder.path, "smallest");
  await Deno.writeFile(program, compiledProgram());
  const found = await findBaseRuntime(
    LINUX,
    services(folder.path, { compileSmallest: () => Promise.resolve(program) }),
  );
  assertEquals([found.size, found.compiler], [100, ["/usr/bin/deno"]]);
  assertEquals(await Deno.readFile(found.path ?? ""), compiledProgram().subarray(0, 100));
});

Deno.test("findBaseRuntime() leaves it to the compiler where programs are no ELF files", async () => {
  const found = await findBaseRuntime(
    MACOS,
    services("/nowhere", { compileSmallest: () => Promise.resolve("/nowhere/smallest") }),
  );
  assertEquals([found.path, found.size, found.compiler], [undefined, undefined, ["/usr/bin/deno"]]);
});

Deno.test("findBaseRuntime() says why there is none and what to set", async () => {
  await using folder = await tempFolder();
  await assertRejects(
    () => findBaseRuntime(LINUX, services(folder.path)),
    Error,
    "Cannot find base runtime for linux-x64: no network; npm is not installed. " +
      "Set DENORT_BIN to the denort of this Deno's version for x86_64-unknown-linux-gnu",
  );
  await assertRejects(
    () => findBaseRuntime(MACOS, services(folder.path)),
    Error,
    "no network; @mcp-stress/linux-x64@0.2.1 is for linux-x64. Set DENORT_BIN",
  );
});

Deno.test("findBaseRuntime() refuses a package whose content is another one, and leaves nothing of it", async () => {
  await using folder = await tempFolder();
  const archive = join(folder.path, "fake.tgz");
  const content = compiledProgram();
  await Deno.writeFile(archive, await makeTarGz([{ name: "package/bin/mcp-stress", content }]));
  const cache = join(folder.path, "cache");
  await assertRejects(
    () => findBaseRuntime(LINUX, services(cache, { pack: () => Promise.resolve(archive) })),
    Error,
    "@mcp-stress/linux-x64@0.2.1 has another SHA-512 than it should",
  );
  assertEquals(await Array.fromAsync(Deno.readDir(cache)), []);
});

Deno.test("findBaseRuntime() for a release takes nobody else's runtime", async () => {
  await using folder = await tempFolder();
  let packed = 0;
  const pack = () => {
    packed++;
    return Promise.reject(new Error("npm is not installed"));
  };
  await assertRejects(
    () => findBaseRuntime(LINUX, services(folder.path, { onlyOwn: true, pack })),
    Error,
    "Cannot find base runtime for linux-x64: no network. Set DENORT_BIN",
  );
  assertEquals(packed, 0);
});
