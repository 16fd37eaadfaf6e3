/**
 * Runs the model with the native onnxruntime. Needs `--allow-ffi`, `--allow-read` and
 * `--allow-env=ORT_DISABLE_TELEMETRY`.
 *
 * It is a worker, not an import of the program's, for two reasons: a run of the native runtime blocks its thread, and
 * the package of nearly 300 MB is fetched only when this file is first started.
 *
 * @module
 */
/// <reference lib="deno.worker" />
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { type OnnxRuntime, serveSession } from "./serve_session.ts";

serveSession(self, async (place) => {
  // The library sends Microsoft what it is used for, unless this is set before it is loaded. Where it may not be set,
  // this throws, and WebAssembly, which sends nothing, takes its place.
  Deno.env.set("ORT_DISABLE_TELEMETRY", "1");
  if (place?.kind === "native") requireFrom(place.folder);
  const runtime = await import("onnxruntime-node");
  // As a part of this file it is a CommonJS module's exports, without names of its own.
  return "InferenceSession" in runtime ? runtime : (runtime as { default: OnnxRuntime }).default;
});

/**
 * In a compiled program the package is a part of this file, and the addon that it requires lies in a folder on the
 * disk, beside the shared library that the addon needs: the system's loader cannot see into the program.
 */
function requireFrom(folder: string): void {
  const require = createRequire(join(folder, "worker.js"));
  const requireCopy = (path: string) => require(path.endsWith(".node") ? join(folder, basename(path)) : path);
  Object.assign(self, { require: requireCopy });
}
