import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { receiveFile } from "../../../kb/embedders/receive_file.ts";
import { SMALL_MODEL, WEIGHTS } from "../../_support/small_model.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const expected = SMALL_MODEL.weights;

async function* pieces(...parts: Uint8Array[]) {
  yield* parts;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
}

Deno.test("receiveFile() writes the file into folders that it makes, and tells how far it is", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "deep", "model.onnx");
  const received: number[] = [];
  const source = pieces(WEIGHTS.subarray(0, 10), WEIGHTS.subarray(10));
  await receiveFile(source, path, { expected, onBytes: (count) => received.push(count) });
  assertEquals(await Deno.readTextFile(path), "weights of a small model\n");
  assertEquals(received, [10, 25]);
  assertEquals(await namesIn(join(folder.path, "deep")), ["model.onnx"]);
});

Deno.test("receiveFile() leaves nothing of what is cut off, too long, another content, or given up", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "model.onnx");
  const wrong = new Uint8Array(WEIGHTS.with(0, 0));
  const given = AbortSignal.abort(new Error("given up"));
  const cases = [
    [pieces(WEIGHTS.subarray(0, 24)), "onnx/model.onnx was cut off after 24 of 25 bytes", undefined],
    [pieces(WEIGHTS, Uint8Array.of(1)), "onnx/model.onnx has more than its 25 bytes", undefined],
    [pieces(wrong), "onnx/model.onnx has another SHA-256", undefined],
    [pieces(WEIGHTS), "given up", given],
  ] as const;
  for (const [source, message, signal] of cases) {
    const error = await assertRejects(() => receiveFile(source, path, { expected, signal }), Error);
    assertEquals(error.message, message);
    assertEquals(await namesIn(folder.path), []);
  }
});

Deno.test("receiveFile() begins anew over what a killed process left", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "model.onnx");
  await Deno.writeTextFile(`${path}.part`, "an older and much longer beginning of something else");
  await receiveFile(pieces(WEIGHTS), path, { expected });
  assertEquals(await Deno.readTextFile(path), "weights of a small model\n");
});

Deno.test("receiveFile() keeps the file that is there when the new one fails", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "model.onnx");
  await Deno.writeTextFile(path, "before");
  await assertRejects(
    () => receiveFile(pieces(WEIGHTS.subarray(1)), path, { expected }),
    Error,
    "was cut off",
  );
  assertEquals(await Deno.readTextFile(path), "before");
});
