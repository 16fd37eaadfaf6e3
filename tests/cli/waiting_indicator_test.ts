import { assertEquals } from "@std/assert";
import { textStyle } from "../../cli/text/text_style.ts";
import { WaitingIndicator } from "../../cli/waiting_indicator.ts";
import { wordingOf } from "../../cli/wording.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { RecordingOutput } from "../_support/recording_output.ts";

function setUp({ color = false, language = "en" as "en" | "zh", columns = 80 } = {}) {
  const output = new RecordingOutput({ terminal: true, columns });
  const clock = new FakeClock();
  const say = wordingOf(language).waiting;
  const waiting = new WaitingIndicator({ output, clock, style: textStyle(color), say });
  return { output, clock, waiting };
}

Deno.test("a model that answers at once is not seen to be waited for", async () => {
  const { output, clock, waiting } = setUp();
  waiting.start();
  clock.advance(399);
  await waiting.stop();
  clock.advance(10_000);
  assertEquals([output.text, clock.pendingTimers], ["", 0]);
});

Deno.test("the line turns, counts seconds, and is cleared before anything else", async () => {
  const { output, clock, waiting } = setUp();
  waiting.start();
  clock.advance(400);
  clock.advance(120);
  assertEquals(output.writes, ["\r\x1b[K⠋ thinking", "\r\x1b[K⠙ thinking"]);
  clock.advance(1_600);
  assertEquals(output.writes.at(-1), "\r\x1b[K⠼ thinking, 2 s");
  await waiting.stop();
  assertEquals([output.writes.at(-1), clock.pendingTimers], ["\r\x1b[K", 0]);
  await waiting.stop();
  assertEquals(output.writes.filter((text) => text === "\r\x1b[K").length, 1);
});

Deno.test("the line is dim, and in the reader's language", () => {
  const { output, clock, waiting } = setUp({ color: true, language: "zh" });
  waiting.start();
  clock.advance(400);
  assertEquals(output.text, "\r\x1b[K\x1b[2m⠋ 思考中\x1b[0m");
});

Deno.test("waiting twice is waiting once, and begins anew after it stopped", async () => {
  const { output, clock, waiting } = setUp();
  waiting.start();
  waiting.start();
  assertEquals(clock.pendingTimers, 1);
  clock.advance(5_000);
  await waiting.stop();
  output.writes.length = 0;
  waiting.start();
  clock.advance(400);
  assertEquals(output.text, "\r\x1b[K⠋ thinking");
});

Deno.test("a closed stream is no reason to fail while waiting", async () => {
  const { output, clock, waiting } = setUp();
  output.failure = new Error("closed");
  waiting.start();
  clock.advance(1_000);
  await Promise.resolve();
  assertEquals(output.writes, []);
});

Deno.test("the line stays within one row of a narrow window, so that clearing it clears all of it", () => {
  for (
    const [language, columns, drawn] of [
      ["en", 12, "⠦ thinking…"],
      ["zh", 10, "⠦ 思考中…"],
      ["en", 2, "…"],
      ["en", 1, "…"],
    ] as const
  ) {
    const { output, clock, waiting } = setUp({ language, columns });
    waiting.start();
    clock.advance(400);
    for (let frames = 0; frames < 16; frames++) clock.advance(120);
    assertEquals(output.writes.at(-1), `\r\x1b[K${drawn}`);
  }
});
