/**
 * Runs the model with the native onnxruntime. Needs `--allow-ffi` and `--allow-read`.
 *
 * It is a worker, not an import of the program's, for two reasons: a run of the native runtime blocks its thread, and
 * the package of nearly 300 MB is fetched only when this file is first started.
 *
 * @module
 */
/// <reference lib="deno.worker" />
import { serveSession } from "./serve_session.ts";

serveSession(self, (libraryPath) => {
  // In a compiled program the library lies inside the program's own file, where the system's loader cannot see it. Once
  // a copy on the disk is loaded, the addon finds it by its name.
  if (libraryPath !== undefined) Deno.dlopen(libraryPath, {});
  return import("onnxruntime-node");
});
