/**
 * Runs the model with onnxruntime in WebAssembly, for machines where the native one cannot be loaded. Needs
 * `--allow-read`.
 *
 * @module
 */
/// <reference lib="deno.worker" />
import { readPacked } from "../read_packed.ts";
import { serveSession } from "./serve_session.ts";

// The package takes a worker that has a location for a browser's, and resolves its own files against an origin that
// a worker from a file does not have.
Object.defineProperty(self, "location", { value: undefined });

serveSession(self, async (place) => {
  const runtime = await import("onnxruntime-web/wasm");
  // More threads are workers of its own, which fail here.
  runtime.env.wasm.numThreads = 1;
  if (place?.kind === "wasm") runtime.env.wasm.wasmBinary = await readPacked(place.file);
  return runtime;
});
