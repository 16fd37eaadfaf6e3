import { assertEquals, assertRejects } from "@std/assert";
import { stallGuard } from "../../../kb/embedders/stall_guard.ts";
import { FakeClock } from "../../_support/fake_clock.ts";

Deno.test("stallGuard() gives up when nothing comes", () => {
  const clock = new FakeClock();
  const guard = stallGuard(clock, 30_000);
  clock.advance(29_999);
  assertEquals(guard.signal.aborted, false);
  clock.advance(1);
  assertEquals((guard.signal.reason as Error).message, "nothing came for 30 seconds");
});

Deno.test("stallGuard() starts anew with every piece, and is quiet afterwards", async () => {
  const clock = new FakeClock();
  const pieces: number[] = [];
  {
    await using guard = stallGuard(clock, 30_000);
    const source = async function* () {
      for (const piece of [1, 2, 3]) {
        clock.advance(20_000);
        yield Uint8Array.of(piece);
      }
    };
    for await (const piece of guard.watch(source())) pieces.push(...piece);
    assertEquals(guard.signal.aborted, false);
  }
  assertEquals([pieces, clock.pendingTimers], [[1, 2, 3], 0]);
});

Deno.test("stallGuard() is aborted by whoever waits, too", async () => {
  const controller = new AbortController();
  await using guard = stallGuard(new FakeClock(), 30_000, controller.signal);
  controller.abort(new Error("enough"));
  await assertRejects(() => Promise.reject(guard.signal.reason), Error, "enough");
});
