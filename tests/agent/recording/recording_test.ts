import { assertEquals, assertThrows } from "@std/assert";
import { parseRecording, writeRecording } from "../../../agent/recording/recording.ts";
import { smallRecording, STATUS_TURN } from "../../_support/small_recording.ts";

Deno.test("writeRecording() puts the fields in one order, a value a line, and parseRecording() reads them back", () => {
  const { turns, version, ...rest } = smallRecording();
  const text = writeRecording({ turns, ...rest, version });
  assertEquals(text, writeRecording(smallRecording()));
  assertEquals(text.split("\n").slice(0, 4), [
    "{",
    '  "version": 1,',
    '  "title": "Where is A-1024?",',
    '  "recordedAt": "2026-03-01T09:00:00.000Z",',
  ]);
  assertEquals(text.endsWith("}\n"), true);
  assertEquals(parseRecording(text), smallRecording());
});

for (
  const [what, text, message] of [
    ["what is no JSON", "{", "it is no JSON. Export the session anew"],
    [
      "a newer version",
      '{"version":2}',
      "it is written in version 2, and this program reads 1. Update Handrail",
    ],
    [
      "another kind of file",
      "[]",
      "the whole: Invalid input: expected object, received array. Mend it, or export the session anew",
    ],
    [
      "a step that is no number",
      JSON.stringify(
        smallRecording({ turns: [{ ...STATUS_TURN, calls: [{ step: "1" } as never] }] }),
      ),
      "turns.0.calls.0.step: Invalid input: expected number, received string. Mend it, or export the session anew",
    ],
    [
      "a field that it does not know, such as a slip of the pen in volatile",
      JSON.stringify({ ...smallRecording(), volatiles: [] }),
      'the whole: Unrecognized key: "volatiles". Mend it, or export the session anew',
    ],
    [
      "a time that is none",
      JSON.stringify({ ...smallRecording(), recordedAt: "yesterday" }),
      "recordedAt: Invalid ISO datetime. Mend it, or export the session anew",
    ],
  ] as const
) {
  Deno.test(`parseRecording() refuses ${what}, and says where`, () => {
    assertEquals(assertThrows(() => parseRecording(text), Error).message, message);
  });
}
