import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { createOfflineModel } from "../../../agent/offline/create_offline_model.ts";
import { recordSession } from "../../../agent/recording/record_session.ts";
import { parseRecording, writeRecording } from "../../../agent/recording/recording.ts";
import { toolDefinitions } from "../../../agent/recording/tool_definitions.ts";
import { MemoryLog } from "../../../agent/replay/memory_log.ts";
import { replayRecording } from "../../../agent/replay/replay_recording.ts";
import { DEFAULT_RECOGNISERS } from "../../../shells/pii/default_recognisers.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { runTurn, testAgent } from "../../_support/test_agent.ts";

const REQUESTS = [
  "Create a ticket, subject: cannot find my order",
  "帮我建个工单，主题是查不到订单",
  "Open a ticket: the printer is broken, call me at 13800138000",
  "Refund order B-0001, reason: it is broken",
  "Cancel order A-2048, I ordered the wrong size",
  "我的订单到哪了",
  "Where is order Z-9999?",
  "Show me the tracking history of A-1024",
  "转人工",
  "What is the refund policy?",
  "hello",
] as const;

/** What somebody says, and how they would answer whatever they are asked. */
const turn = fc.record({
  say: fc.constantFrom(...REQUESTS),
  again: fc.boolean(),
  decision: fc.constantFrom("allow", "deny", "run again", "edit"),
  reply: fc.constantFrom("B-0001", "A-2048", "no idea"),
  pauseMs: fc.constantFrom(0, 1_000, 11 * 60_000, 26 * 3_600_000),
});

type Said = typeof turn extends fc.Arbitrary<infer T> ? T : never;

async function converse(turns: readonly Said[]) {
  const scene = testAgent(createOfflineModel({ now: () => 0 }), { confirmTools: "order_*, createTicket" });
  const { interactions, registry } = scene.agent;
  const log = new MemoryLog();
  const session = scene.agent.openSession({ id: "ses_1", log, interactive: true });
  for (const { say, again, decision, reply, pauseMs } of turns) {
    scene.clock.advance(pauseMs);
    if (again) await session.startEpoch();
    await runTurn(session, say, (event) => {
      if (event.type === "question.asked") interactions.answer(event.request_id, reply, "user");
      if (event.type !== "approval.requested") return;
      const edited = Object(event.input).reason === undefined
        ? undefined
        : { ...Object(event.input), reason: "edited" };
      interactions.approve(
        event.request_id,
        decision === "deny" ? { decision, reason: "not now" } : {
          decision: "allow",
          scope: "once",
          ...(decision === "run again" && { runAgain: true }),
          ...(decision === "edit" && edited && { input: edited }),
        },
        "user",
      );
    });
  }
  return await recordSession(log.records, {
    title: "Any conversation",
    now: 0,
    language: "en",
    documents: "index",
    search: "words",
    recognisers: DEFAULT_RECOGNISERS,
    tools: () => toolDefinitions(registry.getAll()),
  });
}

Deno.test("any conversation replays as it was, whatever was said and decided (H13)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 6 }), async (turns) => {
      const recording = parseRecording(writeRecording(await converse(turns)));
      const { differences, problems } = await replayRecording(recording, {
        assemble: (parts) => Promise.resolve(testAgent(new ScriptedModel([]), parts).agent),
        recognisers: DEFAULT_RECOGNISERS,
      });
      assertEquals([differences, problems], [[], []]);
    }),
    { numRuns: 40 },
  );
});
