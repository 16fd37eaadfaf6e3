import { assertEquals } from "@std/assert";
import { ingestProgress } from "../../cli/ingest_progress.ts";
import { kbWording } from "../../cli/kb_wording.ts";
import { flushMicrotasks } from "../_support/flush_microtasks.ts";
import { RecordingOutput } from "../_support/recording_output.ts";

Deno.test("ingestProgress() writes plain lines where nobody looks, none for unchanged files (K10)", async () => {
  const output = new RecordingOutput();
  const view = ingestProgress(output, { quiet: false, now: () => 0, wording: kbWording("en") });
  view.start("/docs/a.md");
  view.done({ path: "/docs/a.md", outcome: "added", done: 1, total: 3 });
  view.done({ path: "/docs/b.md", outcome: "unchanged", done: 2, total: 3 });
  view.done({ path: "/docs/\x1b[31mc.md", outcome: "failed", done: 3, total: 3 });
  await view.end();
  assertEquals(output.text, "added /docs/a.md\nfailed /docs/[31mc.md\n");
});

Deno.test("ingestProgress() draws a bar on a terminal, names failures above it, and clears it (K10)", async () => {
  const output = new RecordingOutput({ terminal: true });
  let nowMs = 0;
  const view = ingestProgress(output, { quiet: false, now: () => nowMs, wording: kbWording("en") });
  view.start("/docs/a.md");
  nowMs = 1000;
  view.done({ path: "/docs/退款.md", outcome: "failed", done: 2, total: 4 });
  nowMs = 1050;
  view.done({ path: "/docs/too-soon.md", outcome: "added", done: 3, total: 4 });
  await view.end();
  assertEquals(output.writes, [
    "\r\x1b[2K░░░░░░░░░░░░░░░░░░░░ a.md",
    "\r\x1b[2Kfailed /docs/退款.md\n",
    "\r\x1b[2K██████████░░░░░░░░░░ 2/4 退款.md",
    "\r\x1b[2K",
  ]);
});

Deno.test("ingestProgress() keeps its bar on one line, wide letters counted twice (K10)", () => {
  const output = new RecordingOutput({ terminal: true });
  const view = ingestProgress(output, { quiet: false, now: () => 0, wording: kbWording("en") });
  view.done({ path: `/docs/${"退".repeat(60)}.md`, outcome: "added", done: 1, total: 1 });
  // 79 cells: 20 of the bar, 5 of the count, 27 letters of two cells each.
  assertEquals(output.text, `\r\x1b[2K${"█".repeat(20)} 1/1 ${"退".repeat(27)}`);
});

Deno.test("ingestProgress() says nothing when it is to be quiet", async () => {
  const output = new RecordingOutput({ terminal: true });
  const view = ingestProgress(output, { quiet: true, now: () => 0, wording: kbWording("en") });
  view.start("/docs/a.md");
  view.done({ path: "/docs/a.md", outcome: "failed", done: 1, total: 1 });
  await view.end();
  assertEquals(output.writes, []);
});

Deno.test("ingestProgress() ends when all of it is written: the program exits then", async () => {
  const output = new RecordingOutput();
  const release = output.hold((text) => text.startsWith("failed"));
  const view = ingestProgress(output, { quiet: false, now: () => 0, wording: kbWording("en") });
  view.done({ path: "/docs/a.md", outcome: "failed", done: 1, total: 1 });
  let ended = false;
  const end = view.end().then(() => ended = true);
  await flushMicrotasks();
  assertEquals(ended, false);
  release();
  await end;
});
