/**
 * What this program was built from, and what it brings along.
 *
 * @module
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EmbeddedModel, EmbeddedRuntime } from "../kb/embedders/embedded_runtime.ts";
import type { PackedFile } from "../kb/packed_file.ts";
import type { Variant } from "./permissions.ts";

/** The file that `deno task compile` puts beside the program. */
export const BUILD_FILE = "build.json";

/** What {@linkcode BUILD_FILE} holds; paths are relative to its folder, and the empty one is the program itself. */
export interface BuildFile {
  readonly variant: "full" | "lite";
  /** The short hash of what was compiled; `+` behind it: and of changes since. */
  readonly commit: string | null;
  /** The documents that answer until there is an index of the user's. */
  readonly index: PackedFile;
  /** Is that an index of the user's own instead of the samples? */
  readonly ownIndex: boolean;
  /** What it is about, for the model. */
  readonly documentsAbout: string | null;
  /** The embedding model; none in `lite`. */
  readonly model: EmbeddedModel | null;
  /** The native embedding runtime; empty where there is none for the platform, and in `lite`. */
  readonly native: readonly PackedFile[];
  /** The same in WebAssembly. */
  readonly wasm: PackedFile | null;
}

/** The program's make. */
export interface BuildFacts {
  readonly variant: Variant;
  /** The short hash of what was compiled; `undefined` from source. */
  readonly commit: string | undefined;
  /** The folder that `samples` stands in. */
  readonly folder: string;
  /** The index that the program brings along; `undefined` from source. */
  readonly index: PackedFile | undefined;
  /** Is that an index of the user's own instead of the samples? */
  readonly ownIndex: boolean;
  /** What it is about, for the model. */
  readonly documentsAbout: string | undefined;
  /** The embedding model that the program brings along. */
  readonly model: EmbeddedModel | undefined;
  /** The embedding runtime that the program brings along. */
  readonly runtime: EmbeddedRuntime | undefined;
}

/**
 * Reads how the program was built.
 *
 * @param folder The folder of the program's own files.
 * @param standalone Is it a compiled program?
 * @param executable The program's own file.
 * @throws {Error} If it is one, and says nothing about itself.
 *
 * @example
 * ```ts
 * readBuildFacts(import.meta.dirname, Deno.build.standalone, Deno.execPath()).variant; // "source"
 * ```
 */
export function readBuildFacts(folder: string, standalone: boolean, executable: string): BuildFacts {
  if (!standalone) {
    return {
      variant: "source",
      commit: undefined,
      folder,
      index: undefined,
      ownIndex: false,
      documentsAbout: undefined,
      model: undefined,
      runtime: undefined,
    };
  }
  const file: BuildFile = JSON.parse(Deno.readTextFileSync(join(folder, BUILD_FILE)));
  const here = (packed: PackedFile): PackedFile => ({
    ...packed,
    path: packed.path === "" ? executable : join(folder, packed.path),
  });
  const { variant, commit, index, ownIndex, documentsAbout, model, native, wasm } = file;
  return {
    variant,
    commit: commit ?? undefined,
    folder,
    index: here(index),
    ownIndex,
    documentsAbout: documentsAbout ?? undefined,
    model: model ? { weights: here(model.weights), tokenizer: here(model.tokenizer) } : undefined,
    runtime: wasm ? { workers: workersIn(folder), native: native.map(here), wasm: here(wasm) } : undefined,
  };
}

function workersIn(folder: string): EmbeddedRuntime["workers"] {
  const worker = (name: string) => pathToFileURL(join(folder, "kb", "embedders", name));
  return { native: worker("native_worker.js"), wasm: worker("wasm_worker.js") };
}

/**
 * What `--version` prints.
 *
 * @param version The program's version.
 * @param build Its make.
 *
 * @example
 * ```ts
 * describeVersion("0.1.0", build); // "handrail 0.1.0 (abc1234)"
 * ```
 */
export function describeVersion(version: string, { variant, commit }: BuildFacts): string {
  const name = variant === "lite" ? "handrail-lite" : "handrail";
  return commit === undefined ? `${name} ${version}` : `${name} ${version} (${commit})`;
}
