import { assertEquals, assertThrows } from "@std/assert";
import { COMPILE_TARGETS, findTarget } from "../../scripts/compile_targets.ts";

Deno.test("there are five targets; only one of them has been run", () => {
  assertEquals(COMPILE_TARGETS.map(({ name, tried }) => [name, tried]), [
    ["linux-x64", true],
    ["linux-arm64", false],
    ["macos-x64", false],
    ["macos-arm64", false],
    ["windows-x64", false],
  ]);
});

Deno.test("findTarget() knows a target by its name and by the compiler's", () => {
  assertEquals(findTarget("windows-x64").suffix, ".exe");
  assertEquals(findTarget("aarch64-apple-darwin").name, "macos-arm64");
});

Deno.test("findTarget() lists what there is", () => {
  assertThrows(
    () => findTarget("solaris"),
    Error,
    "Cannot compile for solaris: no such target. " +
      "Use linux-x64, linux-arm64, macos-x64, macos-arm64, windows-x64",
  );
});

Deno.test("a binary takes only its own platform's native files", () => {
  const folders = COMPILE_TARGETS.map(({ name, native }) => [name, [...new Set(native.map(folderOf))]]);
  assertEquals(folders, [
    ["linux-x64", ["linux/x64"]],
    ["linux-arm64", ["linux/arm64"]],
    ["macos-x64", []],
    ["macos-arm64", ["darwin/arm64"]],
    ["windows-x64", ["win32/x64"]],
  ]);
});

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
