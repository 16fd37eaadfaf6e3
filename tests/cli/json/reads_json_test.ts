import { assertEquals } from "@std/assert";
import { namedSession, readsJson } from "../../../cli/json/reads_json.ts";

Deno.test("readsJson() knows who reads lines, who one document, and who reads as a person does", () => {
  assertEquals(readsJson(["json"]), "lines");
  assertEquals(readsJson(["run", "Hi", "--json"]), "lines");
  assertEquals(readsJson(["service", "--json", "--nosuch"]), "lines");
  assertEquals(readsJson(["run", "--output", "json", "Hi"]), "document");
  assertEquals(readsJson(["run", "--output=json", "Hi"]), "document");
  for (const args of [[], ["run", "Hi"], ["run", "--output", "text", "json"], ["kb", "info", "--json"]]) {
    assertEquals(readsJson(args), undefined);
  }
});

Deno.test("readsJson() finds the command behind flags and what they take", () => {
  assertEquals(readsJson(["--session", "trip", "json"]), "lines");
  assertEquals(readsJson(["--lang=zh", "json", "--no-such-flag"]), "lines");
  assertEquals(readsJson(["--lang", "zh", "run", "--json", "hello"]), "lines");
  assertEquals(readsJson(["--lang", "zh", "run", "--output", "json", "hello"]), "document");
  assertEquals(readsJson(["--session", "json"]), undefined);
  assertEquals(readsJson(["--session", "json", "run", "hello"]), undefined);
});

Deno.test("readsJson() takes lines for what was meant where both are asked for", () => {
  assertEquals(readsJson(["run", "--output", "json", "--json", "Hi"]), "lines");
});

Deno.test("namedSession() gives the last id that was named, if it is one", () => {
  assertEquals(namedSession(["run", "--session", "ses_1", "Hi"]), "ses_1");
  assertEquals(namedSession(["run", "--session=a", "--session=b-2", "Hi"]), "b-2");
  for (const args of [["run", "Hi"], ["run", "--session"], ["run", "--session", "../x"], ["--session="]]) {
    assertEquals(namedSession(args), undefined);
  }
});
