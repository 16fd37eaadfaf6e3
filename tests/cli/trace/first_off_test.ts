import { assertEquals } from "@std/assert";
import { firstOff, offReason } from "../../../cli/trace/first_off.ts";
import { tracedCall } from "../../_support/traced_calls.ts";

Deno.test("offReason() tells what is wrong with a call, the gravest first", () => {
  const { status: _, ...unfinished } = tracedCall("c1");
  assertEquals(offReason(tracedCall("c1")), undefined);
  assertEquals(offReason(unfinished), "unfinished");
  assertEquals(offReason(unfinished, false), undefined);
  assertEquals(offReason(tracedCall("c1", { status: "denied", repeat: 1 })), "denied");
  for (const status of ["error", "timeout", "cancelled", "circuit_open", "unknown_outcome"] as const) {
    assertEquals(offReason(tracedCall("c1", { status, repair: "refused" })), "failed");
  }
  assertEquals(offReason(tracedCall("c1", { repair: "lossless", repeat: 1 })), "repaired");
  assertEquals(offReason(tracedCall("c1", { repeat: 1 })), "repeated");
  // A replay is what the rail is for.
  assertEquals(offReason(tracedCall("c1", { replayed: true, attempts: 0 })), undefined);
});

Deno.test("firstOff() points at the first call that is not as it should be, not at what follows from it", () => {
  const calls = [tracedCall("c1"), tracedCall("c2", { repeat: 1 }), tracedCall("c3", { status: "error" })];
  assertEquals(firstOff(calls)?.call.callId, "c2");
  assertEquals(firstOff(calls)?.why, "repeated");
  assertEquals(firstOff([tracedCall("c1")]), undefined);
  assertEquals(firstOff([]), undefined);
});
