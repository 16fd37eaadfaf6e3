import { assert, assertEquals } from "@std/assert";
import type { ModelMessage } from "ai";
import fc from "fast-check";
import type { ContextChange } from "../../../agent/agent_event.ts";
import { ContextWindow, type KeptSummary, type WindowTurn } from "../../../agent/context/context_window.ts";
import { estimateMessages } from "../../../agent/context/estimate_messages.ts";
import { splitTurns } from "../../../agent/context/split_turns.ts";
import { conversationOf, type MadeTurn, madeTurns, roleOf, ticketOf } from "../../_support/conversations.ts";

/** A turn, and what it heard. */
function turnOf(window: number, replace: Partial<WindowTurn> = {}) {
  const changes: ContextChange[] = [];
  const failures: unknown[] = [];
  const kept: KeptSummary[] = [];
  const turn: WindowTurn = {
    model: "test:m",
    window,
    fixed: 0,
    signal: new AbortController().signal,
    summarise: ({ messages }) => Promise.resolve(`Summary of ${messages.length}.`),
    keep: (summary) => Promise.resolve(void kept.push(summary)),
    onChange: (change, failure) => {
      changes.push(change);
      failures.push(failure);
    },
    ...replace,
  };
  return { turn, changes, failures, kept };
}

/** A turn of about `tokens` tokens in one output of a tool. */
function long(tokens: number, tool = "kb_query"): MadeTurn {
  return { request: "x", steps: [[{ tool, text: "word ".repeat(tokens / 3) }]], answer: "ok" };
}

const SHORT: MadeTurn = { request: "x", steps: [], answer: "ok" };

Deno.test("fit() sends a conversation as it is while it fits", async () => {
  const history = conversationOf([long(300), SHORT]);
  const { turn, changes } = turnOf(10_000);
  const messages = await new ContextWindow(roleOf).fit(history, turn);
  assertEquals([messages, changes], [history, []]);
});

Deno.test("fit() drops the outputs of the oldest look-ups first, and never those of the last two turns", async () => {
  const history = conversationOf([long(600), long(600), long(600), long(600)]);
  const { turn, changes } = turnOf(6_000);
  const messages = await new ContextWindow(roleOf).fit(history, turn);
  const outputs = splitTurns(messages).map((turn) => JSON.stringify(turn[2]));
  assertEquals(
    outputs.map((output) => output.includes("[output of kb_query dropped; call it again if needed]")),
    [
      true,
      true,
      false,
      false,
    ],
  );
  assertEquals(
    changes.map(({ outputs_dropped, turns_summarised, turns_dropped }) => [
      outputs_dropped,
      turns_summarised,
      turns_dropped,
    ]),
    [[2, 0, 0]],
  );
});

Deno.test("fit() has the oldest turns summed up when outputs are not enough, and keeps the summary", async () => {
  const history = conversationOf([
    long(600),
    long(600),
    long(600),
    { ...SHORT, request: "word ".repeat(300) },
    SHORT,
  ]);
  const { turn, changes, kept } = turnOf(1_500);
  const messages = await new ContextWindow(roleOf).fit(history, turn);
  assertEquals(kept.length, 1);
  assertEquals(changes[0]?.turns_summarised, kept[0]?.turns);
  assert(JSON.stringify(messages[0]).includes("Summary of "), JSON.stringify(messages[0]));
  assertEquals(messages.slice(0, 2).map(({ role }) => role), ["user", "assistant"]);
});

Deno.test("fit() does not begin anew at the next turn: what is dropped stays dropped, and no more goes", async () => {
  const window = new ContextWindow(roleOf);
  const turns = [long(600), long(600), long(600), SHORT, SHORT];
  const first = turnOf(2_500);
  await window.fit(conversationOf(turns), first.turn);
  const second = turnOf(2_500);
  await window.fit(conversationOf([...turns, SHORT]), second.turn);
  assertEquals([first.changes.length, second.changes.length], [1, 0]);
});

Deno.test("fit() goes on without a summary when nobody can make one, and says why", async () => {
  const history = conversationOf([
    { request: "x", steps: [[{ tool: "ticket_create", text: "a" }]], answer: "ok" },
    { ...SHORT, request: "word ".repeat(2_000) },
    SHORT,
  ]);
  const reason = new Error("no");
  const { turn, changes, failures, kept } = turnOf(1_000, { summarise: () => Promise.reject(reason) });
  const messages = await new ContextWindow(roleOf).fit(history, turn);
  assertEquals([changes[0]?.turns_dropped, failures], [2, [reason]]);
  assertEquals(kept, [{ turns: 2, text: "" }]);
  assert(JSON.stringify(messages[0]).includes(ticketOf(0, 0, 0)));
});

