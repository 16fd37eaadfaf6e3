import type { PackedFile } from "../packed_file.ts";

/** What a worker needs to know about its runtime in a compiled program, where no package stands on the disk. */
export type RuntimePlace =
  /** The folder that the native runtime's files were copied into. */
  | { readonly kind: "native"; readonly folder: string }
  /** The WebAssembly module inside the program. */
  | { readonly kind: "wasm"; readonly file: PackedFile };

/** A model's file: a path, or a part of the program itself. */
export type ModelWeights = string | PackedFile;

/** What a worker is told. */
export type SessionRequest =
  | { readonly kind: "open"; readonly model: ModelWeights; readonly place?: RuntimePlace | undefined }
  | { readonly kind: "run"; readonly ids: Int32Array }
  | { readonly kind: "close" };

/** What it answers, once per request. */
export type SessionReply =
  | { readonly kind: "done"; readonly vector?: Float32Array }
  | { readonly kind: "failed"; readonly reason: string };
