/**
 * Runs the model with the native onnxruntime. Needs `--allow-ffi` and `--allow-read`.
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
