import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { LineEditor } from "../../../cli/repl/line_editor.ts";
import { LineHistory } from "../../../cli/repl/line_history.ts";
import { StandardInput } from "../../../cli/standard_input.ts";
import { FakeByteSource } from "../../_support/fake_byte_source.ts";
import { RecordingOutput } from "../../_support/recording_output.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const UP = "\x1b[A";
const LEFT = "\x1b[D";
const HOME = "\x1b[H";
const BACKSPACE = "\x7f";

async function openEditor(path: string, pasteTimeout = () => AbortSignal.abort(), pasteMarks?: boolean) {
  const keyboard = new FakeByteSource({ terminal: true });
  const output = new RecordingOutput({ terminal: true });
  const history = await LineHistory.open(join(path, "history"));
  const input = new StandardInput(keyboard);
  const completions = ["/help", "/tools"];
  // Whatever a test types is there before it is waited for.
  const late = () => new AbortController().signal;
  const editor = new LineEditor({
    ...{ input, output, history, completions, pasteTimeout },
    burstTimeout: () => AbortSignal.abort(),
    aheadTimeout: late,
    ...(pasteMarks !== undefined && { pasteMarks }),
  });
  return { editor, keyboard, output, input };
}

Deno.test("a line is edited by whole Han characters (T37)", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard } = await openEditor(folder.path);
  keyboard.type(`你好世界${LEFT}${LEFT}${BACKSPACE}们的\r`);
  assertEquals(await editor.read("› "), { type: "line", text: "你们的世界" });
});

Deno.test("the cursor counts Han characters twice (T37)", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard, output } = await openEditor(folder.path);
  keyboard.type(`你好${LEFT}中\r`);
  await editor.read("› ");
  // "› 你中好" with the cursor behind 中: column 7, counted from one.
  assertStringIncludes(output.text, "\x1b[7G");
});

Deno.test("a line of several rows is drawn anew from its first row, however it got there (T37)", async () => {
  await using folder = await tempFolder();
  // The row has 80 columns, two of them the prompt's: the first Han character does not fit into its last one.
  for (const [typed, up] of [["a".repeat(77) + "中文", 1], ["a".repeat(300), 3]] as const) {
    const { editor, keyboard, output } = await openEditor(folder.path);
    keyboard.type(typed);
    keyboard.type(`${HOME}\r`);
    await editor.read("› ");
    assertStringIncludes(output.text, `${typed}\x1b[${up}A\x1b[1G\x1b[0J› ${typed}`);
  }
});

Deno.test("a terminal that obeys no sequences is not asked to mark pastes", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard, output } = await openEditor(folder.path, undefined, false);
  keyboard.type("a\r");
  await editor.read("› ");
  editor.close();
  assertEquals(output.text.includes("\x1b[?2004"), false);
});

Deno.test("a character may come in pieces (T12)", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard } = await openEditor(folder.path);
  for (const byte of new TextEncoder().encode("中😀\r")) keyboard.type(Uint8Array.of(byte));
  assertEquals(await editor.read("› "), { type: "line", text: "中😀" });
});

Deno.test("Up brings back an earlier line, Tab completes a command", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard } = await openEditor(folder.path);
  keyboard.type("first\r");
  await editor.read("› ");
  keyboard.type(`${UP}!\r`);
  assertEquals(await editor.read("› "), { type: "line", text: "first!" });
  for (const key of ["/to", "\t", "\r"]) keyboard.type(key);
  assertEquals(await editor.read("› "), { type: "line", text: "/tools" });
});

Deno.test("a paste of many lines is one message, with its line feeds (T38)", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard } = await openEditor(folder.path);
  keyboard.type("总结：\x1b[200~第一行\r第二行\r\x1b[201~\r");
  assertEquals(await editor.read("› "), { type: "line", text: "总结：第一行\n第二行\n" });
  keyboard.type(`${UP}\r`);
  assertEquals(await editor.read("› "), { type: "line", text: "总结：第一行\n第二行\n" });
});

Deno.test("a paste without marks is one message, too (T38)", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard } = await openEditor(folder.path);
  keyboard.type("第一行\r\r第三行\r");
  assertEquals(await editor.read("› "), { type: "line", text: "第一行\n\n第三行" });
});

Deno.test("Ctrl-D that was typed while a turn ran leaves", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard } = await openEditor(folder.path);
  // The terminal hands it over as NUL.
  keyboard.type("one\n\0");
  assertEquals(await editor.read("› "), { type: "line", text: "one" });
  assertEquals(await editor.read("› "), { type: "end" });
});

