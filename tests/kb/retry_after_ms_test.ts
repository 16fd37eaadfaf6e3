import { assertEquals } from "@std/assert";
import { retryAfterMs } from "../../kb/retry_after_ms.ts";

const NOW = Date.parse("2026-10-09T04:00:00.000Z");

Deno.test("retryAfterMs() reads seconds and dates", () => {
  const headers = ["20", " 0 ", "1.5", "Fri, 09 Oct 2026 04:00:02 GMT", "Fri, 09 Oct 2026 03:59:00 GMT"];
  assertEquals(headers.map((header) => retryAfterMs(header, NOW)), [20_000, 0, 1_500, 2_000, 0]);
});

Deno.test("retryAfterMs() makes nothing of what means nothing", () => {
  const headers = [null, undefined, "", "soon", "-5s", "NaN"];
  assertEquals(headers.map((header) => retryAfterMs(header, NOW)), headers.map(() => undefined));
  // Without a time to count from, a date says nothing.
  assertEquals(retryAfterMs("Fri, 09 Oct 2026 04:00:02 GMT", NaN), undefined);
});
