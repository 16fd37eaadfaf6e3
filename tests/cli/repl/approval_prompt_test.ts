import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { AgentEventOf } from "../../../agent/agent_event.ts";
import type { ApprovalAnswer } from "../../../agent/interactions.ts";
import { promptApproval } from "../../../cli/repl/approval_prompt.ts";
import { PromptInterrupted } from "../../../cli/repl/prompt_reader.ts";
import { StandardInput } from "../../../cli/standard_input.ts";
import { wordingOf } from "../../../cli/wording.ts";
import { FakeByteSource } from "../../_support/fake_byte_source.ts";
import { RecordingOutput } from "../../_support/recording_output.ts";

const EVENT: AgentEventOf<"approval.requested"> = {
  type: "approval.requested",
  turn_id: "trn_1",
  request_id: "apr_1",
  call_id: "call_1",
  tool: "order_refund",
  reason: "high_risk",
  risk: "high",
  input: { orderId: "B-0001", reason: "坏了" },
  repeat: false,
  input_sha256: "5ee4",
  options: [],
  expires_at: "2026-03-01T09:05:00.000Z",
  default: "deny",
};

const DOWN = "\x1b[B";
const UP = "\x1b[A";
const ENTER = "\r";

function setUp() {
  const source = new FakeByteSource({ terminal: true });
  const input = new StandardInput(source);
  const output = new RecordingOutput({ terminal: true });
  const closing = new AbortController();
  const ask = (language: "zh" | "en" = "en", event = EVENT) =>
    promptApproval(event, { input, output, wording: wordingOf(language) }, closing.signal);
  return { source, input, output, closing, ask };
}

/** The answer to keys that are typed, all at once. */
async function answerTo(keys: string, language?: "zh" | "en"): Promise<ApprovalAnswer> {
  const { source, ask } = setUp();
  source.type(keys);
  return await ask(language);
}

for (
  const [name, keys, answer] of [
    ["denies for Enter alone", ENTER, { decision: "deny" }],
    ["allows once for two down", DOWN + DOWN + ENTER, {
      decision: "allow",
      scope: "once",
      inputSha256: "5ee4",
    }],
    ["allows for the session for three down", DOWN + DOWN + DOWN + ENTER, {
      decision: "allow",
      scope: "session",
      inputSha256: "5ee4",
    }],
    ["denies and ends the turn for one up, since the list goes round", UP + ENTER, {
      decision: "deny",
      stopTurn: true,
    }],
    ["denies when the arrow comes back", DOWN + DOWN + UP + UP + ENTER, { decision: "deny" }],
    ["takes a reason for a denial", `${DOWN}${ENTER}先核对金额${ENTER}`, {
      decision: "deny",
      reason: "先核对金额",
    }],
    ["takes a reason without the blanks around it", `${DOWN}${ENTER}  not now ${ENTER}`, {
      decision: "deny",
      reason: "not now",
    }],
    ["denies without a reason when none is typed", `${DOWN}${ENTER}  ${ENTER}`, { decision: "deny" }],
  ] as const
) {
  Deno.test(`promptApproval() ${name}`, async () => {
    assertEquals(await answerTo(keys), answer);
  });
}

for (
  const typed of [
    "3",
    "4",
    "3 orders please",
    "Allow once",
    "allow for",
    "允许一次",
    "y",
    "yes",
    "jj",
    "dd",
    "nn",
    "22",
    "\t\t",
    "\x0e\x0e",
  ]
) {
  Deno.test(`promptApproval() lets no typed text allow: ${JSON.stringify(typed)} and Enter denies`, async () => {
    for (const language of ["zh", "en"] as const) {
      assertEquals(await answerTo(typed + ENTER, language), { decision: "deny" });
    }
  });
}

Deno.test("promptApproval() takes no line for an answer that was typed before the terminal was in raw mode", async () => {
  const { source, ask } = setUp();
  // In line mode Enter is a line feed; whoever typed it had not seen what is asked.
  source.type("\n");
  source.type(DOWN + DOWN + ENTER);
  assertEquals(await ask(), { decision: "allow", scope: "once", inputSha256: "5ee4" });
});

Deno.test("promptApproval() shows the tool and every argument before it asks (H24)", async () => {
  const { source, output, ask } = setUp();
  source.type(ENTER);
  await ask("zh");
  assertEquals(
    output.writes[0],
    '需要审批：order_refund\n{\n  "orderId": "B-0001",\n  "reason": "坏了"\n}\n',
  );
  const drawn = output.writes.slice(1).join("");
  for (
    const words of [
      "允许这次调用吗？",
      "拒绝",
      "拒绝，并说明原因",
      "允许一次",
      "本会话内都允许",
      "拒绝，并结束本轮",
    ]
  ) {
    assertStringIncludes(drawn, words);
  }
});

