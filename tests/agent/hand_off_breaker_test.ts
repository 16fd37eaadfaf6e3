import { assertEquals } from "@std/assert";
import { type AnnounceHandoff, handOffBreaker } from "../../agent/hand_off_breaker.ts";
import { HandoffFile, type UnsentHandoff } from "../../agent/handoff_file.ts";
import type { BreakerOpening } from "../../shells/breaker.ts";
import { replyLanguage } from "../../tools/reply_language.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { FakeOrderDesk } from "../_support/fake_order_desk.ts";
import { flushMicrotasks } from "../_support/flush_microtasks.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const OPENING: BreakerOpening = {
  id: "0001",
  tool: "order_refund",
  failures: ["timeout", "network", "timeout", "timeout", "internal"].map((type, at) => ({ at, type })),
};
const RECEIPT = { reference: "HO-1", createdAt: "2026-03-01T09:00:00.000Z", duplicate: false };

const said = (...texts: string[]) => texts.map((content) => ({ role: "user" as const, content }));

function scene(desk: ConstructorParameters<typeof FakeOrderDesk>[0] = {}, fileFails = false) {
  const clock = new FakeClock();
  const events: Parameters<AnnounceHandoff>[0][] = [];
  const unsent: UnsentHandoff[] = [];
  const orderDesk = new FakeOrderDesk(desk);
  const file = {
    append: (handoff: UnsentHandoff) => {
      unsent.push(handoff);
      return fileFails ? Promise.reject(new Error("disk full")) : Promise.resolve("/state/handoffs.jsonl");
    },
  };
  const handOff = (
    messages: ReturnType<typeof said>,
    desk: Pick<FakeOrderDesk, "createHandoff"> = orderDesk,
  ) =>
    handOffBreaker(
      OPENING,
      messages,
      { desk, file, clock, language: (all) => replyLanguage(all, "en") },
      (event) => void events.push(event),
    );
  return { clock, events, unsent, orderDesk, handOff };
}

Deno.test("handOffBreaker() gives the desk a plain digest, under an id of the opening's own", async () => {
  const { orderDesk, events, handOff } = scene({ receipt: RECEIPT });
  const told = await handOff(said("first", "Where is A-1024?", "Refund A-1024 please"));
  const [call] = orderDesk.calls;
  assertEquals(call?.slice(0, 3), ["createHandoff", {
    reason: "order_refund failed 5 times in a row and is switched off for now",
    transcript: "User: Where is A-1024?\nUser: Refund A-1024 please\n" +
      "Tool: order_refund. Failures: timeout, network, timeout, timeout, internal",
  }, "req_breaker_0001"]);
  assertEquals(events, [{
    type: "handoff.created",
    ticket_id: "HO-1",
    reason: "order_refund failed 5 times in a row and is switched off for now",
    tool: "order_refund",
  }]);
  assertEquals(
    told,
    "it is switched off for now, and the conversation has already been handed to a person under HO-1",
  );
});

Deno.test("handOffBreaker() speaks the language of the conversation", async () => {
  const { orderDesk, handOff } = scene({ receipt: RECEIPT });
  assertEquals(
    await handOff(said("给 A-1024 退款")),
    "该工具已暂时停用，这次对话已经转人工，交接单号 HO-1",
  );
  assertEquals(orderDesk.calls[0]?.[1], {
    reason: "工具 order_refund 连续失败 5 次，已暂时停用",
    transcript:
      "用户：给 A-1024 退款\n工具：order_refund。失败类型：timeout, network, timeout, timeout, internal",
  });
});

Deno.test("handOffBreaker() cuts long messages", async () => {
  const { orderDesk, handOff } = scene({ receipt: RECEIPT });
  await handOff(said("x".repeat(5_000)));
  const { transcript } = orderDesk.calls[0]?.[1] as { transcript: string };
  assertEquals(transcript.split("\n")[0], `User: ${"x".repeat(500)}`);
});

Deno.test("handOffBreaker() keeps a pack that the desk does not take, and says where", async () => {
  const { unsent, events, handOff } = scene();
  assertEquals(
    await handOff(said("Refund A-1024")),
    "it is switched off for now, and a person is being told of it",
  );
  assertEquals(unsent.map(({ requestId, tool }) => [requestId, tool]), [[
    "req_breaker_0001",
    "order_refund",
  ]]);
  assertEquals(events, [{
    type: "warning",
    code: "handoff_not_sent",
    message:
      "order_refund is switched off, and the hand-off could not be sent: Cannot answer: the test set no answer",
    hint: "The hand-off is kept in /state/handoffs.jsonl. Pass it on to a person",
    retryable: false,
  }]);
});

Deno.test("handOffBreaker() says so when the pack could not be kept either", async () => {
  const { events, handOff } = scene({}, true);
  await handOff(said("给 A-1024 退款"));
  const [event] = events;
  assertEquals(event?.type === "warning" && event.hint, "交接内容也没能保存，请直接告知同事");
});

Deno.test("handOffBreaker() waits five seconds for a desk that does not answer, and keeps the pack", async () => {
  const { clock, unsent, handOff } = scene();
  const signals: (AbortSignal | undefined)[] = [];
  const told = handOff(said("hi"), {
    createHandoff: (_pack, { abortSignal: signal } = {}) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  await flushMicrotasks();
  clock.advance(4_999);
  await flushMicrotasks();
  assertEquals([unsent.length, signals[0]?.aborted], [0, false]);
  clock.advance(1);
  await told;
  assertEquals([unsent.length, signals[0]?.aborted, clock.pendingTimers], [1, true, 0]);
});

Deno.test("HandoffFile appends lines that nobody else can read", async () => {
  await using folder = await tempFolder();
  const path = `${folder.path}/state/handoffs.jsonl`;
  const file = new HandoffFile({ path, now: () => Date.parse("2026-03-01T09:00:00.000Z") });
  const handoff = {
    requestId: "req_breaker_1",
    tool: "order_refund",
    reason: "down",
    transcript: "User: hi\nTool: x",
  };
  assertEquals([await file.append(handoff), await file.append(handoff)], [path, path]);
  const lines = (await Deno.readTextFile(path)).split("\n");
  assertEquals(lines.length, 3);
  assertEquals(JSON.parse(lines[1] ?? ""), { createdAt: "2026-03-01T09:00:00.000Z", ...handoff });
  assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
});
