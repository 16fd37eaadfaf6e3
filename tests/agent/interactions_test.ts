import { assertEquals, assertStringIncludes } from "@std/assert";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { Interactions } from "../../agent/interactions.ts";
import type { ApprovalQuestion } from "../../shells/approval.ts";
import { FakeClock } from "../_support/fake_clock.ts";

const QUESTION: ApprovalQuestion = {
  callId: "c1",
  tool: "order_refund",
  reason: "high_risk",
  risk: "high",
  input: { orderId: "B-0001" },
  inputSha256: "0a1b2c",
  repeat: false,
};

function desk(preApproved: readonly string[] = []) {
  const clock = new FakeClock(Date.parse("2026-03-01T09:00:00.000Z"));
  const events: AgentEvent[] = [];
  const stops: string[] = [];
  let ids = 0;
  const interactions = new Interactions({
    clock,
    newId: (prefix) => `${prefix}_${++ids}`,
    preApproved: new Set(preApproved),
  });
  interactions.attach({
    turnId: "trn_1",
    emit: (event) => events.push(event),
    stop: () => stops.push("stop"),
  });
  return { interactions, clock, events, stops };
}

Deno.test("an approval is asked through an event that shows what will run, and until when it waits", async () => {
  const { interactions, events } = desk();
  const asked = interactions.approvals.ask(QUESTION);
  assertEquals(events, [{
    type: "approval.requested",
    turn_id: "trn_1",
    request_id: "apr_1",
    call_id: "c1",
    tool: "order_refund",
    reason: "high_risk",
    risk: "high",
    input: { orderId: "B-0001" },
    repeat: false,
    // printf '{"orderId":"B-0001"}' | sha256sum
    input_sha256: "0a1b2c",
    options: [
      { id: "allow", kind: "allow_once" },
      { id: "allow_session", kind: "allow_session" },
      { id: "deny", kind: "deny" },
    ],
    expires_at: "2026-03-01T09:05:00.000Z",
    default: "deny",
  }]);
  interactions.approve("apr_1", { decision: "allow", scope: "session" }, "user");
  assertEquals(await asked, { decision: "allow", scope: "session", by: "user" });
});

Deno.test("two approvals answered in reverse order go to the right calls (H22)", async () => {
  const { interactions } = desk();
  const first = interactions.approvals.ask(QUESTION);
  const second = interactions.approvals.ask({ ...QUESTION, callId: "c2" });
  assertEquals(interactions.pending().approvals, ["apr_1", "apr_2"]);
  assertEquals(interactions.approve("apr_2", { decision: "deny", reason: "no" }, "user"), true);
  assertEquals(interactions.approve("apr_1", { decision: "allow", scope: "once" }, "user"), true);
  assertEquals((await first).decision, "allow");
  assertEquals(await second, { decision: "deny", by: "user", reason: "no" });
});

Deno.test("an id that does not wait, or no longer does, answers nothing (H22)", async () => {
  const { interactions } = desk();
  assertEquals(interactions.approve("apr_1", { decision: "allow", scope: "once" }, "user"), false);
  const asked = interactions.approvals.ask(QUESTION);
  interactions.approve("apr_1", { decision: "deny" }, "user");
  await asked;
  assertEquals(interactions.approve("apr_1", { decision: "allow", scope: "once" }, "user"), false);
  assertEquals(interactions.answer("qst_1", "x", "user"), false);
});

Deno.test("an approval that nobody answers is denied at its deadline, and says so", async () => {
  const { interactions, clock, events } = desk();
  const asked = interactions.approvals.ask(QUESTION);
  clock.advance(299_999);
  assertEquals(interactions.pending().approvals, ["apr_1"]);
  clock.advance(1);
  assertEquals(await asked, { decision: "deny", by: "timeout", reason: "nobody answered within 300 s" });
  assertEquals(events.at(-1)?.type, "approval.resolved");
  assertEquals(clock.pendingTimers, 0);
});

Deno.test("a turn that ends settles what it asked, as a denial and as no answer", async () => {
  const { interactions, events } = desk();
  const abort = new AbortController();
  const approval = interactions.approvals.ask(QUESTION, abort.signal);
  const question = interactions.questions.ask({ question: "Which?" }, abort.signal);
  abort.abort();
  assertEquals((await approval).by, "cancel");
  assertEquals((await question).answered, false);
  const late = await interactions.approvals.ask(QUESTION, abort.signal);
  assertEquals(late.by, "cancel");
  assertEquals(events.filter(({ type }) => type.endsWith("ed") && type !== "approval.requested").length, 4);
});

Deno.test("with nobody to ask, approvals are denied and questions unanswered at once (T19)", async () => {
  const { interactions } = desk();
  interactions.setAvailability({
    approvals: { by: "policy", why: "no terminal" },
    questions: { by: "policy", why: "no terminal" },
  });
  assertEquals(await interactions.approvals.ask(QUESTION), {
    decision: "deny",
    by: "policy",
    reason: "no terminal",
  });
  assertEquals(await interactions.questions.ask({ question: "Which?" }), {
    answered: false,
    why: "no terminal",
  });
});

Deno.test("withdraw() settles what waits, and keeps earlier decisions about who answers (T5)", async () => {
  const { interactions } = desk();
  interactions.setAvailability({ approvals: { by: "policy", why: "not announced" } });
  const question = interactions.questions.ask({ question: "Which?" });
  interactions.withdraw("eof", "the input has ended");
  assertEquals(await question, { answered: false, why: "the input has ended" });
  const denied = await interactions.approvals.ask(QUESTION);
  assertEquals([denied.decision, denied.by], ["deny", "policy"]);
});

Deno.test("a tool that was allowed beforehand is not asked about", async () => {
  const { interactions, events } = desk(["order_refund"]);
  assertEquals(await interactions.approvals.ask(QUESTION), {
    decision: "allow",
    scope: "once",
    by: "policy",
  });
  assertEquals(events, []);
});

Deno.test("a denial may end the turn", async () => {
  const { interactions, stops } = desk();
  const asked = interactions.approvals.ask(QUESTION);
  interactions.approve("apr_1", { decision: "deny", stopTurn: true }, "client");
  await asked;
  assertEquals(stops, ["stop"]);
});

Deno.test("a question is asked and answered through events", async () => {
  const { interactions, events } = desk();
  const asked = interactions.questions.ask({ question: "Which order?", options: ["A-1024", "B-0001"] });
  assertEquals(events[0], {
    type: "question.asked",
    turn_id: "trn_1",
    request_id: "qst_1",
    question: "Which order?",
    options: ["A-1024", "B-0001"],
  });
  interactions.answer("qst_1", "A-1024", "client");
  assertEquals(await asked, { answered: true, text: "A-1024" });
  assertEquals(events[1], { type: "question.answered", turn_id: "trn_1", request_id: "qst_1", by: "client" });
});

Deno.test("asking without a turn is a mistake of the program's", async () => {
  const interactions = new Interactions({ clock: new FakeClock(), newId: (prefix) => prefix });
  const error = await interactions.approvals.ask(QUESTION).catch((error) => error);
  assertStringIncludes(error.message, "no turn is running");
});
