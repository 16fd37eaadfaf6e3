import { assertEquals } from "@std/assert";
import type { LintedTool } from "../../../cli/tool_lint/finding.ts";
import { likenessByWords } from "../../../cli/tool_lint/likeness.ts";
import { lintTools } from "../../../cli/tool_lint/lint_tools.ts";
import { READ } from "../../_support/fake_tool.ts";
import type { JsonObject, ToolTraits } from "../../../tools/types.ts";

const GOOD = "When to use: The user asks where an order is or when it arrives.\n" +
  'When not to use: The user wants to cancel it.\nExample requests: "Where is order A-1024?"';

const ORDER_ID = {
  type: "string",
  pattern: "^[A-Z]-\\d{4}$",
  description: "order number, for example A-1024; ask if it is missing",
};

function tool(name: string, replace: Partial<LintedTool> = {}, traits: Partial<ToolTraits> = {}): LintedTool {
  return {
    name,
    description: GOOD,
    parameters: { type: "object", properties: { orderId: ORDER_ID } },
    traits: { ...READ, aliases: [], ...traits },
    ...replace,
  };
}

/** Level, rule and place of all that is found, with the words of one language. */
async function found(tools: readonly LintedTool[], language: "en" | "zh" = "en"): Promise<string[]> {
  const { findings } = await lintTools(tools, likenessByWords());
  return findings.map(({ level, rule, tool, field, message }) =>
    `${level} ${rule} ${[tool, field].filter((part) => part !== undefined).join(".") || "-"}: ${
      message[language]
    }`
  );
}

function fields(properties: JsonObject): Partial<LintedTool> {
  return { parameters: { type: "object", properties } };
}

Deno.test("lintTools() finds nothing in a tool that says what a model must know", async () => {
  assertEquals(await found([tool("order_query_status")]), []);
});

for (
  const [what, tools, expected] of [
    ["a name that is no domain_verb_object", [tool("getOrder")], [
      "error name_form getOrder: the name is not of the form domain_verb_object in small letters",
    ]],
    ["a verb that it does not know", [tool("order_frobnicate")], [
      "error name_verb order_frobnicate: frobnicate is none of the verbs that stand second in a name: " +
      "query, create, update, cancel, refund",
    ]],
    ["a part of one letter", [tool("order_query_x")], [
      "error name_one_letter order_query_x: a part of the name is one letter long and says nothing",
    ]],
    ["a name that is too long to copy", [tool("order_query_everything_that_there_is_to_know_about_it")], [
      "error name_long order_query_everything_that_there_is_to_know_about_it: " +
      "the name has 53 characters; at most 48 are copied without mistakes",
    ]],
    ["no description", [tool("order_query", { description: " " })], [
      "error description_missing order_query: there is no description",
    ]],
    ["a description that explains nothing", [tool("order_query", { description: "Gets orders." })], [
      "warning description_short order_query: what speaks for the tool is 12 characters long: " +
      "say which requests call for it",
      "warning avoidance_missing order_query: nothing says when not to use it, and which tool is the right one then",
      "warning example_missing order_query: there is no example of a request, in quotes",
    ]],
    ["a field without a description", [
      tool("order_query", fields({ orderId: { ...ORDER_ID, description: "" } })),
    ], [
      "error field_description_missing order_query.orderId: the field has no description",
    ]],
    [
      "a field with a form and no example",
      [tool("order_query", fields({ orderId: { ...ORDER_ID, description: "the order's number" } }))],
      [
        "warning field_example_missing order_query.orderId: what goes in has a form, and no example shows it",
      ],
    ],
    [
      "an id that may be anything",
      [tool(
        "order_query",
        fields({ order_id: { type: "string", description: "number, for example A-1024" } }),
      )],
      ["error field_pattern_missing order_query.order_id: an id without a pattern: anything will do"],
    ],
    [
      "values that only the description lists",
      [tool("order_query", fields({ urgency: { type: "string", description: "one of low, normal, high" } }))],
      [
        "warning field_enum_missing order_query.urgency: " +
        "the description lists values and the schema does not: use an enum",
      ],
    ],
    [
      "a field of one letter, unless it is a number within bounds",
      [
        tool(
          "order_query",
          fields({
            q: { type: "string", description: "what to look for" },
            k: { type: "integer", minimum: 1, maximum: 10, description: "how many" },
          }),
        ),
      ],
      ["warning field_one_letter order_query.q: the name is one letter long and says nothing"],
    ],
    [
      "a field with fields in it",
      [tool("order_query", fields({ filter: { type: "object", description: "what to look for" } }))],
      ["warning field_nested order_query.filter: the field is nested: models forget what is inside"],
    ],
    [
      "more fields than models fill in",
      [
        tool(
          "order_query",
          fields(
            Object.fromEntries(
              ["a1", "a2", "a3", "a4", "a5", "a6"].map((
                name,
              ) => [name, { type: "boolean", description: "x" }]),
            ),
          ),
        ),
      ],
      [
        "warning fields_many order_query: 6 fields; models fill in more than 5 at their own risk: split the tool",
      ],
    ],
    [
      "output without words in it",
      [tool("order_query", { output: { type: "object", properties: { status: {} } } })],
      [
        "warning output_summary_missing order_query: " +
        "its output has no summary: the model must find words for it, and may find wrong ones",
      ],
    ],
  ] as const
) {
  Deno.test(`lintTools() finds ${what}`, async () => assertEquals(await found(tools), [...expected]));
}

