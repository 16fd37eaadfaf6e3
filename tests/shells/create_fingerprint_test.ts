import { assertEquals, assertThrows } from "@std/assert";
import { createFingerprint } from "../../shells/create_fingerprint.ts";

const CALL = { scope: "session-1", tool: "order_cancel", input: { orderId: "A-1024", reason: undefined } };

Deno.test("createFingerprint() gives equal requests one fingerprint, time and again", () => {
  const fingerprintOf = createFingerprint("Jefe");
  // printf '["session-1","order_cancel",{"orderId":"A-1024"}]' | openssl dgst -sha256 -hmac Jefe
  const expected = "044e8f2fe57ace2d81836aa4691a127b470bdbe8effd38d340ff6523d4367926";
  assertEquals(fingerprintOf(CALL), expected);
  assertEquals(fingerprintOf({ ...CALL, input: { orderId: "A-1024" } }), expected);
  assertEquals(createFingerprint("Jefe")(CALL), expected);
});

Deno.test("createFingerprint() tells secrets, scopes, tools and arguments apart", () => {
  const fingerprintOf = createFingerprint("Jefe");
  const prints = [
    fingerprintOf(CALL),
    createFingerprint("jefe")(CALL),
    fingerprintOf({ ...CALL, scope: "session-2" }),
    fingerprintOf({ ...CALL, tool: "order_refund" }),
    fingerprintOf({ ...CALL, input: { orderId: "A-1025" } }),
  ];
  assertEquals(new Set(prints).size, 5);
});

Deno.test("createFingerprint() refuses arguments that have no fingerprint", () => {
  assertThrows(
    () => createFingerprint("Jefe")({ ...CALL, input: () => 1 }),
    TypeError,
    "a function is no data",
  );
});
