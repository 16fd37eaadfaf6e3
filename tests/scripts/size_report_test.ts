import { assertEquals } from "@std/assert";
import { BUDGETS, sizeReport } from "../../scripts/size_report.ts";

Deno.test("sizeReport() adds up the parts of one label and says what they are unpacked", () => {
  const report = sizeReport(
    [
      { label: "base runtime", packed: 92_200_000, size: 92_200_000 },
      { label: "native runtime", packed: 17_500_000, size: 45_800_000 },
      { label: "native runtime", packed: 100_000, size: 400_000 },
    ],
    110_000_000,
    165_000_000,
  );
  assertEquals(
    report,
    "base runtime                  92.2 MB\n" +
      "native runtime                17.6 MB   unpacked 46.2 MB\n" +
      "what the compiler adds         0.2 MB\n" +
      "in all                       110.0 MB of 165.0 MB at most\n",
  );
});

Deno.test("the budgets are 165 MB, and 105 MB for the small binary", () => {
  assertEquals(BUDGETS, { full: 165_000_000, lite: 105_000_000 });
});
