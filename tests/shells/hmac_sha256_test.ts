import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { createHmac } from "node:crypto";
import { hmacSha256 } from "../../shells/hmac_sha256.ts";

// Test cases 1, 2 and 6 of RFC 4231, whose keys and data are text.

Deno.test("hmacSha256() gives RFC 4231's digest for a short key", () => {
  assertEquals(
    hmacSha256("Jefe")("what do ya want for nothing?"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

Deno.test("hmacSha256() gives RFC 4231's digest for a key of control characters", () => {
  assertEquals(
    hmacSha256("\x0b".repeat(20))("Hi There"),
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  );
});

Deno.test("hmacSha256() gives the same digest whatever was hashed before", () => {
  const digest = hmacSha256("Jefe");
  digest("a longer text than the one that follows, 退款退款退款退款退款退款退款退款");
  assertEquals(
    digest("what do ya want for nothing?"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

Deno.test("hmacSha256() agrees with Node's createHmac for any secret and text", () => {
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.string({ maxLength: 2_000 }));
  fc.assert(fc.property(text, text, (secret, message) => {
    assertEquals(hmacSha256(secret)(message), createHmac("sha256", secret).update(message).digest("hex"));
  }));
});

Deno.test("hmacSha256() hashes a secret that is longer than a block", () => {
  for (const length of [63, 64, 65, 200]) {
    const secret = "密".repeat(length);
    assertEquals(hmacSha256(secret)("x"), createHmac("sha256", secret).update("x").digest("hex"));
  }
});
