import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { EmbeddedRuntime } from "../../../kb/embedders/embedded_runtime.ts";
import { EmbedderUnavailableError } from "../../../kb/embedders/embedder_unavailable_error.ts";
import { sessionOpener, type SessionWay, workerWays } from "../../../kb/embedders/session_opener.ts";
import type { PackedFile } from "../../../kb/packed_file.ts";
import { FakeSession } from "../../_support/fake_session.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

function way(backend: "native" | "wasm", reason?: string): SessionWay & { attempts: number } {
  return {
    backend,
    attempts: 0,
    open() {
      this.attempts++;
      return reason === undefined
        ? Promise.resolve(new FakeSession(backend))
        : Promise.reject(new Error(reason));
    },
  };
}

Deno.test("sessionOpener() opens in the first way that works", async () => {
  const fallbacks: unknown[] = [];
  const open = sessionOpener([way("native"), way("wasm")], (...fallback) => fallbacks.push(fallback));
  assertEquals([(await open()).backend, (await open()).backend], ["native", "native"]);
  assertEquals(fallbacks, []);
});

Deno.test("sessionOpener() says once why it takes the next way, and stays with it", async () => {
  const native = way("native", "libonnxruntime.so.1: cannot open\nsecond line");
  const fallbacks: unknown[] = [];
  const open = sessionOpener([native, way("wasm")], (...fallback) => fallbacks.push(fallback));
  const sessions = await Promise.all([open(), open(), open()]);
  assertEquals(sessions.map(({ backend }) => backend), ["wasm", "wasm", "wasm"]);
  assertEquals([native.attempts, fallbacks], [1, [["native", "libonnxruntime.so.1: cannot open"]]]);
});

Deno.test("sessionOpener() names every reason when no way works", async () => {
  const fallbacks: unknown[] = [];
  const open = sessionOpener(
    [way("native", "no ffi"), way("wasm", "no file")],
    (backend) => fallbacks.push(backend),
  );
  for (let attempt = 0; attempt < 2; attempt++) {
    await assertRejects(
      open,
      EmbedderUnavailableError,
      "Cannot load embedding runtime: native: no ffi; wasm: no file. " +
        "Search by words alone: HANDRAIL_EMBEDDER=none. From source, go online once and allow it with --allow-ffi, " +
        "--allow-read and --allow-env=ORT_DISABLE_TELEMETRY",
    );
  }
  assertEquals(fallbacks, ["native"]);
});

const PACKED: PackedFile = {
  name: "libonnxruntime.so.1",
  path: "/nowhere/handrail",
  offset: 0,
  length: 1,
  size: 1,
  sha256: "00",
  gzip: false,
};
const WORKER = new URL("../../_support/fake_model_worker.ts", import.meta.url);

function embedded(native: readonly PackedFile[]): EmbeddedRuntime {
  return { workers: { native: WORKER, wasm: WORKER }, native, wasm: PACKED };
}

Deno.test("workerWays() of a compiled program without a native runtime has one way, and nothing to warn of", async () => {
  const fallbacks: unknown[] = [];
  const open = sessionOpener(
    workerWays("/model.onnx", { embedded: embedded([]) }),
    (backend) => fallbacks.push(backend),
  );
  await using session = await open();
  assertEquals([session.backend, fallbacks], ["wasm", []]);
});

Deno.test("workerWays() of a compiled program goes on in WebAssembly when its library cannot be copied out", async () => {
  await using folder = await tempFolder();
  const fallbacks: [string, string][] = [];
  const open = sessionOpener(
    workerWays("/model.onnx", { embedded: embedded([PACKED]), copyTargets: [folder.path] }),
    (backend, reason) => fallbacks.push([backend, reason]),
  );
  await using session = await open();
  assertEquals(session.backend, "wasm");
  assertEquals(fallbacks.map(([backend]) => backend), ["native"]);
  assertStringIncludes(fallbacks[0]?.[1] ?? "", "/nowhere/handrail");
});
