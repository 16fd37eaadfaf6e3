import { assertEquals } from "@std/assert";
import type { Difference } from "../../../agent/replay/difference.ts";
import { describeOutcome } from "../../../cli/replay/describe_outcome.ts";
import type { ReplayOutcome } from "../../../cli/replay/replay_outcome.ts";
import { replayWording } from "../../../cli/replay/replay_wording.ts";

const DESCRIPTION: Difference = {
  kind: "description",
  tool: "kb_query",
  path: "description.0",
  recorded: "old",
  now: "new",
};

function outcome(replace: Partial<ReplayOutcome> = {}): ReplayOutcome {
  return {
    file: "a.recording.json",
    title: "A",
    status: "same",
    turns: 1,
    calls: 2,
    skipped: 0,
    differences: [],
    durationMs: 1,
    ...replace,
  };
}

Deno.test("describeOutcome() is a line where nothing differs", () => {
  const wording = replayWording("en");
  assertEquals(describeOutcome(outcome(), wording, new Set()), "ok    a.recording.json  (1 turn, 2 calls)\n");
  assertEquals(
    describeOutcome(outcome({ skipped: 1 }), replayWording("zh"), new Set()),
    "一致    a.recording.json  (1 轮，2 次调用，1 次未比较)\n",
  );
});

Deno.test("describeOutcome() shows where something differs, what was recorded and what is so now", () => {
  const difference: Difference = {
    kind: "output",
    turn: 2,
    call: 1,
    tool: "order_refund",
    path: "output.structured.amount",
    recorded: 899,
  };
  assertEquals(
    describeOutcome(
      outcome({ status: "different", differences: [difference] }),
      replayWording("en"),
      new Set(),
    ),
    "DIFF  a.recording.json  (1 turn, 2 calls)\n" +
      "      turn 2, call 1, order_refund: output.structured.amount\n" +
      "        recorded  899\n" +
      "        now       (nothing)\n",
  );
});

Deno.test("describeOutcome() shows a difference of a tool once, however many recordings share it", () => {
  const shown = new Set<string>();
  const wording = replayWording("en");
  const changed = outcome({ status: "different", differences: [DESCRIPTION] });
  assertEquals(describeOutcome(changed, wording, shown).split("\n").slice(1, -1), [
    "      tool kb_query: description.0",
    '        recorded  "old"',
    '        now       "new"',
  ]);
  assertEquals(describeOutcome(changed, wording, shown).split("\n").slice(1, -1), [
    "      1 difference of tools, as above",
  ]);
});

Deno.test("describeOutcome() shows of two long texts what tells them apart, and nothing that redraws a terminal", () => {
  const long = "x".repeat(300);
  const difference = { ...DESCRIPTION, recorded: `${long}\x1b[2Jold`, now: `${long}new` };
  const text = describeOutcome(
    outcome({ status: "different", differences: [difference] }),
    replayWording("en"),
    new Set(),
  );
  assertEquals(text.split("\n").slice(2, 4), [
    `        recorded  …${"x".repeat(40)}\\u001b[2Jold"`,
    `        now       …${"x".repeat(40)}new"`,
  ]);
});

Deno.test("describeOutcome() says why a file cannot be read", () => {
  assertEquals(
    describeOutcome(
      outcome({ status: "unreadable", problem: { en: "it is\nno JSON", zh: "不是 JSON" } }),
      replayWording("en"),
      new Set(),
    ),
    "BAD   a.recording.json\n      it is no JSON\n",
  );
});
