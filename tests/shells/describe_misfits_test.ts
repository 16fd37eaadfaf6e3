import { assertEquals } from "@std/assert";
import { asSchema } from "ai";
import * as z from "zod";
import { describeMisfits, misfitFields } from "../../shells/describe_misfits.ts";
import type { Language } from "../../tools/types.ts";

const SCHEMA = z.strictObject({
  orderId: z.string().regex(/^[A-Z]-\d{4}$/).describe("订单号 order number, for example A-1024; ask for it"),
  amount: z.number().positive().max(5000).optional().describe("退款金额 amount"),
  reason: z.string().min(2).max(5).optional().describe("原因，例如「坏了」"),
  priority: z.enum(["low", "high"]).optional(),
  copies: z.int().optional(),
  urgent: z.boolean().optional(),
  tags: z.array(z.string()).max(2).optional(),
});

async function misfits(input: unknown, language: Language): Promise<string | undefined> {
  const { error } = SCHEMA.safeParse(input);
  return describeMisfits(error, input, await asSchema(SCHEMA).jsonSchema, language);
}

for (
  const [input, en, zh] of [
    [{}, "orderId: is missing, for example A-1024", "orderId: 缺少，例如 A-1024"],
    [{ orderId: "1024" }, "orderId: has another form, for example A-1024", "orderId: 格式不对，例如 A-1024"],
    [{ orderId: 1024 }, "orderId: must be text, for example A-1024", "orderId: 应为文本，例如 A-1024"],
    [
      { orderId: "A-1024", amount: "12" },
      "amount: must be a number without quotes",
      "amount: 应为不带引号的数字",
    ],
    [{ orderId: "A-1024", amount: 0 }, "amount: must be more than 0", "amount: 应大于 0"],
    [{ orderId: "A-1024", amount: 6000 }, "amount: must be at most 5000", "amount: 应不超过 5000"],
    [
      { orderId: "A-1024", reason: "坏" },
      "reason: must be of at least 2 characters, for example 坏了",
      "reason: 应不少于 2 个字符，例如 坏了",
    ],
    [
      { orderId: "A-1024", priority: "urgent" },
      "priority: must be one of low, high",
      "priority: 只能是 low, high",
    ],
    [
      { orderId: "A-1024", copies: 1.5 },
      "copies: must be a whole number without quotes",
      "copies: 应为不带引号的整数",
    ],
    [{ orderId: "A-1024", urgent: "yes" }, "urgent: must be true or false", "urgent: 应为true 或 false"],
    [
      { orderId: "A-1024", tags: ["a", "b", "c"] },
      "tags: must be of at most 2 entries",
      "tags: 应不超过 2 项",
    ],
    [{ orderId: "A-1024", tags: ["a", 5] }, "tags.1: must be text", "tags.1: 应为文本"],
    [{ orderId: "A-1024", note: "x" }, "input: does not exist: note", "input: 没有这个参数：note"],
  ] as const
) {
  Deno.test(`describeMisfits() of ${JSON.stringify(input)}`, async () => {
    assertEquals([await misfits(input, "en"), await misfits(input, "zh")], [en, zh]);
  });
}

Deno.test("describeMisfits() says all that is wrong, and none of the values", async () => {
  const said = await misfits({ orderId: "hunter2", amount: "hunter2", urgent: "hunter2" }, "en");
  assertEquals(
    said,
    "orderId: has another form, for example A-1024; amount: must be a number without quotes; " +
      "urgent: must be true or false",
  );
});

Deno.test("describeMisfits() has nothing to say of an error without issues", () => {
  assertEquals(describeMisfits(new Error("x"), {}, {}, "en"), undefined);
  assertEquals(describeMisfits(undefined, {}, {}, "en"), undefined);
});

Deno.test("misfitFields() names each field that does not fit once, by its path", () => {
  const schema = z.object({
    lines: z.array(z.object({ amount: z.number() })),
    note: z.string().min(2).regex(/^x/),
  });
  const { error } = schema.safeParse({ lines: [{ amount: "1" }], note: "a" });
  assertEquals(misfitFields(error), ["lines.0.amount", "note"]);
  assertEquals(misfitFields({ cause: error }), ["lines.0.amount", "note"]);
  assertEquals(misfitFields(z.object({}).safeParse("text").error), ["input"]);
  assertEquals([new Error("other"), undefined, { issues: 7 }].map(misfitFields), [[], [], []]);
});
