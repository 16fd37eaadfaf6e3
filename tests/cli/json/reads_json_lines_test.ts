import { assertEquals } from "@std/assert";
import { readsJsonLines } from "../../../cli/json/reads_json_lines.ts";

const CASES: readonly (readonly [args: string, reads: boolean])[] = [
  ["json", true],
  ["json --session trip", true],
  ["--session trip json", true],
  ["--lang=zh json --no-such-flag", true],
  ["--lang zh run --json hello", true],
  ["service --json", true],
  ["run hello", false],
  ["service", false],
  ["--session json", false],
  ["--session json run hello", false],
  ["kb search --json text", false],
  ["", false],
];

for (const [args, reads] of CASES) {
  Deno.test(`readsJsonLines() says ${reads} of ${JSON.stringify(args)}`, () => {
    assertEquals(readsJsonLines(args.split(" ").filter((arg) => arg !== "")), reads);
  });
}
