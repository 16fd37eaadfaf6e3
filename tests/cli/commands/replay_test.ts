import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { MissingKeyError } from "../../../agent/models/classify_error.ts";
import { toolDefinitions } from "../../../agent/recording/tool_definitions.ts";
import { parseRecording, type Recording, writeRecording } from "../../../agent/recording/recording.ts";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { replayCommand } from "../../../cli/commands/replay.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { StandardInput } from "../../../cli/standard_input.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { parseProfile } from "../../../tools/profiles.ts";
import { FakeByteSource } from "../../_support/fake_byte_source.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { smallRecording, STATUS_CALL, STATUS_TURN } from "../../_support/small_recording.ts";
import { tempFolder } from "../../_support/temp_folder.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { testProgram } from "../../_support/test_program.ts";

const CHANGED = {
  ...STATUS_CALL,
  output: { ...STATUS_CALL.output as { [key: string]: never }, summary: "Order A-1024 is lost." },
};

interface SceneOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly terminal?: boolean;
  readonly model?: ScriptedModel;
}

/** A folder with two recordings: one of today, and one in which a sentence was another. */
async function setUp({ env = {}, terminal = false, model }: SceneOptions = {}) {
  const folder = await tempFolder();
  const source = new FakeByteSource({ terminal });
  const assemble = (profile: string, parts = {}) =>
    testAgent(new ScriptedModel([]), { ...parts, profile: parseProfile(profile) }).agent;
  const { program, output, errors } = testProgram(assemble("chat"), {
    settings: readSettings(env, "/nowhere"),
    input: new StandardInput(source),
    assembleAgent: ({ profile = "chat" }, parts) =>
      Promise.resolve().then(() => assemble(profile, parts)).catch((error) => {
        throw UsageError.of(error);
      }),
    ...(model && { openModel: () => Promise.resolve({ provider: "test", id: "m", model }) }),
  });
  const tools = await toolDefinitions(assemble("chat").registry.getAll());
  const write = async (name: string, recording: Partial<Recording>) =>
    await Deno.writeTextFile(
      join(folder.path, name),
      writeRecording(smallRecording({ tools, ...recording })),
    );
  await write("same.recording.json", {});
  await write("other.recording.json", { turns: [{ ...STATUS_TURN, calls: [CHANGED] }] });
  const run = (...args: string[]) => replayCommand(program, parseCommandLine(["replay", ...args]));
  const path = (name: string) => join(folder.path, name);
  return {
    ...{ folder: folder.path, path, output, errors, source, run, write },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

Deno.test("replay tells of each recording how it ended, and ends with 0 when nothing differs", async () => {
  await using scene = await setUp();
  assertEquals(await scene.run(scene.path("same.recording.json")), 0);
  assertEquals(
    scene.output.text,
    `ok    ${scene.path("same.recording.json")}  (1 turn, 1 call)\n` +
      "1 recording: 1 the same, 0 different, 0 updated, 0 failed, 0 unreadable; 0 differences\n",
  );
});

Deno.test("replay of a folder shows what differs, and ends with 1", async () => {
  await using scene = await setUp();
  assertEquals(await scene.run(scene.folder), 1);
  assertEquals(
    scene.output.text.replaceAll(scene.folder, ""),
    [
      "DIFF  /other.recording.json  (1 turn, 1 call)",
      "      turn 1, call 1, order_query_status: output.summary",
      '        recorded  "Order A-1024 is lost."',
      '        now       "Order A-1024 is shipped and should arrive in 2 days."',
      "ok    /same.recording.json  (1 turn, 1 call)",
      "2 recordings: 1 the same, 1 different, 0 updated, 0 failed, 0 unreadable; 1 difference",
      "",
    ].join("\n"),
  );
});

Deno.test("replay speaks the reader's language", async () => {
  await using scene = await setUp({ env: { LANG: "zh_CN.UTF-8" } });
  assertEquals(await scene.run(scene.path("same.recording.json")), 0);
  assertStringIncludes(scene.output.text, "1 份录制：1 份一致");
});

Deno.test("replay --update takes what is so now for right, once", async () => {
  await using scene = await setUp();
  const path = scene.path("other.recording.json");
  assertEquals(await scene.run(path, "--update"), 0);
  assertStringIncludes(scene.output.text, "1 updated");
  assertEquals(parseRecording(await Deno.readTextFile(path)).turns, [STATUS_TURN]);
  const written = await Deno.readTextFile(path);
  assertEquals(await scene.run(path, "--update"), 0);
  assertEquals(await Deno.readTextFile(path), written);
  assertStringIncludes(scene.output.text, "1 the same");
});

Deno.test("replay --update fails for a file that it cannot write, and says so of no other", async () => {
  await using scene = await setUp();
  // So long that nothing can be written beside it, whoever tries.
  const name = `${"x".repeat(230)}.recording.json`;
  await scene.write(name, { turns: [{ ...STATUS_TURN, calls: [CHANGED] }] });
  assertEquals(await scene.run(scene.folder, "--update"), 1);
  assertStringIncludes(scene.output.text, "1 the same, 0 different, 1 updated, 1 failed, 0 unreadable");
  const told = scene.output.text.split("\n").find((line) => line.includes("Cannot update"))?.trim() ?? "";
  assert(told.startsWith(`Cannot update ${scene.path(name)}: File name too long`), told);
  assert(told.endsWith(". See to it that its folder is writable and its disk has room"), told);
});

Deno.test("replay reads a recording that an editor put a byte order mark in front of", async () => {
  await using scene = await setUp();
  const path = scene.path("same.recording.json");
  await Deno.writeTextFile(path, `\uFEFF${await Deno.readTextFile(path)}`);
  assertEquals(await scene.run(path), 0);
});

Deno.test("replay goes on past a file that is no recording, and ends with 2", async () => {
  await using scene = await setUp();
  await Deno.writeTextFile(scene.path("bad.recording.json"), "{");
  await scene.write("role.recording.json", { profile: "emperor" });
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  await Deno.writeTextFile(
    scene.path("deep.recording.json"),
    writeRecording(smallRecording()).replace('"A-1024"', deep),
  );
  assertEquals(await scene.run(scene.folder), 2);
  const lines = scene.output.text.replaceAll(scene.folder, "").split("\n");
  assertEquals(lines.slice(0, 2), [
    "BAD   /bad.recording.json",
    "      Cannot replay /bad.recording.json: it is no JSON. Export the session anew",
  ]);
  assertStringIncludes(scene.output.text, '"emperor" is unknown');
  assertStringIncludes(scene.output.text, "1 the same, 1 different, 0 updated, 0 failed, 3 unreadable");
});

Deno.test("replay --json is one line a recording, and one for all", async () => {
  await using scene = await setUp();
  assertEquals(await scene.run(scene.folder, "--json"), 1);
  const lines = scene.output.text.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines.map(({ type, status }) => [type, status]), [
    ["recording", "different"],
    ["recording", "same"],
    ["summary", undefined],
  ]);
  assertEquals(lines[0].differences, [{
    kind: "output",
    turn: 1,
    call: 1,
    tool: "order_query_status",
    path: "output.summary",
    recorded: "Order A-1024 is lost.",
    now: "Order A-1024 is shipped and should arrive in 2 days.",
  }]);
  assertEquals(lines[2], {
    type: "summary",
    recordings: 2,
    calls: 2,
    skipped: 0,
    same: 1,
    different: 1,
    updated: 0,
    failed: 0,
    unreadable: 0,
    differences: 1,
  });
});

Deno.test("replay --junit writes the report to a file, or in place of everything else", async () => {
  await using scene = await setUp();
  const report = scene.path("report.xml");
  assertEquals(await scene.run(scene.folder, "--junit", report), 1);
  assertStringIncludes(
    await Deno.readTextFile(report),
    '<testsuites name="handrail replay" tests="2" failures="1"',
  );
  assertStringIncludes(scene.output.text, "2 recordings");
  scene.output.writes.length = 0;
  assertEquals(await scene.run(scene.folder, "--junit", "-"), 1);
  assert(scene.output.text.startsWith("<?xml") && scene.output.text.endsWith("</testsuites>\n"));
  const nowhere = scene.path("none/report.xml");
  const { message } = await assertRejects(() => scene.run(scene.folder, "--junit", nowhere), Error);
  assertEquals(
    message,
    `Cannot write ${nowhere}: No such file or directory (os error 2). Name a file in a folder that can be written to`,
  );
  await assertRejects(
    () => scene.run(scene.folder, "--junit", "-", "--json"),
    UsageError,
    "both go to standard output. Name a file",
  );
});

Deno.test("replay --model shows what the model chose otherwise", async () => {
  await using scene = await setUp({
    model: new ScriptedModel([
      { calls: [{ id: "x", name: "order_query_status", input: '{"orderId":"B-0001"}' }] },
      { text: ["ok"] },
    ]),
  });
  assertEquals(await scene.run(scene.path("same.recording.json"), "--model", "test:m"), 1);
  assertStringIncludes(
    scene.output.text,
    'turn 1, call 1, order_query_status: input.orderId\n        recorded  "A-1024"\n        now       "B-0001"\n',
  );
});

Deno.test("replay --model fails, and is not different, where the model does not answer", async () => {
  await using scene = await setUp({ model: new ScriptedModel([{ error: new Error("down") }]) });
  assertEquals(await scene.run(scene.path("same.recording.json"), "--model", "test:m", "--update"), 1);
  assertStringIncludes(scene.output.text, "FAIL  ");
  assertEquals(parseRecording(await Deno.readTextFile(scene.path("same.recording.json"))).turns, [
    STATUS_TURN,
  ]);
});

Deno.test("replay refuses what it cannot do, before anything runs", async () => {
  await using scene = await setUp();
  for (
    const [args, message] of [
      [[], "no recording is named"],
      [["nowhere.json"], "there is no such file or folder"],
      [["--model", "nobody:x"], "Cannot use model: nobody:x is unknown"],
      [["--desk", "theirs"], "no such desk. Use memory or real"],
      [["--desk", "real", "--yes"], "HANDRAIL_DESK_URL is not set. Set it, or leave --desk out"],
    ] as const
  ) {
    const paths = args[0]?.startsWith("--") ? [scene.folder] : [];
    await assertRejects(() => scene.run(...paths, ...args), UsageError, message);
  }
  assertEquals(scene.output.text, "");
});

Deno.test("replay leaves a missing key to whoever tells of those", async () => {
  await using folder = await tempFolder();
  const { program } = testProgram(testAgent(new ScriptedModel([])).agent, {
    openModel: () =>
      Promise.reject(
        new MissingKeyError({
          en: "Cannot use openai:x: OPENAI_API_KEY is not set",
          zh: "无法使用 openai:x：没有设置 OPENAI_API_KEY",
        }),
      ),
  });
  const line = parseCommandLine(["replay", folder.path, "--model", "openai:x"]);
  await assertRejects(() => replayCommand(program, line), MissingKeyError);
});

Deno.test("replay --desk real wants somebody's word that its books may be written in", async () => {
  const env = { HANDRAIL_DESK_URL: "http://127.0.0.1:9/" };
  await using scene = await setUp({ env });
  await assertRejects(
    () => scene.run(scene.folder, "--desk", "real"),
    UsageError,
    "recorded writes would be carried out, and nobody can be asked. Add --yes if they may",
  );
  await using terminal = await setUp({ env, terminal: true });
  terminal.source.type("\n");
  assertEquals(await terminal.run(terminal.folder, "--desk", "real"), 1);
  assertEquals(
    terminal.errors.text,
    "Carry out the recorded writes once more at http://127.0.0.1:9/? [y/N] Nothing was replayed.\n",
  );
  assertEquals(terminal.output.text, "");
});
