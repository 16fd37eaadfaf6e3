/**
 * A "model" of a few bytes, for tests of finding and fetching.
 *
 * @module
 */
import type { ModelSource } from "../../kb/embedders/model_files.ts";

/** Its weights. */
export const WEIGHTS = new TextEncoder().encode("weights of a small model\n");
/** Its tokenizer. */
export const TOKENIZER = new TextEncoder().encode("{}\n");

/** Hashes by `sha256sum`. Whoever tests the package sets its integrity. */
export const SMALL_MODEL: ModelSource = {
  name: "small",
  weights: {
    path: "onnx/model.onnx",
    size: 25,
    sha256: "0c238f0b68f9ff7dd96e9c9cb25e9e5e0386ea564e118ca52da81dffd28fba90",
  },
  tokenizer: {
    path: "tokenizer.json",
    size: 3,
    sha256: "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356",
  },
  hubUrl: "http://127.0.0.1:9/",
  package: { specifier: "small-model@1.0.0", integrity: "sha512-none", folder: "package/model/" },
};
