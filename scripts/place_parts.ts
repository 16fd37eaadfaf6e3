import { join } from "node:path";
import type { PackedFile } from "../kb/packed_file.ts";
import { type BinaryPart, packedFile } from "./binary_part.ts";

/**
 * Puts parts behind a base runtime, in front of what the compiler adds. Deno reads what the compiler adds into memory
 * at every start, on Linux: 50 MB of it take 43 ms and 50 MB of memory. What stands here costs nothing until it is
 * read.
 *
 * @param runtime The base runtime.
 * @param parts What to put behind it.
 * @param path The new base runtime.
 * @returns How the program finds each part in its own file, in order.
 *
 * @example
 * ```ts
 * const files = await placeBehindRuntime("denort", parts, "dist/build/denort");
 * ```
 */
export async function placeBehindRuntime(
  runtime: string,
  parts: readonly BinaryPart[],
  path: string,
): Promise<PackedFile[]> {
  const base = await Deno.readFile(runtime);
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o700 });
  let end = await append(file, base, 0);
  const placed: PackedFile[] = [];
  for (const part of parts) {
    placed.push(packedFile(part, "", end));
    end = await append(file, part.bytes, end);
  }
  return placed;
}

/**
 * Puts parts among the program's own files.
 *
 * @param folder The program's folder.
 * @param parts What to put there.
 * @returns How the program finds each, in order.
 *
 * @example
 * ```ts
 * const files = await placeAmongFiles("dist/build", parts);
 * ```
 */
export async function placeAmongFiles(folder: string, parts: readonly BinaryPart[]): Promise<PackedFile[]> {
  await Deno.mkdir(join(folder, "parts"), { recursive: true });
  return await Promise.all(parts.map(async (part) => {
    const path = `parts/${part.name}`;
    await Deno.writeFile(join(folder, path), part.bytes);
    return packedFile(part, path, 0);
  }));
}

/**
 * Are the parts where the program will look for them? A compiler that builds its output in another way may have moved
 * them.
 *
 * @param binary The compiled program.
 * @param parts The parts.
 * @param placed What {@linkcode placeBehindRuntime} gave for them.
 *
 * @example
 * ```ts
 * if (!await stillInPlace("dist/handrail-linux-x64", parts, placed)) throw new Error("…");
 * ```
 */
export async function stillInPlace(
  binary: string,
  parts: readonly BinaryPart[],
  placed: readonly PackedFile[],
): Promise<boolean> {
  const bytes = await Deno.readFile(binary);
  return parts.every((part, at) => {
    const { offset = 0, length = 0 } = placed[at] ?? {};
    const found = bytes.subarray(offset, offset + length);
    return found.length === part.bytes.length && found.every((byte, index) => byte === part.bytes[index]);
  });
}

async function append(file: Deno.FsFile, bytes: Uint8Array, end: number): Promise<number> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  return end + bytes.length;
}
