import { assertEquals } from "@std/assert";
import { retryAfter } from "../../../agent/models/retry_after.ts";

const NOW = Date.parse("Tue, 01 Dec 2026 08:00:00 GMT");

Deno.test("retryAfter() reads milliseconds before seconds, and seconds before a date", () => {
  assertEquals(retryAfter({ "retry-after-ms": "250", "retry-after": "9" }, NOW), 250);
  assertEquals(retryAfter({ "retry-after": "20" }, NOW), 20_000);
  assertEquals(retryAfter({ "retry-after": "1.5" }, NOW), 1_500);
  assertEquals(retryAfter({ "retry-after": "Tue, 01 Dec 2026 08:01:00 GMT" }, NOW), 60_000);
});

Deno.test("retryAfter() counts a date from the answer's own, when it is told no time", () => {
  const headers = { "retry-after": "Tue, 01 Dec 2026 08:05:00 GMT", "date": "Tue, 01 Dec 2026 08:03:00 GMT" };
  assertEquals(retryAfter(headers), 120_000);
  assertEquals(retryAfter({ "retry-after": "Tue, 01 Dec 2026 08:05:00 GMT" }), undefined);
});

Deno.test("retryAfter() takes a date that has passed for no wait, and nonsense for nothing", () => {
  assertEquals(retryAfter({ "retry-after": "Tue, 01 Dec 2026 07:00:00 GMT" }, NOW), 0);
  assertEquals(retryAfter({ "retry-after": "soon" }, NOW), undefined);
  assertEquals(retryAfter({ "retry-after": "-5", "retry-after-ms": "x" }), undefined);
  assertEquals(retryAfter({}, NOW), undefined);
  assertEquals(retryAfter({ "retry-after-ms": "Infinity" }, NOW), undefined);
  assertEquals(retryAfter({ "retry-after": "9".repeat(400) }, NOW), undefined);
});
