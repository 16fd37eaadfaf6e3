import { assertEquals } from "@std/assert";
import { ownDocumentsOf } from "../../cli/own_documents.ts";
import { readBuildFacts } from "../../cli/build_facts.ts";
import { readSettings } from "../../cli/settings/settings.ts";

const SOURCE = readBuildFacts("/nowhere", false, "/usr/bin/deno");
const AROUND = { ...SOURCE, ownIndex: true, documentsAbout: "expenses and leave" };

/** What a model is told, with and without an index, by a program like this. */
function toldOf({ build = SOURCE, about = "" }) {
  const settings = readSettings({ HANDRAIL_KB_ABOUT: about }, "/home/me");
  return [true, false].map((has) => ownDocumentsOf({ settings, build, hasIndex: () => has }));
}

Deno.test("ownDocumentsOf() tells of an index of the user's, and of nothing while the samples answer", () => {
  assertEquals(toldOf({}), [{ about: undefined }, undefined]);
  assertEquals(toldOf({ about: " gardening \n and bees " }), [{ about: "gardening and bees" }, undefined]);
});

Deno.test("ownDocumentsOf() tells what a binary was built around, until there is an index of the user's", () => {
  assertEquals(toldOf({ build: AROUND }), [{ about: undefined }, { about: "expenses and leave" }]);
  assertEquals(toldOf({ build: AROUND, about: "gardening" }), [{ about: "gardening" }, {
    about: "gardening",
  }]);
});