Deno.test("fit() forgets nothing when the turn is cancelled while a summary is made", async () => {
  const history = conversationOf([{ ...SHORT, request: "word ".repeat(2_000) }, SHORT]);
  const abort = new AbortController();
  const { turn, changes, kept } = turnOf(1_000, {
    signal: abort.signal,
    summarise: () => {
      abort.abort();
      return Promise.reject(abort.signal.reason);
    },
  });
  const messages = await new ContextWindow(roleOf).fit(history, turn);
  assertEquals([messages, changes, kept], [history, [], []]);
});

Deno.test("fit() sums up anew what was summed up before, together with what came after", async () => {
  const window = new ContextWindow(roleOf, { turns: 1, text: "Earlier summary." });
  const history = conversationOf([
    SHORT,
    { ...SHORT, request: "word ".repeat(2_000) },
    SHORT,
  ]);
  const seen: [number, string][] = [];
  const { turn } = turnOf(1_000, {
    summarise: ({ messages, previous }) => {
      seen.push([messages.length, previous]);
      return Promise.resolve("New summary.");
    },
  });
  const messages = await window.fit(history, turn);
  assertEquals(seen, [[2, "Earlier summary."]]);
  const told = JSON.stringify(messages[0]);
  assert(told.includes("New summary.") && !told.includes("Earlier summary."), told);
});

Deno.test("a summary that claims more turns than there are does not swallow what was said last", async () => {
  const history = conversationOf([{ ...SHORT, request: "first" }, { ...SHORT, request: "last" }]);
  const messages = await new ContextWindow(roleOf, { turns: 99, text: "s" }).fit(
    history,
    turnOf(10_000).turn,
  );
  assertEquals(messages.slice(2), history.slice(2));
});

Deno.test("what a model counts corrects what is estimated, for that model and no other", async () => {
  const history = conversationOf([long(600), SHORT, SHORT]);
  const window = new ContextWindow(roleOf);
  const estimate = estimateMessages(history);
  const easy = turnOf(estimate * 10);
  await window.fit(history, easy.turn);
  window.measured("test:m", estimate / 2);
  assertEquals(window.ratioOf("test:m"), 0.5);
  const half = turnOf(Math.ceil(estimate * 0.7));
  assertEquals(await window.fit(history, half.turn), history);
  window.measured("test:m", null);
  assertEquals(window.ratioOf("test:m"), 0.5);
  const full = turnOf(Math.ceil(estimate * 0.7), { model: "test:other" });
  await window.fit(history, full.turn);
  assertEquals(full.changes.length, 1);
});

Deno.test("a model without a window gets everything", async () => {
  const history = conversationOf(Array.from({ length: 50 }, () => long(3_000)));
  const messages = await new ContextWindow(roleOf).fit(history, turnOf(Infinity).turn);
  assertEquals(messages.length, history.length);
});

Deno.test("shrink() makes room after a refusal, and later turns stay below what was refused", async () => {
  const history = conversationOf([long(600), long(600), SHORT, SHORT]);
  const window = new ContextWindow(roleOf);
  const { turn } = turnOf(1_000_000);
  await window.fit(history, turn);
  assertEquals(await window.shrink(history, turn), true);
  const messages = await window.fit(history, turn);
  assert(estimateMessages(messages) <= estimateMessages(history) / 2);
  const grown = conversationOf([long(600), long(600), SHORT, SHORT, long(900), SHORT, SHORT]);
  const later = turnOf(1_000_000);
  const fitted = await window.fit(grown, later.turn);
  assert(estimateMessages(fitted) <= estimateMessages(history) * 0.9);
});

Deno.test("what a model refused is remembered for it and its server, and no other model is shown less", async () => {
  const history = conversationOf([long(600), long(600), SHORT, SHORT]);
  const grown = conversationOf([long(600), long(600), SHORT, SHORT, long(900), SHORT, SHORT]);
  const window = new ContextWindow(roleOf);
  const { turn } = turnOf(1_000_000, { address: "https://a.test/v1" });
  await window.shrink(history, turn);
  const shrunk = await window.fit(grown, turnOf(1_000_000, { address: "https://b.test/v1" }).turn);
  assertEquals(await window.fit(grown, turnOf(1_000_000, { model: "test:other" }).turn), shrunk);
  assert(estimateMessages(await window.fit(grown, turn)) < estimateMessages(shrunk));
});

