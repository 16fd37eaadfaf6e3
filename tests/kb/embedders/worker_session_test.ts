import { assertEquals, assertRejects } from "@std/assert";
import { openWorkerSession } from "../../../kb/embedders/worker_session.ts";

const SOURCE = new URL("../../_support/fake_model_worker.ts", import.meta.url);

function open(model = "/model.onnx", folder?: string) {
  return openWorkerSession({
    backend: "wasm",
    source: SOURCE,
    model,
    ...(folder && { place: { kind: "native", folder } }),
  });
}

Deno.test("openWorkerSession() runs texts in a worker, one after the other", async () => {
  await using session = await open();
  assertEquals(session.backend, "wasm");
  assertEquals(await session.run(Int32Array.of(5, 6, 7)), Float32Array.of(3, 5));
  assertEquals(await session.run(Int32Array.of(9)), Float32Array.of(1, 9));
});

Deno.test("openWorkerSession() throws the bare reason when the model cannot be loaded, and leaves no worker", async () => {
  const error = await assertRejects(() => open("/missing.onnx"), Error);
  assertEquals(error.message, "no such model");
  const missing = await assertRejects(() => open("/model.onnx", "/missing"), Error);
  assertEquals(missing.message, "no such library");
});

Deno.test("openWorkerSession() refuses a second run before the first has ended", async () => {
  await using session = await open();
  const first = session.run(Int32Array.of(1));
  await assertRejects(() => session.run(Int32Array.of(2)), Error, "the session is busy");
  assertEquals(await first, Float32Array.of(1, 1));
});

Deno.test("openWorkerSession() reports a worker that crashes, now and ever after, and can be closed", async () => {
  const session = await open();
  await assertRejects(() => session.run(Int32Array.of(666)), Error, "the runtime crashed");
  await assertRejects(() => session.run(Int32Array.of(1)), Error, "the runtime crashed");
  await session[Symbol.asyncDispose]();
});
