import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { findModelFiles, modelCacheFolder, ModelFilesError } from "../../../kb/embedders/model_files.ts";
import { SMALL_MODEL, TOKENIZER, WEIGHTS } from "../../_support/small_model.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

async function put(folder: string, weights = "onnx/model.onnx", content = WEIGHTS): Promise<void> {
  await Deno.mkdir(join(folder, "onnx"), { recursive: true });
  await Deno.writeFile(join(folder, weights), content);
  await Deno.writeFile(join(folder, "tokenizer.json"), TOKENIZER);
}

Deno.test("findModelFiles() finds nothing where nothing is", async () => {
  await using folder = await tempFolder();
  const { path } = folder;
  assertEquals(await findModelFiles({ cacheFolder: join(path, "none") }, SMALL_MODEL), undefined);
});

Deno.test("findModelFiles() takes what was fetched into the cache", async () => {
  await using folder = await tempFolder();
  await put(folder.path);
  assertEquals(await findModelFiles({ cacheFolder: folder.path }, SMALL_MODEL), {
    weights: join(folder.path, "onnx/model.onnx"),
    tokenizer: join(folder.path, "tokenizer.json"),
  });
});

Deno.test("findModelFiles() takes weights that stand beside the tokenizer", async () => {
  await using folder = await tempFolder();
  await put(folder.path, "model.onnx");
  const found = await findModelFiles({ modelFolder: folder.path, cacheFolder: "/nowhere" }, SMALL_MODEL);
  assertEquals(found?.weights, join(folder.path, "model.onnx"));
});

Deno.test("findModelFiles() looks nowhere else when the user named a folder", async () => {
  await using folder = await tempFolder();
  await put(folder.path);
  const error = await assertRejects(
    () => findModelFiles({ modelFolder: "/nowhere", cacheFolder: folder.path }, SMALL_MODEL),
    ModelFilesError,
  );
  assertEquals(
    error.message,
    "Cannot use embedding model: /nowhere does not hold onnx/model.onnx and tokenizer.json. " +
      "Put them there, or unset HANDRAIL_MODEL_DIR to have them fetched",
  );
});

Deno.test("findModelFiles() refuses a file with another content (K7)", async () => {
  await using folder = await tempFolder();
  await put(folder.path, "onnx/model.onnx", new Uint8Array(WEIGHTS.with(3, 0)));
  const error = await assertRejects(
    () => findModelFiles({ cacheFolder: folder.path }, SMALL_MODEL),
    ModelFilesError,
  );
  assertEquals(
    error.message,
    `Cannot use embedding model: ${join(folder.path, "onnx/model.onnx")} is not the file it should be ` +
      "(another SHA-256). Delete it, and it is fetched again",
  );
});

Deno.test("modelCacheFolder() is below the cache of all programs", () => {
  assertEquals(modelCacheFolder("/home/me/.cache"), "/home/me/.cache/handrail/models/bge-small-zh-v1.5");
});