Deno.test("promptApproval() takes out of tool and arguments what could redraw the prompt (H24)", async () => {
  const { source, output, ask } = setUp();
  source.type(ENTER);
  const hostile = "A\x1b[2K\u009b2J\u202eB\r\u{E0041}\x07";
  await ask("en", { ...EVENT, tool: `order\x1b[8m`, input: { [hostile]: hostile } });
  assertEquals(
    output.writes[0],
    'Approval needed: order[8m\n{\n  "A\\u001b[2K2JB\\r\\u0007": "A\\u001b[2K2JB\\r\\u0007"\n}\n' +
      "A[2K2JB: 13 characters, 6 of them cannot be shown\n",
  );
});

Deno.test("promptApproval() breaks what it says of a repeat between words", async () => {
  const { source, output, ask } = setUp();
  source.type(ENTER);
  await ask("en", { ...EVENT, repeat: true });
  assertStringIncludes(
    output.text,
    "The same call was made before: allowing it gives that result and does not run it\nagain.\n",
  );
});

Deno.test("promptApproval() says that the call is a repeat, and offers to run it again", async () => {
  const { source, output, ask } = setUp();
  source.type(DOWN + DOWN + DOWN + DOWN + DOWN + ENTER);
  const answer = await ask("zh", { ...EVENT, repeat: true });
  assertEquals(answer, { decision: "allow", scope: "once", inputSha256: "5ee4", runAgain: true });
  assertStringIncludes(output.writes[0] ?? "", "同样的调用之前做过：允许只会返回那次的结果，不会再执行。");
});

Deno.test("promptApproval() shows an input that is nothing at all", async () => {
  const { source, output, ask } = setUp();
  source.type(ENTER);
  await ask("en", { ...EVENT, input: undefined });
  assertEquals(output.writes[0], "Approval needed: order_refund\n\n");
});

for (
  const [name, keys] of [["Ctrl-C", "\x03"], ["Ctrl-D", "\x04"], [
    "Ctrl-C while a reason is typed",
    `${DOWN}${ENTER}ab\x03`,
  ]] as const
) {
  Deno.test(`promptApproval() gives no answer on ${name}, and leaves the terminal in line mode`, async () => {
    const { source, ask } = setUp();
    source.type(keys);
    await assertRejects(() => ask(), PromptInterrupted);
    assertEquals(source.rawModes.at(-1), false);
  });
}

Deno.test("promptApproval() gives no answer at the end of input", async () => {
  const { source, ask } = setUp();
  source.end();
  await assertRejects(() => ask(), PromptInterrupted);
});

Deno.test("promptApproval() has the terminal at single keys before the list is there", async () => {
  const { source, input, closing } = setUp();
  const modes: (boolean | undefined)[] = [];
  class WatchedOutput extends RecordingOutput {
    override writeSync(bytes: Uint8Array): number {
      modes.push(source.rawModes.at(-1));
      return super.writeSync(bytes);
    }
  }
  const output = new WatchedOutput({ terminal: true });
  const asked = promptApproval(EVENT, { input, output, wording: wordingOf("en") }, closing.signal);
  await output.wait((text) => text.includes("Deny"));
  assertEquals(modes.filter((isRaw) => isRaw !== true), []);
  source.type(ENTER);
  assertEquals(await asked, { decision: "deny" });
  assertEquals(source.rawModes, [true, false]);
});

Deno.test("promptApproval() closes when its signal says so, and takes no key with it", async () => {
  const { source, input, closing, ask } = setUp();
  const asked = ask();
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 0))]);
  closing.abort(new Error("settled elsewhere"));
  await assertRejects(() => asked, Error, "settled elsewhere");
  assertEquals(source.rawModes.at(-1), false);
  source.type("next\r");
  assertEquals(await input.readLine(), "next");
});

Deno.test("promptApproval() leaves the keys behind Enter to the next reader", async () => {
  const { source, input, ask } = setUp();
  source.type(`${ENTER}订单 A-1024 到哪了？${ENTER}`);
  assertEquals(await ask(), { decision: "deny" });
  assertEquals(await input.readLine(), "订单 A-1024 到哪了？");
  assert(source.mostAtOnce === 1);
});

Deno.test("promptApproval() takes keys one at a time as well", async () => {
  const { source, ask } = setUp();
  for (const key of ["\x1b", "[B", DOWN, ENTER]) source.type(key);
  assertEquals(await ask(), { decision: "allow", scope: "once", inputSha256: "5ee4" });
});

