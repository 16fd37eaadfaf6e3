import { assertEquals } from "@std/assert";
import type { RecordedCall } from "../../../agent/recording/recording.ts";
import { undoneWrites } from "../../../agent/replay/undone_writes.ts";

const call = (output: RecordedCall["output"], subject = "x"): RecordedCall => ({
  step: 1,
  tool: "ticket_create",
  input: { subject },
  output,
});
const failed = (error_type: string, subject?: string) => call({ status: "error", error_type }, subject);
const DONE = call({ status: "success", summary: "" });
const DONE_BEFORE = call({ status: "success", summary: "", replayed: true });

/** Which calls of two turns, the first with all but the last of them, are taken for undone. */
function undoneOf(...calls: RecordedCall[]): number[] {
  const turns = [calls.slice(0, -1), calls.slice(-1)].map((calls) => ({ user: "", calls, answer: "" }));
  const undone = undoneWrites(turns);
  return calls.flatMap((call, at) => undone.has(call) ? [at] : []);
}

Deno.test("undoneWrites() goes by what the next equal call was told", () => {
  assertEquals(undoneOf(failed("timeout"), failed("unavailable"), DONE), [0, 1]);
  assertEquals(undoneOf(failed("timeout"), failed("unavailable"), DONE_BEFORE), []);
  assertEquals(undoneOf(failed("timeout"), failed("denied"), DONE), [0]);
  assertEquals(undoneOf(failed("unavailable", "y"), DONE_BEFORE), [0]);
});

Deno.test("undoneWrites() goes by the accident where nobody tried again", () => {
  for (const type of ["network", "rate_limited", "unavailable", "circuit_open"]) {
    assertEquals(undoneOf(DONE, failed(type)), [1], type);
  }
  for (const type of ["timeout", "unknown_outcome", "in_progress", "cancelled", "internal", "denied"]) {
    assertEquals(undoneOf(DONE, failed(type)), [], type);
  }
});

Deno.test("undoneWrites() looks at the arguments that ran", () => {
  const edited: RecordedCall = {
    ...failed("timeout", "y"),
    approval: { decision: "allow", input: { subject: "x" } },
  };
  assertEquals(undoneOf(edited, DONE), [0]);
  assertEquals(undoneOf({ ...edited, approval: { decision: "allow" } }, DONE), []);
});
