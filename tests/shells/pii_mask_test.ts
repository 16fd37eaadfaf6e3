import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { AliasVault } from "../../shells/pii/alias_vault.ts";
import { DEFAULT_RECOGNISERS } from "../../shells/pii/default_recognisers.ts";
import { PersonalDataGuard } from "../../shells/pii/personal_data_guard.ts";
import { piiMask } from "../../shells/pii_mask.ts";
import { type CallFacts, type Execute, ToolCallError } from "../../tools/types.ts";
import { callTool, fakeTool } from "../_support/fake_tool.ts";

function setUp(execute: Execute) {
  const guard = new PersonalDataGuard({ recognisers: DEFAULT_RECOGNISERS, vault: new AliasVault() });
  guard.mask("13800138000"); // what the user said before
  return piiMask(guard)(fakeTool(execute), { name: "ticket_create" });
}

Deno.test("piiMask() gives the tool what is real and the caller what stands for it", async () => {
  const inputs: unknown[] = [];
  const tool = setUp((input) => {
    inputs.push(input);
    return { status: "success", summary: `已登记 ${input.phone}`, structured: { mail: "li@example.cn" } };
  });
  const facts: CallFacts[] = [];
  const result = await callTool(tool, { phone: "[[PHONE_1]]", other: "[[PHONE_2]]" }, {
    report: (fact) => facts.push(fact),
  });
  assertEquals(inputs, [{ phone: "13800138000", other: "[[PHONE_2]]" }]);
  assertEquals(result, {
    status: "success",
    summary: "已登记 [[PHONE_1]]",
    structured: { mail: "[[EMAIL_1]]" },
  });
  assertEquals(facts, [{ pii: { masked: 2, kinds: ["phone", "email"] } }]);
});

Deno.test("piiMask() masks what an error says, and keeps what it means (H30)", async () => {
  const tool = setUp(() => {
    throw new ToolCallError("denied", "Cannot call 13800138000", {
      reason: "13800138000 是家里电话",
      cause: new Error("li@example.cn bounced"),
    });
  });
  const error = await assertRejects(() => callTool(tool, {}), ToolCallError);
  assertEquals([error.type, error.message, error.reason], [
    "denied",
    "Cannot call [[PHONE_1]]",
    "[[PHONE_1]] 是家里电话",
  ]);
  assert(error.cause instanceof Error);
  assertEquals(error.cause.message, "[[EMAIL_1]] bounced");
  assert(!`${error.cause.stack}`.includes("li@example.cn"));
});

Deno.test("piiMask() keeps the pending outcome of a call that goes on", async () => {
  const pending = Promise.resolve("late");
  const tool = setUp(() => {
    throw new ToolCallError("timeout", "Cannot finish", { pending });
  });
  const error = await assertRejects(() => callTool(tool, {}), ToolCallError);
  assertStrictEquals(error.pending, pending);
});

Deno.test("piiMask() throws the very reason of an abort, which is how it is known", async () => {
  const reason = new DOMException("left 13800138000", "AbortError");
  const tool = setUp(() => {
    throw reason;
  });
  assertStrictEquals(await callTool(tool, {}).catch((error) => error), reason);
});

Deno.test("piiMask() masks what is reported about a call, and no fingerprint", async () => {
  const key = "13800138000".padEnd(64, "0");
  const tool = setUp((_input, { report }) => {
    report?.({ approval: { decision: "allow", by: "user" }, effectiveInput: { phone: "13800138000" } });
    report?.({ idempotency: { key, hit: false, store: "memory" } });
    return "ok";
  });
  const facts: CallFacts[] = [];
  await callTool(tool, {}, { report: (fact) => facts.push(fact) });
  assertEquals(facts, [
    { approval: { decision: "allow", by: "user" }, effectiveInput: { phone: "[[PHONE_1]]" } },
    { idempotency: { key, hit: false, store: "memory" } },
  ]);
});
