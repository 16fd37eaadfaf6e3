/**
 * Stands in for a worker with a model: a text's vector is its number of tokens and its first one.
 *
 * @module
 */
/// <reference lib="deno.worker" />
import type { SessionReply, SessionRequest } from "../../kb/embedders/session_messages.ts";

const CRASH = 666;

self.onmessage = ({ data }: MessageEvent<SessionRequest>) => {
  const reply = (message: SessionReply) => self.postMessage(message);
  if (data.kind === "open" && data.model === "/missing.onnx") {
    return reply({ kind: "failed", reason: "no such model" });
  }
  if (data.kind === "open" && data.place?.kind === "native" && data.place.folder === "/missing") {
    return reply({ kind: "failed", reason: "no such library" });
  }
  if (data.kind !== "run") return reply({ kind: "done" });
  if (data.ids[0] === CRASH) throw new Error("the runtime crashed");
  reply({ kind: "done", vector: Float32Array.of(data.ids.length, data.ids[0] ?? 0) });
};
