import { assertEquals } from "@std/assert";
import { parseDate } from "../../cli/parse_date.ts";

Deno.test("parseDate() takes a day, or a moment of one", () => {
  assertEquals(parseDate("1970-01-02"), 86_400_000);
  assertEquals(parseDate("1970-01-01T00:00:01.5Z"), 1_500);
  assertEquals(parseDate("1970-01-01T01:00+01:00"), 0);
});

Deno.test("parseDate() takes a moment without a zone for one in UTC, whatever the zone of the machine", async () => {
  const module = new URL("../../cli/parse_date.ts", import.meta.url).href;
  const source =
    `import { parseDate } from "${module}"; console.log(parseDate("1970-01-01T08:30"), parseDate("1970-01-01"));`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", `data:text/javascript,${encodeURIComponent(source)}`],
    env: { TZ: "Asia/Shanghai", NO_COLOR: "1" },
  }).output();
  assertEquals(new TextDecoder().decode(stdout), "30600000 0\n");
});

Deno.test("parseDate() takes nothing else, and no day that is in no month", () => {
  const wrong = [
    "",
    "1970",
    "1 Jan 1970",
    "1970-1-1",
    "2026-02-29",
    "2026-02-30",
    "2026-13-01",
    "2026-04-31T08:30Z",
  ];
  assertEquals(wrong.map(parseDate), wrong.map(() => undefined));
  assertEquals(parseDate("2028-02-29"), 1_835_395_200_000);
});
