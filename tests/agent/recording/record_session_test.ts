import { assert, assertEquals } from "@std/assert";
import { recordSession } from "../../../agent/recording/record_session.ts";
import type { SessionRecord } from "../../../agent/sessions/session_record.ts";
import { MemoryLog } from "../../../agent/replay/memory_log.ts";
import { DEFAULT_RECOGNISERS } from "../../../shells/pii/default_recognisers.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { runTurn, testAgent } from "../../_support/test_agent.ts";

const OPTIONS = {
  title: undefined,
  now: 0,
  language: "zh",
  documents: "index",
  search: "meaning",
  recognisers: DEFAULT_RECOGNISERS,
  tools: (profile: string) => Promise.resolve([{ name: profile, description: [], parameters: {} }]),
} as const;

/** A session in which somebody gave a number and a key, and a ticket was opened with both. */
async function privateSession(): Promise<MemoryLog> {
  const subject = "call 13800138000, key sk-proj-abcdefghijklmnop1234567890";
  const model = new ScriptedModel([
    { calls: [{ id: "c1", name: "ticket_create", input: JSON.stringify({ subject }) }] },
    { text: ["I will call 138-0013-8000."] },
  ]);
  const { agent } = testAgent(model);
  const log = new MemoryLog();
  await runTurn(agent.openSession({ id: "ses_1", log, interactive: true }), `Open a ticket: ${subject}`);
  return log;
}

Deno.test("a recording says what was chosen, by which model, with which tools and when", async () => {
  const recording = await recordSession((await privateSession()).records, OPTIONS);
  const { turns: _, volatile: __, ...head } = recording;
  assertEquals(head, {
    version: 1,
    title: "Open a ticket: call [[PHONE_1]], key [SECRET]",
    recordedAt: "2026-03-01T09:00:00.000Z",
    profile: "chat",
    model: "test:scripted",
    language: "en",
    documents: "index",
    search: "meaning",
    tools: [{ name: "chat", description: [], parameters: {} }],
  });
  assertEquals(recording.turns[0]?.calls[0]?.at, "2026-03-01T09:00:00.000Z");
});

Deno.test("a recording of a session that went through several roles has the tools of all of them", async () => {
  const turn = (profile?: string): SessionRecord[] => [
    { type: "message", message: { role: "user", content: "hi" } },
    {
      type: "turn",
      at: "2026-03-01T09:00:00.000Z",
      model: "m",
      calls: {},
      ...(profile !== undefined && { profile }),
    },
  ];
  const profileOf = async (...profiles: (string | undefined)[]) =>
    (await recordSession(profiles.flatMap(turn), OPTIONS)).profile;
  assertEquals(await profileOf("order", "order"), "order");
  assertEquals(await profileOf("order", "refund", "order"), "chat");
  assertEquals(await profileOf(undefined, "order"), "chat");
  assertEquals(await profileOf(), "chat");
});

Deno.test("a recording holds no personal data and no key, and one alias for one value throughout (T36)", async () => {
  const recording = await recordSession((await privateSession()).records, OPTIONS);
  const text = JSON.stringify(recording);
  assert(!/13800138000|0013|sk-proj/.test(text), text);
  const [turn] = recording.turns;
  assertEquals(turn?.calls[0]?.input, { subject: "call [[PHONE_1]], key [SECRET]" });
  assertEquals(turn?.answer, "I will call [[PHONE_1]].");
});

Deno.test("a recording never gives an alias of the session to something else (T36)", async () => {
  const recording = await recordSession([
    { type: "message", message: { role: "user", content: "I am [[PHONE_1]], my brother is 13900139000" } },
  ], OPTIONS);
  assertEquals(recording.turns[0]?.user, "I am [[PHONE_1]], my brother is [[PHONE_2]]");
});

Deno.test("a session that has kept no times is recorded at the time of the export, with what is known", async () => {
  const recording = await recordSession([
    { type: "message", message: { role: "user", content: "hi" } },
  ], { ...OPTIONS, title: "Mine", now: Date.parse("2026-05-05T05:05:05.000Z") });
  const { title, recordedAt, profile, model, language } = recording;
  assertEquals([title, recordedAt, profile, model, language], [
    "Mine",
    "2026-05-05T05:05:05.000Z",
    "chat",
    "unknown",
    "zh",
  ]);
});
