import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { RecordedCall, Recording } from "../../../agent/recording/recording.ts";
import { acceptReplay } from "../../../agent/replay/accept_replay.ts";
import { compareTurns, type ReplaySubject } from "../../../agent/replay/compare_turns.ts";
import { smallRecording } from "../../_support/small_recording.ts";
import type { JsonValue } from "../../../tools/types.ts";

function ticketCall(output: JsonValue, input: JsonValue = { subject: "x" }): RecordedCall {
  return { step: 1, tool: "ticket_create", input, output };
}

function recordingOf(calls: RecordedCall[], answer = "Done."): Recording {
  return smallRecording({ turns: [{ user: "ticket", calls, answer }] });
}

/** Accepts what a replay of a recording has given. */
function accept(recording: Recording, now: Recording, subject: ReplaySubject = "tools"): Recording {
  const compared = compareTurns(recording.turns, now.turns, { subject, volatile: recording.volatile });
  return acceptReplay(recording, {
    subject,
    ...compared,
    problems: [],
    turns: now.turns,
    tools: now.tools,
    ...(subject === "model" && { model: "test:new" }),
  });
}

const RECORDED = {
  status: "success",
  summary: "Ticket TK-20261130-0007 was created.",
  structured: {
    status: "created",
    ticketId: "TK-20261130-0007",
    createdAt: "2026-11-30T09:00:00.000Z",
    old: 1,
  },
};

Deno.test("acceptReplay() takes over what differs, and keeps volatile values as they were written", () => {
  const now = {
    status: "success",
    structured: {
      createdAt: "2026-12-01T10:00:00.000Z",
      added: true,
      ticketId: "TK-20261201-0001",
      status: "opened",
    },
    summary: "Opened ticket TK-20261201-0001.",
  };
  const accepted = accept(recordingOf([ticketCall(RECORDED)]), recordingOf([ticketCall(now)]));
  assertEquals(
    JSON.stringify(accepted.turns[0]?.calls[0]?.output),
    '{"status":"success","summary":"Opened ticket TK-20261130-0007.","structured":{"status":"opened",' +
      '"ticketId":"TK-20261130-0007","createdAt":"2026-11-30T09:00:00.000Z","added":true}}',
  );
});

Deno.test("acceptReplay() changes nothing where nothing differs", () => {
  const recording = recordingOf([ticketCall(RECORDED)]);
  const now = JSON.parse(JSON.stringify(recording).replaceAll("TK-20261130-0007", "TK-20261201-0001"));
  assertEquals(JSON.stringify(accept(recording, now)), JSON.stringify(recording));
});

Deno.test("acceptReplay() takes tools over as they are told of now, and what was accidental stays", () => {
  const accident = { status: "error", error_type: "timeout", message: "", recoverable: true, suggestion: "" };
  const recording = recordingOf([ticketCall(accident)]);
  const tools = [{ name: "ticket_create", description: ["new"], parameters: {} }];
  const accepted = accept(recording, { ...recordingOf([ticketCall(RECORDED)]), tools });
  assertEquals([accepted.tools, accepted.turns], [tools, recording.turns]);
});

Deno.test("acceptReplay() drops a call that is not made any more", () => {
  const recording = recordingOf([ticketCall(RECORDED), ticketCall(RECORDED, { subject: "y" })]);
  assertEquals(accept(recording, recordingOf([ticketCall(RECORDED)])).turns[0]?.calls.length, 1);
});

Deno.test("acceptReplay() takes over a model's new choices with its words, but not mere words", () => {
  const recording = recordingOf([ticketCall(RECORDED)]);
  const talk = accept(recording, recordingOf([ticketCall(RECORDED)], "Other words."), "model");
  assertEquals([talk.model, talk.turns], ["test:new", recording.turns]);
  const chosen = recordingOf([ticketCall(RECORDED, { subject: "y" })], "Other words.");
  assertEquals(accept(recording, chosen, "model").turns, chosen.turns);
});

/** What differs after an update, when everything is as it was at the update. */
function leftAfter(recorded: RecordedCall[], now: RecordedCall[]) {
  const [recording, today] = [recordingOf(recorded), recordingOf(now)];
  const { volatile } = recording;
  return compareTurns(accept(recording, today).turns, today.turns, { subject: "tools", volatile })
    .differences;
}

function ticketOf(ticketId: JsonValue, subject = "x"): RecordedCall {
  return ticketCall({ ...RECORDED, summary: "Done.", structured: { status: "created", ticketId } }, {
    subject,
  });
}

Deno.test("acceptReplay() takes over the name of a tool that was renamed and answers to its old one", () => {
  const renamed = { ...ticketOf("TK-1001"), tool: "ticket_open" };
  const accepted = accept(recordingOf([ticketOf("TK-1000")]), recordingOf([renamed]));
  assertEquals(accepted.turns[0]?.calls, [renamed]);
  const accident = { ...ticketCall({ status: "error", error_type: "timeout" }) };
  assertEquals(leftAfter([accident], [{ ...accident, tool: "ticket_open" }]), []);
});

Deno.test("acceptReplay() takes over a volatile value that is of another type now", () => {
  assertEquals(leftAfter([ticketOf("TK-1000")], [ticketOf(7)]), []);
  assertEquals(leftAfter([ticketOf(7)], [ticketOf("TK-1000")]), []);
});

Deno.test("acceptReplay() takes over that two tickets have one number now, or one has two", () => {
  const [a, b] = [ticketOf("TK-1000"), ticketOf("TK-1001", "y")];
  const now = [ticketOf("TK-2000"), ticketOf("TK-2000", "y")];
  const accepted = accept(recordingOf([a, b]), recordingOf(now));
  assertEquals(accepted.turns[0]?.calls, [a, ticketOf("TK-1000", "y")]);
  assertEquals(leftAfter(now, [a, b]), []);
});

Deno.test("acceptReplay() calls everything as it is called now where a new ticket has a recorded one's number", () => {
  const now = [ticketOf("TK-1001"), ticketOf("TK-1000", "new")];
  assertEquals(accept(recordingOf([ticketOf("TK-1000")]), recordingOf(now)).turns[0]?.calls, now);
});

Deno.test("acceptReplay() leaves nothing that differs once more, whatever tools answer now", () => {
  const anyOf = (...values: JsonValue[]) => fc.constantFrom(...values);
  const structured = fc.record({
    ticketId: anyOf("TK-0001", "TK-0002", "TK-0003", 7, null, {}),
    createdAt: anyOf("2026-11-30T09:00:00.000Z", "2026-11-30T11:00:00.000Z", "2026-11-30", 12, [1]),
    a: fc.jsonValue({ maxDepth: 3 }),
  }, { requiredKeys: [] });
  const summary = anyOf(
    "x",
    "TK-0001 was made",
    "TK-0002",
    "at 2026-11-30 09:00",
    "call [[PHONE_1]]",
    "call [[PHONE_2]]",
  );
  const call = fc.record({
    step: fc.constant(1),
    tool: fc.constantFrom("a", "b"),
    input: fc.jsonValue({ maxDepth: 2 }),
    output: fc.record({ summary, structured }),
  });
  const calls = fc.array(call, { maxLength: 3 }) as fc.Arbitrary<RecordedCall[]>;
  fc.assert(fc.property(calls, calls, (recorded, now) => leftAfter(recorded, now).length === 0), {
    numRuns: 500,
  });
});