Deno.test("shrink() says so when only the last turn is left", async () => {
  const history = conversationOf([long(600)]);
  const window = new ContextWindow(roleOf);
  assertEquals(await window.shrink(history, turnOf(1_000_000).turn), false);
});

Deno.test("compact() leaves the last turn as it is, and does nothing a second time", async () => {
  const history = conversationOf([long(3_000), SHORT, long(600)]);
  const window = new ContextWindow(roleOf);
  const first = turnOf(1_000_000);
  await window.compact(history, first.turn);
  assertEquals(first.kept, [{ turns: 2, text: "Summary of 6." }]);
  const second = turnOf(1_000_000);
  await window.compact(history, second.turn);
  assertEquals(second.changes, []);
  const messages = await window.fit(history, second.turn);
  assertEquals(messages.slice(2), history.slice(6));
});

Deno.test("compact() leaves a conversation alone that a summary would make longer", async () => {
  const { turn, changes } = turnOf(1_000_000);
  await new ContextWindow(roleOf).compact(conversationOf([SHORT, SHORT, SHORT]), turn);
  assertEquals(changes, []);
});

Deno.test("whatever was said, what is sent fits, keeps calls with their results, the order, and what writes did", async () => {
  await fc.assert(
    fc.asyncProperty(
      madeTurns,
      fc.integer({ min: 100, max: 20_000 }),
      fc.constantFrom("summary", "failure", "nobody"),
      async (made, size, mode) => {
        const history = conversationOf(made);
        const { turn } = turnOf(size, {
          ...(mode === "failure" && { summarise: () => Promise.reject(new Error("no")) }),
          ...(mode === "nobody" && { summarise: undefined }),
        });
        const window = new ContextWindow(roleOf);
        // As in a session: turn by turn, and once more with all of it.
        const ends = history.flatMap(({ role }, at) => role === "user" ? [at + 1] : []);
        for (const end of [...ends, history.length]) {
          const messages = await window.fit(history.slice(0, end), turn);
          assertPaired(messages);
          assertFits(messages, history.slice(0, end), size);
          assertOrder(messages, history.slice(0, end));
          assertWritesTold(messages, made, history.slice(0, end));
        }
      },
    ),
    { numRuns: 150 },
  );
});

function assertFits(sent: readonly ModelMessage[], history: readonly ModelMessage[], size: number): void {
  const last = splitTurns(history).at(-1) ?? [];
  const onlyLast = sent.length <= last.length + 2;
  assert(estimateMessages(sent) <= size * 0.8 || onlyLast, `${estimateMessages(sent)} of ${size}`);
  assertEquals(sent.slice(-last.length), last);
}

/** What is sent after the head is the end of what was said, message by message. */
function assertOrder(sent: readonly ModelMessage[], history: readonly ModelMessage[]): void {
  const hasHead = String(sent[0]?.content).startsWith("[What was said before");
  const rest = sent.slice(hasHead ? 2 : 0);
  if (!hasHead) assertEquals(rest.length, history.length);
  const end = history.slice(-rest.length);
  assertEquals(rest.map(({ role }) => role), end.map(({ role }) => role));
  assertEquals(rest.map(withoutOutputs), end.map(withoutOutputs));
}

function withoutOutputs({ content }: ModelMessage): unknown {
  return typeof content === "string" ? content : content.map((part) => ({ ...part, output: undefined }));
}

function assertPaired(messages: readonly ModelMessage[]): void {
  let open: string[] = [];
  for (const { role, content } of messages) {
    const parts = typeof content === "string" ? [] : content;
    if (role === "tool") {
      assertEquals(parts.map((part) => part.type === "tool-result" ? part.toolCallId : ""), open);
      open = [];
      continue;
    }
    assertEquals(open, []);
    open = parts.flatMap((part) => part.type === "tool-call" ? [part.toolCallId] : []);
  }
  assertEquals(open, []);
}

function assertWritesTold(
  sent: readonly ModelMessage[],
  made: readonly MadeTurn[],
  history: readonly ModelMessage[],
) {
  const told = JSON.stringify(sent);
  const turns = history.filter(({ role }) => role === "user").length;
  made.slice(0, turns - 1).forEach(({ steps }, turn) =>
    steps.forEach((calls, step) =>
      calls.forEach(({ tool }, at) => {
        if (tool === "ticket_create") {
          assert(told.includes(`${ticketOf(turn, step, at)}`), ticketOf(turn, step, at));
        }
      })
    )
  );
}
