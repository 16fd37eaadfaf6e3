import type { PackedFile } from "../packed_file.ts";
import type { Backend } from "./inference_session.ts";

/** The runtimes of the model that a compiled program brings along, where a program from source has packages. */
export interface EmbeddedRuntime {
  /** The workers' sources. */
  readonly workers: Readonly<Record<Backend, URL>>;
  /** The native runtime's addon and shared libraries; none where there are none for the platform. */
  readonly native: readonly PackedFile[];
  readonly wasm: PackedFile;
}

/** The model that a compiled program brings along. */
export interface EmbeddedModel {
  readonly weights: PackedFile;
  readonly tokenizer: PackedFile;
}
