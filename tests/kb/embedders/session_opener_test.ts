import { assertEquals, assertRejects } from "@std/assert";
import { EmbedderUnavailableError } from "../../../kb/embedders/embedder_unavailable_error.ts";
import { sessionOpener, type SessionWay } from "../../../kb/embedders/session_opener.ts";
import { FakeSession } from "../../_support/fake_session.ts";

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
      "Cannot load embedding runtime: native: no ffi; wasm: no file. Go online once and allow it with --allow-ffi and " +
        "--allow-read, or search by words alone: HANDRAIL_EMBEDDER=none",
    );
  }
  assertEquals(fallbacks, ["native"]);
});
