import { assertEquals } from "@std/assert";
import { citedPassages } from "../../agent/cited_passages.ts";

/** What an answer behind such searches cites, and what is warned of. */
function check(text: string, ...searches: readonly (readonly object[])[]) {
  const warnings: string[] = [];
  const calls = searches.map((hits) => ({ output: { structured: { hits } } }));
  const cited = citedPassages(text, calls as never, ({ message }) => warnings.push(message));
  return { cited, warnings };
}

Deno.test("citedPassages() gives the passages of all searches that an answer cites, in its order (K21)", () => {
  assertEquals(
    check("Nine days [3], or seven [1].", [{ no: 1, title: "Refunds" }], [{ no: 3, title: "Leave" }]),
    { cited: [{ no: 3, title: "Leave" }, { no: 1, title: "Refunds" }], warnings: [] },
  );
});

Deno.test("citedPassages() warns of a number behind a search that found nothing (K21)", () => {
  assertEquals(check("Seven days [1].", []), {
    cited: [],
    warnings: ["The answer cites [1], which no search returned"],
  });
});

Deno.test("citedPassages() leaves brackets alone where nothing was searched", () => {
  assertEquals(check("Pick [1] or [2]."), { cited: [], warnings: [] });
});
