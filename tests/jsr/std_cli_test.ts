import { assertEquals } from "@std/assert";
import { parseArgs } from "@std/cli/parse-args";

const OPTIONS = {
  boolean: ["help", "json"],
  string: ["_", "session", "approve"],
  collect: ["approve"],
  alias: { help: "h" },
} as const;

function read(...args: string[]) {
  const { _, help, json, session, approve } = parseArgs(args, {
    boolean: [...OPTIONS.boolean],
    string: [...OPTIONS.string],
    collect: [...OPTIONS.collect],
    alias: { ...OPTIONS.alias },
  });
  return { _, help, json, session, approve };
}

const NOTHING = { _: [], help: false, json: false, session: undefined, approve: [] };

Deno.test("parseArgs() gives false, undefined and an empty list for flags that are absent", () => {
  assertEquals(read(), NOTHING);
});

Deno.test("parseArgs() reads a boolean flag and leaves what follows it alone", () => {
  assertEquals(read("--json", "hello"), { ...NOTHING, json: true, _: ["hello"] });
  assertEquals(read("hello", "--json"), { ...NOTHING, json: true, _: ["hello"] });
});

Deno.test("parseArgs() reads a string flag's value, from the next argument or behind =", () => {
  assertEquals(read("--session", "s1", "run"), { ...NOTHING, session: "s1", _: ["run"] });
  assertEquals(read("--session=s1", "run"), { ...NOTHING, session: "s1", _: ["run"] });
  assertEquals(read("--session=a=b"), { ...NOTHING, session: "a=b" });
  assertEquals(read("--session=客户 一"), { ...NOTHING, session: "客户 一" });
});

Deno.test("parseArgs() keeps a string flag's value a string, and empty when there is none", () => {
  assertEquals(read("--session", "0042"), { ...NOTHING, session: "0042" });
  assertEquals(read("--session"), { ...NOTHING, session: "" });
  assertEquals(read("--session", "--json"), { ...NOTHING, session: "", json: true });
});

Deno.test("parseArgs() takes the last value of a flag that is not collected", () => {
  assertEquals(read("--session", "a", "--session", "b"), { ...NOTHING, session: "b" });
  assertEquals(read("--json", "--json"), { ...NOTHING, json: true });
});

Deno.test("parseArgs() collects every value of a flag that is", () => {
  assertEquals(read("--approve", "a"), { ...NOTHING, approve: ["a"] });
  assertEquals(read("--approve", "a", "--approve=b"), { ...NOTHING, approve: ["a", "b"] });
});

Deno.test("parseArgs() reads an alias under the long name", () => {
  assertEquals(read("-h"), { ...NOTHING, help: true });
});

Deno.test("parseArgs() keeps positional arguments strings when _ is among the strings", () => {
  assertEquals(read("run", "1024", "0x10", "1e3"), { ...NOTHING, _: ["run", "1024", "0x10", "1e3"] });
});

Deno.test("parseArgs() reads nothing behind --", () => {
  assertEquals(read("run", "--", "--json", "-h", "--session", "s1"), {
    ...NOTHING,
    _: ["run", "--json", "-h", "--session", "s1"],
  });
});

Deno.test("parseArgs() reports unknown flags with their key and drops them on request", () => {
  const seen: unknown[] = [];
  const parsed = parseArgs(["run", "--colour", "-x", "--size=3", "--json"], {
    boolean: ["json"],
    string: ["_"],
    unknown: (arg, key) => {
      if (key === undefined) return true;
      seen.push([arg, key]);
      return false;
    },
  });
  assertEquals(seen, [["--colour", "colour"], ["-x", "x"], ["--size=3", "size"]]);
  assertEquals({ ...parsed }, { _: ["run"], json: true });
});

Deno.test("parseArgs() does not take --no-json for --json=false: it is a flag of its own", () => {
  const seen: unknown[] = [];
  const parsed = parseArgs(["--json", "--no-json", "--no-colour", "--", "--no-json"], {
    boolean: ["json"],
    string: ["_"],
    unknown: (arg, key) => {
      if (key === undefined) return true;
      seen.push([arg, key]);
      return false;
    },
  });
  assertEquals(seen, [["--no-json", "no-json"], ["--no-colour", "no-colour"]]);
  assertEquals({ ...parsed }, { _: ["--no-json"], json: true });
});

Deno.test("parseArgs() does not take for known what every object has", () => {
  const seen: unknown[] = [];
  const args = ["--toString", "--constructor=1", "--hasOwnProperty", "x", "--no-valueOf", "--json"];
  const { _, json } = parseArgs(args, {
    boolean: ["json"],
    string: ["_"],
    unknown: (arg, key) => {
      if (key === undefined) return true;
      seen.push([arg, key]);
      return false;
    },
  });
  assertEquals(seen, [
    ["--toString", "toString"],
    ["--constructor=1", "constructor"],
    ["--hasOwnProperty", "hasOwnProperty"],
    ["--no-valueOf", "no-valueOf"],
  ]);
  assertEquals([_, json], [[], true]);
});

Deno.test("parseArgs() keeps an unknown flag that was not refused, --no-colour too", () => {
  const parsed = parseArgs(["s1", "--no-colour", "--session", "--no-wait"], {
    string: ["session"],
    boolean: ["json"],
  });
  assertEquals({ ...parsed }, { _: ["s1"], "no-colour": true, "no-wait": true, session: "", json: false });
});

Deno.test("parseArgs() leaves the arguments it was given as they are", () => {
  const args = ["run", "--json"];
  parseArgs(args, { boolean: ["json"] });
  assertEquals(args, ["run", "--json"]);
});
