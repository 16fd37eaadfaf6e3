import { assertEquals } from "@std/assert";
import { parseRecording } from "../agent/recording/recording.ts";
import { findRecordings } from "../cli/replay/find_recordings.ts";

const FOLDER = new URL("../samples/recordings", import.meta.url).pathname;

/** What happened in a recording, in a few words. */
function traits(text: string): string[] {
  const { language, turns } = parseRecording(text);
  const found = [language as string];
  for (const { tool, approval, output } of turns.flatMap(({ calls }) => calls)) {
    const { replayed, structured } = Object(output);
    found.push(tool);
    if (approval?.decision === "deny") found.push("denied");
    if (approval?.decision === "allow") found.push("edited");
    if (replayed) found.push("not repeated");
    if (Object(structured).status === "not_found") found.push("not found");
  }
  if (turns.some(({ answer }) => /\[\d\]/.test(answer))) found.push("cited");
  if (/\[\[PHONE_1\]\]/.test(text)) found.push("masked");
  return found;
}

Deno.test("the sample recordings show every tool and what people decide, in both languages", async () => {
  const files = await findRecordings([FOLDER]);
  const texts = await Promise.all(files.map((file) => Deno.readTextFile(file)));
  assertEquals([...new Set(texts.flatMap(traits))].sort(), [
    "agent_ask_to_user",
    "cited",
    "denied",
    "edited",
    "en",
    "handoff_create",
    "kb_query",
    "masked",
    "not found",
    "not repeated",
    "order_cancel",
    "order_query_status",
    "order_query_with_tracking",
    "order_refund",
    "ticket_create",
    "zh",
  ]);
});

Deno.test("the sample recordings hold no telephone number, and one set of tools", async () => {
  const files = await findRecordings([FOLDER]);
  const texts = await Promise.all(files.map((file) => Deno.readTextFile(file)));
  assertEquals(texts.filter((text) => /1[3-9]\d{9}/.test(text)), []);
  assertEquals(new Set(texts.map((text) => JSON.stringify(parseRecording(text).tools))).size, 1);
});