const EDIT = DOWN + DOWN + DOWN + DOWN + ENTER;
const REFUND = { ...EVENT, input: { orderId: "B-0001", amount: 899, reason: "坏了" } };

Deno.test("promptApproval() runs the arguments as the person edited them, of the types they had", async () => {
  const { source, ask } = setUp();
  source.type(EDIT); // the list: deny after all, orderId, amount, reason, allow
  source.type(DOWN + DOWN + ENTER);
  source.type(`100${ENTER}`);
  source.type(DOWN + DOWN + DOWN + ENTER);
  source.type(`少发一件${ENTER}`);
  source.type(UP + ENTER);
  assertEquals(await ask("zh", REFUND), {
    decision: "allow",
    scope: "once",
    inputSha256: "5ee4",
    input: { orderId: "B-0001", amount: 100, reason: "少发一件" },
  });
});

const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;

Deno.test("promptApproval() takes a reason of several lines that is pasted, and no line of it answers anything (T24, T38)", async () => {
  const { source, ask } = setUp();
  source.type(paste(`a\r${DOWN}\r`)); // at the list: nothing of it is a key
  source.type(DOWN + ENTER);
  source.type(paste("too late\rand too much\r"));
  source.type(ENTER);
  assertEquals(await ask(), { decision: "deny", reason: "too late\nand too much" });
});

Deno.test("promptApproval() takes an argument of several lines that is pasted, and keeps one that Enter was pressed on (T38)", async () => {
  const { source, output, ask } = setUp();
  source.type(EDIT);
  source.type(DOWN + ENTER + paste("first\rsecond") + ENTER);
  source.type(DOWN + DOWN + ENTER + ENTER);
  source.type(UP + ENTER);
  const answer = await ask("en", { ...EVENT, input: { note: "x", reason: "one\ntwo" } });
  assertEquals(answer.decision === "allow" && answer.input, { note: "first\nsecond", reason: "one\ntwo" });
  assertStringIncludes(output.text, "(one↵two)");
});

Deno.test("promptApproval() asks again for a value that is none of the argument's type", async () => {
  const { source, output, ask } = setUp();
  source.type(EDIT);
  source.type(DOWN + DOWN + ENTER);
  source.type(`lots${ENTER}`);
  source.type(`50${ENTER}`);
  source.type(UP + ENTER);
  const answer = await ask("en", REFUND);
  assertEquals(answer.decision === "allow" && answer.input, {
    orderId: "B-0001",
    amount: 50,
    reason: "坏了",
  });
  assertStringIncludes(output.writes.join(""), "That is no number.");
});

Deno.test("promptApproval() denies when the person edits and then gives up: Enter alone never allows", async () => {
  const { source, ask } = setUp();
  source.type(EDIT);
  source.type(DOWN + ENTER);
  source.type(`B-0002${ENTER}`);
  source.type(ENTER);
  assertEquals(await ask("en", REFUND), { decision: "deny" });
});

Deno.test("promptApproval() keeps a value that Enter was pressed on, with what the terminal was not shown", async () => {
  const { source, ask } = setUp();
  source.type(EDIT);
  source.type(DOWN + ENTER);
  source.type(ENTER);
  source.type(UP + ENTER);
  const answer = await ask("en", { ...EVENT, input: { orderId: "B-\u202e0001" } });
  assertEquals(answer.decision === "allow" && answer.input, { orderId: "B-\u202e0001" });
});

Deno.test("promptApproval() counts what hides in a row of joiners and selectors, and none that shapes an emoji (H24)", async () => {
  for (
    const [reason, note] of [
      ["ok\ufe00\ufe0f\ufe01\u200c\u200d", "reason: 7 characters, 3 of them cannot be shown\n"],
      ["ok\u{E0101}\u3164", "reason: 4 characters, 2 of them cannot be shown\n"],
      ["❤️‍🔥 👨‍👩‍👧", ""],
    ] as const
  ) {
    const { source, output, ask } = setUp();
    source.type(ENTER);
    await ask("en", { ...EVENT, input: { reason } });
    assertEquals(output.writes[0]?.split("}\n").at(-1), note);
  }
});

Deno.test("promptApproval() tells the true length of a text that is long or holds what cannot be shown (H24)", async () => {
  const { source, output, ask } = setUp();
  source.type(ENTER);
  const input = { orderId: "B-0001", note: " ".repeat(250), reason: "坏\u202e了\u009b" };
  await ask("en", { ...EVENT, input });
  assertEquals(
    output.writes[0],
    `Approval needed: order_refund\n{\n  "orderId": "B-0001",\n  "note": "${" ".repeat(250)}",\n` +
      '  "reason": "坏了"\n}\nnote: 250 characters\nreason: 4 characters, 2 of them cannot be shown\n',
  );
});
