import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { EventWriter } from "../../../cli/json/event_writer.ts";
import { OutputClosedError } from "../../../cli/output_stream.ts";
import { RecordingOutput } from "../../_support/recording_output.ts";

const NOW = Date.UTC(2026, 2, 1, 9, 0, 0, 7);

function setUp() {
  const output = new RecordingOutput();
  return { output, writer: new EventWriter({ output, sessionId: "ses_1", now: () => NOW }) };
}

Deno.test("EventWriter puts the envelope in front and counts its lines from 0 (T34)", async () => {
  const { output, writer } = setUp();
  await writer.write({ type: "turn.started", turn_id: "trn_1" });
  await writer.write({ type: "response", id: null, ok: true });
  assertEquals(output.writes, [
    '{"type":"turn.started","seq":0,"ts":"2026-03-01T09:00:00.007Z","session_id":"ses_1","turn_id":"trn_1"}\n',
    '{"type":"response","seq":1,"ts":"2026-03-01T09:00:00.007Z","session_id":"ses_1","id":null,"ok":true}\n',
  ]);
});

Deno.test("EventWriter leaves out fields that are undefined", async () => {
  const { output, writer } = setUp();
  await writer.write({ type: "response", id: "1", ok: true, result: undefined });
  assertEquals(Object.keys(JSON.parse(output.text)), ["type", "seq", "ts", "session_id", "id", "ok"]);
});

Deno.test("EventWriter escapes U+2028 and U+2029 in names and values (T11)", async () => {
  const { output, writer } = setUp();
  await writer.write({ type: "response", result: { "k\u2028": "v\u2029" } });
  assert(output.text.endsWith('"result":{"k\\u2028":"v\\u2029"}}\n'), output.text);
});

Deno.test("EventWriter makes one write per event, in the order of the calls (T14)", async () => {
  const { output, writer } = setUp();
  const release = output.hold((line) => line.includes('"seq":0'));
  const first = writer.write({ type: "a" });
  const second = writer.write({ type: "b" });
  release();
  await Promise.all([first, second]);
  assertEquals(output.writes.map((line) => JSON.parse(line)).map(({ type, seq }) => [type, seq]), [
    ["a", 0],
    ["b", 1],
  ]);
});

Deno.test("EventWriter waits for a slow reader (T13)", async () => {
  const { output, writer } = setUp();
  const release = output.hold(() => true);
  let written = false;
  const writing = writer.write({ type: "a" }).then(() => written = true);
  for (let round = 0; round < 20; round++) await Promise.resolve();
  assertEquals(written, false);
  release();
  await writing;
  assertEquals(written, true);
});

Deno.test("EventWriter tells that the reader has gone (T16)", async () => {
  const { output, writer } = setUp();
  output.failure = new OutputClosedError("gone");
  await assertRejects(() => writer.write({ type: "a" }), OutputClosedError, "gone");
});

Deno.test("EventWriter writes any event as exactly one line that reads back the same (T11, T14)", async () => {
  const word = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u2028", "\u2029", "\n", "\r\n", "\ud800", "中文😀", "\\u2028", "\0"),
  );
  const value = fc.jsonValue({ stringUnit: "binary", noUnicodeString: false });
  await fc.assert(fc.asyncProperty(word, word, value, async (name, said, result) => {
    const { output, writer } = setUp();
    await writer.write({ type: "response", id: said, result: { [name]: result, said } });
    const [line = "", ...others] = output.writes;
    assertEquals(others, []);
    assert(!/[\u2028\u2029\r]/.test(line), "a raw separator");
    assertEquals(line.indexOf("\n"), line.length - 1);
    assertEquals(JSON.parse(line), {
      type: "response",
      seq: 0,
      ts: "2026-03-01T09:00:00.007Z",
      session_id: "ses_1",
      // Through JSON once: -0 is 0 there, and "__proto__" an own property.
      ...JSON.parse(JSON.stringify({ id: said, result: { [name]: result, said } })),
    });
  }));
});
