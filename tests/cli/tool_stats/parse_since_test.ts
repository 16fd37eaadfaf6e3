import { assertEquals, assertThrows } from "@std/assert";
import { parseSince } from "../../../cli/tool_stats/parse_since.ts";
import { UsageError } from "../../../cli/usage_error.ts";

const NOW = Date.parse("2026-03-10T12:00:00.000Z");

Deno.test("parseSince() takes a time before now, or a date", () => {
  const read = (value: string) => new Date(parseSince(value, NOW)).toISOString();
  assertEquals(["90m", "24h", "7d", "2w", "2026-03-01", "2026-03-01T08:30Z"].map(read), [
    "2026-03-10T10:30:00.000Z",
    "2026-03-09T12:00:00.000Z",
    "2026-03-03T12:00:00.000Z",
    "2026-02-24T12:00:00.000Z",
    "2026-03-01T00:00:00.000Z",
    "2026-03-01T08:30:00.000Z",
  ]);
});

Deno.test("parseSince() refuses what is no time, and says what is", () => {
  for (
    const value of [
      "",
      "7",
      "7y",
      "d",
      "-7d",
      "yesterday",
      "2026-13-01",
      "2026-02-30",
      "2026-02-29T08:30Z",
      "1e3d",
    ]
  ) {
    assertThrows(
      () => parseSince(value, NOW),
      UsageError,
      `Cannot read --since: ${
        JSON.stringify(value)
      } is no time. Write 90m, 24h, 7d, 2w, or a date such as 2026-03-01`,
    );
  }
});