Deno.test("a paste whose end mark is lost is not waited for (T38)", async () => {
  await using folder = await tempFolder();
  const giveUp = new AbortController();
  const { editor, keyboard } = await openEditor(folder.path, () => giveUp.signal);
  const read = editor.read("› ");
  keyboard.type("\x1b[200~one\rtwo");
  while (keyboard.reads < 2) await Promise.resolve();
  giveUp.abort();
  keyboard.type("\r");
  assertEquals(await read, { type: "line", text: "one\ntwo" });
});

Deno.test("what is typed ahead is for the next reader", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard, input } = await openEditor(folder.path);
  // Line feeds: typed while the terminal gave whole lines.
  keyboard.type("one\ntwo\nthree\r");
  assertEquals(await editor.read("› "), { type: "line", text: "one" });
  assertEquals(await editor.read("› "), { type: "line", text: "two" });
  assertEquals(await input.readLine(), "three");
});

Deno.test("Ctrl-C says whether something had been typed; Ctrl-D and the end of input end it", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard } = await openEditor(folder.path);
  keyboard.type("half\x03");
  assertEquals(await editor.read("› "), { type: "interrupted", empty: false });
  keyboard.type("\x03");
  assertEquals(await editor.read("› "), { type: "interrupted", empty: true });
  keyboard.type("\x04");
  assertEquals(await editor.read("› "), { type: "end" });
  keyboard.end();
  assertEquals(await editor.read("› "), { type: "end" });
});

Deno.test("the terminal gives single keys only while a line is read", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard } = await openEditor(folder.path);
  keyboard.type("a\r");
  await editor.read("› ");
  assertEquals(keyboard.rawModes, [true, false]);
  const waiting = editor.read("› ");
  editor.close();
  assertEquals(keyboard.rawModes, [true, false, true, false]);
  keyboard.end();
  assertEquals(await waiting, { type: "end" });
});

Deno.test("pastes are marked from the first line on, between lines too, and no more once the editor is closed (T38)", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard, output } = await openEditor(folder.path);
  keyboard.type("a\r");
  await editor.read("› ");
  assertEquals([output.text.startsWith("\x1b[?2004h"), output.text.includes("\x1b[?2004l")], [true, false]);
  editor.close();
  editor.close();
  assertEquals(output.text.split("\x1b[?2004l").length, 2);
  // As the terminal hands it over when it was pasted while it gave whole lines.
  keyboard.type("\x1b[200~one\ntwo\x1b[201~\n");
  assertEquals(await editor.read("› "), { type: "line", text: "one\ntwo" });
});

Deno.test("a line that is not waited for any more leaves its keys to the next one", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard } = await openEditor(folder.path);
  keyboard.type("h");
  const giveUp = new AbortController();
  const read = editor.read("› ", giveUp.signal);
  while (keyboard.reads < 2) await new Promise((resolve) => setTimeout(resolve, 0));
  giveUp.abort(new Error("settled elsewhere"));
  await assertRejects(() => read, Error, "settled elsewhere");
  assertEquals(keyboard.rawModes, [true, false]);
  keyboard.type("next\r");
  assertEquals(await editor.read("› "), { type: "line", text: "next" });
});

Deno.test("a paste of 200 KB is taken as one text, not key by key (T38)", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard, output } = await openEditor(folder.path, () => new AbortController().signal);
  const lines = Array.from({ length: 5_000 }, (_, line) => `${line} 行粘贴的文字，很长。`);
  const bytes = new TextEncoder().encode(`\x1b[200~${lines.join("\r")}\x1b[201~\r`);
  // A terminal gives no more than 4 KB at once, wherever that cuts a character.
  for (let at = 0; at < bytes.length; at += 4_095) keyboard.type(bytes.slice(at, at + 4_095));
  assertEquals(await editor.read("› "), { type: "line", text: lines.join("\n") });
  assertEquals(output.writes.length < 20, true, `${output.writes.length} writes`);
});

Deno.test("so is one without marks (T38)", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard, output } = await openEditor(folder.path);
  const lines = Array.from({ length: 500 }, (_, line) => `${line} ${"long ".repeat(20)}`);
  keyboard.type(`${lines.join("\r")}\r`);
  assertEquals(await editor.read("› "), { type: "line", text: lines.join("\n") });
  assertEquals(output.writes.length < 20, true, `${output.writes.length} writes`);
});

Deno.test("a line separator in a paste sends nothing (T11, T38)", async () => {
  await using folder = await tempFolder();
  const { editor, keyboard } = await openEditor(folder.path);
  keyboard.type("\x1b[200~one\u2028two\u2029three\x1b[201~\r");
  assertEquals(await editor.read("› "), { type: "line", text: "one\ntwo\nthree" });
});