const TICKET = "When to use: The user asks to open a support ticket for a broken thing.\n" +
  'When not to use: A question.\nExample requests: "Open a ticket about my keyboard"';
const REFUND = "When to use: Money must go back to a customer who has paid it.\n" +
  'When not to use: A question about policies.\nExample requests: "Give me my 20 euros back"';

Deno.test("lintTools() finds an order in which models guess, and a core tool behind an extended one", async () => {
  const tools = [
    tool("order_query", {}, { priority: "extended" }),
    tool("agent_ask_to_user", { description: TICKET }, { priority: "core" }),
    tool("money_refund", { description: REFUND }, { priority: "extended" }),
  ];
  assertEquals(await found(tools), [
    "error order_ask_first agent_ask_to_user: it does not stand first: models guess instead of asking",
    "error order_core_first agent_ask_to_user: a core tool stands behind an extended one, order_query",
  ]);
});

Deno.test("lintTools() tells aliases in Chinese apart", async () => {
  const aliases = async (one: string, other: string) => {
    const { findings } = await lintTools([
      tool("order_query", {}, { aliases: [one] }),
      tool("ticket_create", { description: TICKET }, { aliases: [other] }),
    ], likenessByWords());
    return findings.filter(({ rule }) => rule.startsWith("alias")).map(({ rule }) => rule);
  };
  assertEquals(await aliases("查订单", "建工单"), []);
  assertEquals(await aliases("查订单", "查_订单"), ["alias_alike"]);
  assertEquals(await aliases("查订单", "查订单"), ["alias_collides"]);
});

Deno.test("lintTools() finds aliases that collide, and those that are all but the same", async () => {
  const tools = [
    tool("order_query", {}, { aliases: ["getOrder", "find"] }),
    tool("ticket_create", { description: TICKET }, { aliases: ["find"] }),
    tool("money_refund", { description: REFUND }, { aliases: ["get_order"] }),
  ];
  assertEquals(await found(tools), [
    "error alias_collides ticket_create: find is what order_query answers to as well",
    "warning alias_alike money_refund: get_order is all but the same as getOrder of order_query",
  ]);
});

Deno.test("lintTools() finds tools that are described alike, and says how much", async () => {
  // Twelve terms are shared, nine once and three twice, at ln 2, against two of each side at ln 3.
  const nearly = GOOD.replace("or when it arrives", "and when it comes");
  assertEquals(await found([tool("order_query"), tool("parcel_query", { description: nearly })]), [
    "error descriptions_alike order_query: its description is to 0.75 that of parcel_query: " +
    "say what tells them apart, or merge them",
  ]);
  assertEquals(await found([tool("order_query"), tool("ticket_create", { description: TICKET })]), []);
});

Deno.test("lintTools() finds tools that cost too much in every request, one by one and together", async () => {
  // A Han character is a token, and so are four of the 80 others.
  const words = (count: number, character: string) =>
    `When to use: ${character.repeat(count)}\nWhen not to use: -\nExample requests: "${character}"`;
  const tools = ["甲", "乙", "丙", "丁", "戊", "己", "庚"].map((character, at) =>
    tool(`${"abcdefg"[at]}a_query`, { description: words(580, character), parameters: { properties: {} } })
  );
  const report = await lintTools(tools, likenessByWords());
  assertEquals(report.tools.map(({ tokens }) => tokens), Array(7).fill(601));
  assertEquals(report.tokens, 4207);
  assertEquals(report.findings.map(({ rule, tool, message }) => [rule, tool, message.en]).slice(-2), [
    ["tokens_tool", "ga_query", "about 601 tokens in every request; the budget is 600"],
    ["tokens_table", undefined, "the tools cost about 4207 tokens in every request; the budget is 4000"],
  ]);
});

Deno.test("lintTools() speaks both languages", async () => {
  assertEquals(await found([tool("order_frobnicate")], "zh"), [
    "error name_verb order_frobnicate: 第二段 frobnicate 不是已知动词：query, create, update, cancel, refund",
  ]);
});
