import { assertEquals } from "@std/assert";
import { join } from "node:path";
import type { CallRecord } from "../../../agent/calls/call_record.ts";
import { CallLogFile } from "../../../cli/log/call_log_file.ts";
import { callRecord, logText } from "../../_support/call_records.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const NOW = Date.parse("2026-03-01T09:00:00.000Z");
const DAY_MS = 86_400_000;
/** Of one line of a scene. */
const LINE = logText([{ call_id: "1" }]).length;

interface Scene {
  readonly path: string;
  readonly problems: string[];
  readonly log: CallLogFile;
  now: number;
  write(...ids: string[]): void;
}

function open(
  folder: { readonly path: string },
  options: { maxBytes?: number; files?: number; maxAgeMs?: number } = {},
): Scene {
  const problems: string[] = [];
  const path = join(folder.path, "logs", "calls.jsonl");
  const scene: Scene = {
    path,
    problems,
    now: NOW,
    log: new CallLogFile({
      path,
      now: () => scene.now,
      onProblem: ({ en }) => problems.push(en),
      ...options,
    }),
    write: (...ids) => {
      for (const id of ids) {
        scene.log.write(callRecord({ call_id: id, time: new Date(scene.now).toISOString() }));
      }
    },
  };
  return scene;
}

/** The ids in a file, in order; `undefined` when there is no such file. */
function idsIn(path: string): string[] | undefined {
  try {
    // Who opens the file while another process writes a line ends that line once more: an empty one, which readers skip.
    const lines = Deno.readTextFileSync(path).split("\n").slice(0, -1).filter((line) => line !== "");
    return lines.map((line) => (JSON.parse(line) as CallRecord).call_id);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

Deno.test("CallLogFile writes one line per record, at once, for nobody else to read", async () => {
  await using folder = await tempFolder();
  const { log, path } = open(folder);
  using _closing = log;
  const record = callRecord();
  log.write(record);
  assertEquals(Deno.readTextFileSync(path), `${JSON.stringify(record)}\n`);
  log.write(record);
  assertEquals(Deno.readTextFileSync(path), `${JSON.stringify(record)}\n${JSON.stringify(record)}\n`);
  const modeOf = (name: string) => (Deno.statSync(name).mode ?? 0) & 0o777;
  assertEquals([modeOf(path), modeOf(join(folder.path, "logs"))], [0o600, 0o700]);
});

Deno.test("CallLogFile makes nothing before the first record", async () => {
  await using folder = await tempFolder();
  open(folder).log[Symbol.dispose]();
  assertEquals([...Deno.readDirSync(folder.path)], []);
});

Deno.test("CallLogFile begins a new file when one is full, and keeps so many", async () => {
  await using folder = await tempFolder();
  const scene = open(folder, { maxBytes: 2 * LINE, files: 3 });
  using _closing = scene.log;
  scene.write("1", "2", "3", "4", "5", "6", "7");
  const { path } = scene;
  assertEquals([idsIn(`${path}.3`), idsIn(`${path}.2`), idsIn(`${path}.1`), idsIn(path)], [
    undefined,
    ["3", "4"],
    ["5", "6"],
    ["7"],
  ]);
});

Deno.test("CallLogFile begins a new file when one spans its share of the time", async () => {
  await using folder = await tempFolder();
  const scene = open(folder, { files: 3, maxAgeMs: 30 * DAY_MS });
  using _closing = scene.log;
  scene.write("1");
  scene.now += 10 * DAY_MS;
  scene.write("2");
  scene.now += 1;
  scene.write("3");
  assertEquals([idsIn(`${scene.path}.1`), idsIn(scene.path)], [["1", "2"], ["3"]]);
});

Deno.test("CallLogFile drops files that are too old as soon as it is opened, also those of more files than now", async () => {
  await using folder = await tempFolder();
  const { path, log: opened } = open(folder, { files: 3, maxAgeMs: 30 * DAY_MS });
  using log = opened;
  Deno.mkdirSync(join(folder.path, "logs"));
  const ages: [string, number][] = [[".1", 1], [".2", 31], [".3", 1], [".4", 1]];
  for (const [number, days] of ages) {
    Deno.writeTextFileSync(`${path}${number}`, logText([{ call_id: number }]));
    Deno.utimeSync(`${path}${number}`, NOW / 1_000, (NOW - days * DAY_MS) / 1_000);
  }
  log.write(callRecord());
  assertEquals([1, 2, 3, 4].map((number) => idsIn(`${path}.${number}`)), [
    [".1"],
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("CallLogFile follows when another process has begun a new file", async () => {
  await using folder = await tempFolder();
  const [one, other] = [open(folder, { maxBytes: 2 * LINE }), open(folder, { maxBytes: 2 * LINE })];
  using _first = one.log;
  using _second = other.log;
  one.write("1");
  other.write("2", "3");
  one.write("4");
  one.write("5");
  const { path } = one;
  assertEquals([idsIn(`${path}.2`), idsIn(`${path}.1`), idsIn(path)], [["1", "2"], ["3", "4"], ["5"]]);
});

Deno.test("CallLogFile goes on where somebody took the file away", async () => {
  await using folder = await tempFolder();
  const scene = open(folder);
  using _closing = scene.log;
  scene.write("1");
  Deno.removeSync(scene.path);
  scene.write("2");
  assertEquals(idsIn(scene.path), ["2"]);
});

Deno.test("CallLogFile begins a line of its own behind one that a full disk has torn", async () => {
  await using folder = await tempFolder();
  const scene = open(folder);
  using _closing = scene.log;
  Deno.mkdirSync(join(folder.path, "logs"));
  Deno.writeTextFileSync(scene.path, '{"time":"2026-');
  scene.write("1");
  const [torn, whole, ...rest] = Deno.readTextFileSync(scene.path).split("\n");
  assertEquals([torn, JSON.parse(whole ?? "").call_id, rest], ['{"time":"2026-', "1", [""]]);
});

Deno.test("CallLogFile tells once of a disk that fails, leaves it alone for a while, and then goes on", async () => {
  await using folder = await tempFolder();
  const scene = open(folder);
  using _closing = scene.log;
  // A file stands where the folder should.
  Deno.writeTextFileSync(join(folder.path, "logs"), "");
  scene.write("1", "2");
  scene.now += 60_000;
  scene.write("3");
  assertEquals(scene.problems.length, 1);
  assertEquals(
    scene.problems[0]?.replace(/: .*\. Calls/, ": WHY. Calls"),
    "Cannot write the call log: WHY. Calls go on without it. Free some space or set HANDRAIL_STATE to a writable " +
      "folder, or switch it off with HANDRAIL_CALL_LOG=off",
  );
  Deno.removeSync(join(folder.path, "logs"));
  scene.now += 4_999;
  scene.write("4");
  scene.now += 1;
  scene.write("5");
  assertEquals(idsIn(scene.path), ["5"]);
});

Deno.test("CallLogFile goes on after a disk that failed, also when the clock is set back meanwhile", async () => {
  await using folder = await tempFolder();
  const scene = open(folder);
  using _closing = scene.log;
  Deno.writeTextFileSync(join(folder.path, "logs"), "");
  scene.write("1");
  Deno.removeSync(join(folder.path, "logs"));
  scene.now -= 3_600_000;
  scene.write("2");
  assertEquals(idsIn(scene.path), ["2"]);
});

Deno.test("CallLogFile tells how old a file is although its first line is torn or empty", async () => {
  for (const first of ["\n", '{"time":"2026-\n', "no record of ours\n"]) {
    await using folder = await tempFolder();
    const scene = open(folder, { files: 3, maxAgeMs: 30 * DAY_MS });
    using _closing = scene.log;
    Deno.mkdirSync(join(folder.path, "logs"));
    const old = new Date(NOW - 11 * DAY_MS).toISOString();
    Deno.writeTextFileSync(scene.path, first + logText([{ call_id: "1", time: old }]));
    scene.write("2");
    assertEquals(idsIn(scene.path), ["2"]);
  }
});

Deno.test("CallLogFile loses and tears no line while three processes write and rotate at once", async () => {
  await using folder = await tempFolder();
  const { path } = open(folder);
  const worker = new URL("../../_support/call_log_worker.ts", import.meta.url).pathname;
  const names = ["a", "b", "c"];
  const ends = await Promise.all(names.map(async (name) => {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-prompt", "--allow-read", "--allow-write"],
        ...[worker, path, name, "600", "20000"],
      ],
    }).output();
    return `${code}${new TextDecoder().decode(stderr)}`;
  }));
  assertEquals(ends, ["0", "0", "0"]);
  const files = [...Deno.readDirSync(join(folder.path, "logs"))].map(({ name }) => name)
    .filter((name) => !name.endsWith(".lock"));
  assertEquals(files.length > 10, true, `${files.length} files`);
  const found = files.flatMap((name) => idsIn(join(folder.path, "logs", name)) ?? []);
  const written = names.flatMap((name) => Array.from({ length: 600 }, (_, at) => `${name}_${at}`));
  assertEquals(found.sort(), written.sort());
});
