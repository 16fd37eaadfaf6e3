/**
 * The binary alone: in an empty folder, with an empty home and no network.
 *
 * @module
 */
import { join } from "node:path";
import { binaryPath } from "./handrail_process.ts";

/** What is wrong with the disk that the binary finds. */
export type Disk =
  /** Nothing. */
  | "writable"
  /** Its home cannot be written. */
  | "read-only home"
  /** Its home and the temporary folder hold no more than a few small files. */
  | "nearly full";

/** Room for sessions and a small index, and for nothing else, in bytes. */
const NEARLY_FULL = 3_000_000;

const MOUNTS: Readonly<Record<Disk, readonly string[]>> = {
  "writable": [],
  "read-only home": ['mount -t tmpfs -o ro tmpfs "$HOME"'],
  "nearly full": ["$HOME", "$TMPDIR"].map((folder) =>
    `mount -t tmpfs -o size=${NEARLY_FULL} tmpfs "${folder}"`
  ),
};

/** While it is in use, {@linkcode HandrailProcess} runs the binary through a script that takes its surroundings away. */
export interface LoneBinary extends AsyncDisposable {
  /** The home of the program, empty at first, and the folder that it is started in. */
  readonly home: string;
  /** Variables for every start. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Sets it up.
 *
 * @param disk What is wrong with the disk. @default {"writable"}
 * @param binary The binary. @default {the one that HANDRAIL_BINARY names}
 *
 * @example
 * ```ts
 * await using lone = await loneBinary();
 * await runHandrail(["--version"], lone);
 * ```
 */
export async function loneBinary(disk: Disk = "writable", binary = binaryPath()): Promise<LoneBinary> {
  const before = binaryPath();
  const folder = await Deno.makeTempDir({ prefix: "handrail-lone-" });
  const [home, temporary, script] = ["home", "tmp", "handrail"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [home, temporary]) await Deno.mkdir(path);
  await Deno.writeTextFile(script, await scriptFor(disk, binary ?? ""), { mode: 0o755 });
  Deno.env.set("HANDRAIL_BINARY", script);
  return {
    home,
    env: { TMPDIR: temporary, HANDRAIL_EMBEDDER: "local" },
    [Symbol.asyncDispose]: async () => {
      Deno.env.set("HANDRAIL_BINARY", before ?? "");
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/**
 * Registers a test of the binary; where it cannot run, its name says why it is skipped.
 *
 * @param name A sentence.
 * @param fn The test.
 * @param disk What it needs the disk to be. @default {"writable"}
 *
 * @example
 * ```ts
 * binaryTest("the binary says its version", async () => {});
 * ```
 */
export function binaryTest(name: string, fn: () => Promise<void>, disk: Disk = "writable"): void {
  const missing = binaryPath() === undefined
    ? "set HANDRAIL_BINARY to a binary"
    : disk !== "writable" && !canUnshare("-m")
    ? "no right to mount"
    : undefined;
  Deno.test({ name: missing ? `${name} (skipped: ${missing})` : name, ignore: missing !== undefined, fn });
}

/** May this process give a child namespaces of its own? */
function canUnshare(...flags: readonly string[]): boolean {
  try {
    return new Deno.Command("unshare", { args: [...flags, "true"], stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

async function scriptFor(disk: Disk, binary: string): Promise<string> {
  const path = await Deno.realPath(binary);
  const inside = [...MOUNTS[disk], 'cd "$HOME"', `exec "${path}" "$@"`].join(" && ");
  const flags = [...(canUnshare("-n") ? ["-n"] : []), ...(disk === "writable" ? [] : ["-m"])];
  // Where there are no namespaces to be had, a proxy that nobody answers on is the next best thing to no network.
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].map((name) =>
    `export ${name}=http://127.0.0.1:9`
  );
  const start = flags.length > 0 ? `exec unshare ${flags.join(" ")} sh -c '${inside}' sh "$@"` : inside;
  return ["#!/bin/sh", ...(flags.includes("-n") ? [] : proxies), start, ""].join("\n");
}
