import { assert, assertEquals } from "@std/assert";
import { type Advice, ADVICE_KINDS } from "../../../cli/tool_stats/advice.ts";
import { adviceText } from "../../../cli/tool_stats/advice_wording.ts";

const ADVICE: Advice = {
  kind: "misread",
  tool: "kb_query",
  other: "order_query_status",
  field: "orderId",
  count: 3,
  of: 20,
  p95: 4_321,
  isOpen: true,
  calls: [],
};

Deno.test("adviceText() says what is wrong, how often, and what to do", () => {
  assertEquals(
    adviceText(ADVICE, "en"),
    "kb_query is called where order_query_status is meant: in vain, and right after it order_query_status with success, " +
      "3/20 calls. Say in the description of kb_query when not to use it, and name order_query_status there.",
  );
  assertEquals(
    adviceText({ ...ADVICE, kind: "slow" }, "en"),
    "kb_query is slow: one call in twenty of 20 takes 4.3 s or more. People wait for it; cache it or split it.",
  );
  assertEquals(
    adviceText({ ...ADVICE, kind: "argument" }, "zh"),
    "kb_query 的参数 orderId 经常不对：3/20 次调用。请在该字段的描述里写明格式、示例，以及用户没给时怎么办。",
  );
});

Deno.test("adviceText() has a sentence for each kind in each language, with the tool's name in it", () => {
  for (const kind of ADVICE_KINDS) {
    const [en, zh] = (["en", "zh"] as const).map((language) => adviceText({ ...ADVICE, kind }, language));
    assert(en?.includes("kb_query") && zh?.includes("kb_query"));
    assert(!/\p{Script=Han}/u.test(en ?? ""), en);
    assert(/\p{Script=Han}/u.test(zh ?? ""), zh);
  }
});
