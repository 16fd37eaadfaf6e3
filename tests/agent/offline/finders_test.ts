import { assertEquals } from "@std/assert";
import { countTokens } from "../../../agent/offline/count_tokens.ts";
import { describedOptions } from "../../../agent/offline/described_options.ts";
import { findDates } from "../../../agent/offline/find_dates.ts";
import { findLiterals } from "../../../agent/offline/find_literals.ts";
import { findNames } from "../../../agent/offline/find_names.ts";
import { findNumbers } from "../../../agent/offline/find_numbers.ts";
import { findPatternValues } from "../../../agent/offline/find_pattern_values.ts";
import { findTime } from "../../../agent/offline/find_time.ts";
import { foldWidth } from "../../../agent/offline/fold_width.ts";
import { parseDescription } from "../../../agent/offline/parse_description.ts";
import { splitSentences } from "../../../agent/offline/split_sentences.ts";
import { textTerms } from "../../../agent/offline/text_terms.ts";
import { unfencePassage } from "../../../agent/offline/unfence_passage.ts";
import { NOW } from "./call_model.ts";

const numbers = (text: string) => findNumbers(text).map(({ value }) => value);
const dates = (text: string) => findDates(text, NOW).map(({ year, month, day }) => [year, month, day]);

Deno.test("findNumbers() reads digits, words and Chinese numerals", () => {
  assertEquals(numbers("5 units, -25 and 3.5%"), [5, -25, 3.5]);
  assertEquals(numbers("$1.2M in 2020, 1,000 more"), [1200000, 2020, 1000]);
  assertEquals(numbers("twenty-five cats, two dogs and a million mice"), [25, 2, 1000000]);
  assertEquals(numbers("三张票，十二个人，两万元，一百二十天"), [3, 12, 20000, 120]);
  assertEquals(numbers("between 20-30"), [20, 30]);
  assertEquals(numbers("440Hz, the 18th century"), [440, 18]);
});

Deno.test("findNumbers() finds none inside identifiers and formulas", () => {
  assertEquals(numbers("A-1024, C6H12O6, v2, 3x^2"), []);
  assertEquals(numbers("一下 一起"), []);
});

Deno.test("findNumbers() knows percentages, money and places", () => {
  const [percent, money, place] = findNumbers("5% of $200 for the 3rd time");
  assertEquals([percent?.percent, money?.currency, place?.ordinal], [true, true, true]);
});

Deno.test("findDates() reads absolute and relative days", () => {
  assertEquals(dates("2026-10-09"), [[2026, 10, 9]]);
  assertEquals(dates("Oct 9, 2026"), [[2026, 10, 9]]);
  assertEquals(dates("9 October 2026"), [[2026, 10, 9]]);
  assertEquals(dates("10月9日"), [[2026, 10, 9]]);
  assertEquals(dates("tomorrow"), [[2026, 10, 9]]);
  assertEquals(dates("明天"), [[2026, 10, 9]]);
  assertEquals(dates("下周一"), [[2026, 10, 12]]);
  assertEquals(dates("on Monday"), [[2026, 10, 12]]);
  assertEquals(dates("2026-13-40 and 30 February 2026"), []);
  assertEquals(dates("tomorrow, January 1, 2027"), [[2027, 1, 1], [2026, 10, 9]]);
});

Deno.test("findTime() reads clock times", () => {
  assertEquals(findTime("at 3pm"), { hour: 15, minute: 0 });
  assertEquals(findTime("15:30"), { hour: 15, minute: 30 });
  assertEquals(findTime("下午3点半"), { hour: 15, minute: 30 });
  assertEquals(findTime("some time"), undefined);
});

Deno.test("findLiterals() reads lists and objects, and leaves masked values alone", () => {
  assertEquals(findLiterals("A(3,4) and [1, 2]").map(({ value }) => value), [[3, 4], [1, 2]]);
  assertEquals(findLiterals("['Sam', 'Al']").map(({ value }) => value), [["Sam", "Al"]]);
  assertEquals(findLiterals("{'math': 90}").map(({ value }) => value), [{ math: 90 }]);
  assertEquals(findLiterals("[[1, 2], [3, 4]]")[0]?.value, [[1, 2], [3, 4]]);
  assertEquals(findLiterals("call [[PHONE_1]]"), []);
});

Deno.test("findNames() cuts off what only starts the sentence", () => {
  const names = (text: string) => findNames(text, new Set(["find"])).map(({ value }) => value);
  assertEquals(names("Find hotels in New York"), ["New York"]);
  assertEquals(names("What is the capital of Brazil?"), ["Brazil"]);
  assertEquals(names("the price of Van Gogh's painting"), ["Van Gogh"]);
  assertEquals(names("open report.pdf in personal_data"), ["report.pdf", "personal_data"]);
});

Deno.test("findPatternValues() raises case and keeps to whole identifiers", () => {
  const field = {
    name: "orderId",
    type: "string",
    description: "",
    required: true,
    options: [],
    properties: [],
    pattern: /^[A-Z]-\d{4}$/u,
  } as const;
  const values = (text: string) => findPatternValues(field, foldWidth(text)).map(({ value }) => value);
  assertEquals(values("订单a-1024和Ｂ－０００１呢"), ["A-1024", "B-0001"]);
  assertEquals(values("A-10245, XA-1024, A-1024-2"), []);
});

Deno.test("describedOptions() reads the values that a description names", () => {
  assertEquals(describedOptions("Mode of transport (walk, bike, drive)"), ["walk", "bike", "drive"]);
  assertEquals(describedOptions("The platform e.g. Xbox, PC"), ["Xbox", "PC"]);
});

Deno.test("parseDescription() leaves out when not to use a tool", () => {
  assertEquals(
    parseDescription(
      'When to use: status.\nWhen not to use: refunds.\nExample requests: 「到哪了」 "Where?"',
    ),
    {
      positive: "status.",
      examples: ["到哪了", "Where?"],
    },
  );
  assertEquals(parseDescription("Finds hotels."), { positive: "Finds hotels.", examples: [] });
});

Deno.test("unfencePassage() takes fences of several kinds off", () => {
  assertEquals(
    unfencePassage("<<<PASSAGE 1 k3v9x2q7>>> Refunds\nWithin 7 days.\n<<<END 1 k3v9x2q7>>>"),
    "Within 7 days.",
  );
  assertEquals(
    unfencePassage("--- data 9f3a21bc\n[1] Travel\n500 a night.\n--- end 9f3a21bc"),
    "500 a night.",
  );
  assertEquals(unfencePassage("No fence at all."), "No fence at all.");
});

Deno.test("texts are cut into terms, sentences and tokens", () => {
  assertEquals(textTerms("Where is order A-1024?"), ["#id", "order"]);
  assertEquals(textTerms("查订单"), ["查", "查订", "订", "订单", "单"]);
  assertEquals(splitSentences("# 住宿\n每晚 500 元。交通另算。"), ["住宿", "每晚 500 元。", "交通另算。"]);
  assertEquals(countTokens("订单 A-1024"), 5);
});
