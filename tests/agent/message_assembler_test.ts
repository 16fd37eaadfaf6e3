import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { MessageAssembler } from "../../agent/message_assembler.ts";

/** What is told of a message that comes in these pieces. */
function assembled(pieces: readonly string[]): { deltas: string[]; text: string } {
  const events: AgentEvent[] = [];
  const assembler = new MessageAssembler({
    turnId: "trn_1",
    emit: (event) => events.push(event),
    newId: (prefix) => `${prefix}_1`,
    citationsOf: () => [],
  });
  for (const piece of pieces) assembler.add("text", piece);
  assembler.complete();
  return {
    deltas: events.flatMap((event) => event.type === "message.delta" ? [event.delta] : []),
    text: events.flatMap((event) => event.type === "message.completed" ? [event.text] : []).join(),
  };
}

Deno.test("MessageAssembler passes pieces on as they come", () => {
  assertEquals(assembled(["Hel", "", "lo"]), { deltas: ["Hel", "lo"], text: "Hello" });
});

Deno.test("MessageAssembler never tells half a character, wherever a server cuts (T12)", () => {
  const text = "中文😀";
  for (let cut = 0; cut <= text.length; cut++) {
    const { deltas, text: said } = assembled([text.slice(0, cut), text.slice(cut)]);
    assertEquals([said, deltas.join(""), deltas.every((delta) => delta.isWellFormed())], [text, text, true]);
  }
  assertEquals(assembled(["a\ud83d", "\ude00b"]).deltas, ["a", "😀b"]);
});

Deno.test("MessageAssembler loses nothing, not even a half that stays alone", () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: "binary" })), (pieces) => {
    const { deltas, text } = assembled(pieces);
    assertEquals([deltas.join(""), text], [pieces.join(""), pieces.join("")]);
  }));
  assertEquals(assembled(["a\ud83d"]), { deltas: ["a", "\ud83d"], text: "a\ud83d" });
});
