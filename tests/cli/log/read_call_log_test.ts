import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { callLogFiles, readCallLog } from "../../../cli/log/read_call_log.ts";
import { rotateFiles } from "../../../cli/log/rotate_files.ts";
import { callRecord, logText } from "../../_support/call_records.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

function idsOf(files: readonly string[]) {
  const ids: string[] = [];
  const tally = readCallLog(files, ({ call_id }) => ids.push(call_id));
  return { ids, ...tally };
}

Deno.test("callLogFiles() gives the files of a log, the oldest first, and no others", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "calls.jsonl");
  assertEquals(callLogFiles(path), []);
  assertEquals(callLogFiles(join(folder.path, "none", "calls.jsonl")), []);
  for (const name of ["", ".1", ".2", ".10", ".lock", ".01", ".1.gz", "x"]) {
    Deno.writeTextFileSync(path + name, "");
  }
  Deno.writeTextFileSync(join(folder.path, "calls.jsonl-copy"), "");
  assertEquals(callLogFiles(path), [`${path}.10`, `${path}.2`, `${path}.1`, path]);
});

Deno.test("readCallLog() counts lines that are torn or none of ours, and reads on behind them", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "calls.jsonl");
  const [one, two, three] = ["1", "2", "3"].map((call_id) => logText([{ call_id }]));
  const { status: _, ...foreign } = callRecord();
  Deno.writeTextFileSync(
    path,
    `${one}${one?.slice(0, 90)}\n\n${two}{"a":1}\n${JSON.stringify(foreign)}\n7\nnull\n\r\n${three}${
      one?.slice(0, 9)
    }`,
  );
  assertEquals(idsOf([path]), { ids: ["1", "2", "3"], records: 3, torn: 2, foreign: 4 });
});

Deno.test("readCallLog() reads across pieces of a file, through characters of several bytes, and without a last line end", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "calls.jsonl");
  const response_summary = "订单 A-1024 已发货 🚚";
  const count = 8_000;
  const text = logText(Array.from({ length: count }, (_, at) => ({ call_id: `${at}`, response_summary })));
  assertEquals(text.length > 2 * (1 << 20), true);
  Deno.writeTextFileSync(path, text.trimEnd());
  const wrong: string[] = [];
  let next = 0;
  const tally = readCallLog([path], (record) => {
    if (record.call_id !== `${next++}` || record.response_summary !== response_summary) {
      wrong.push(record.call_id);
    }
  });
  assertEquals([wrong, tally], [[], { records: count, torn: 0, foreign: 0 }]);
});

Deno.test("readCallLog() gathers no line that is too long to be a record", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "calls.jsonl");
  Deno.writeTextFileSync(path, `${"x".repeat(9_000_000)}\n${logText([{ call_id: "1" }])}`);
  assertEquals(idsOf([path]), { ids: ["1"], records: 1, torn: 1, foreign: 0 });
});

Deno.test("readCallLog() passes a file over that is gone meanwhile", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "calls.jsonl");
  Deno.writeTextFileSync(path, logText([{ call_id: "1" }]));
  assertEquals(idsOf([`${path}.1`, path]), { ids: ["1"], records: 1, torn: 0, foreign: 0 });
});

Deno.test("readCallLog() takes no line for a record whose time is none, or that took less than nothing or a year", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "calls.jsonl");
  const odd = [{ time: "yesterday" }, { latency_ms: -5 }, { latency_ms: 1e308 }];
  Deno.writeTextFileSync(path, logText([...odd, { call_id: "1" }]));
  assertEquals(idsOf([path]), { ids: ["1"], records: 1, torn: 0, foreign: 3 });
});

Deno.test("callLogFiles() knows a file that was moved elsewhere and linked to: calls are written there, too", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "calls.jsonl");
  await Deno.symlink(join(folder.path, "elsewhere"), path);
  assertEquals(callLogFiles(path), [path]);
});

Deno.test("readCallLog() misses no call and reads none twice when the log goes on into a new file meanwhile", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "calls.jsonl");
  Deno.writeTextFileSync(`${path}.1`, logText([{ call_id: "1" }, { call_id: "2" }]));
  Deno.writeTextFileSync(path, logText([{ call_id: "3" }]));
  const ids: string[] = [];
  readCallLog(callLogFiles(path), ({ call_id }) => {
    ids.push(call_id);
    if (call_id !== "1") return;
    rotateFiles({ path, files: 5, maxAgeMs: Infinity, now: 0 });
    Deno.writeTextFileSync(path, logText([{ call_id: "4" }]));
  });
  assertEquals(ids, ["1", "2", "3"]);
  assertEquals(idsOf(callLogFiles(path)).ids, ["1", "2", "3", "4"]);
});

Deno.test("readCallLog() reads a file once that is named twice, as one is that was moved between two looks", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "calls.jsonl");
  Deno.writeTextFileSync(path, logText([{ call_id: "1" }]));
  Deno.linkSync(path, `${path}.1`);
  assertEquals(idsOf([`${path}.1`, path]).ids, ["1"]);
});

Deno.test("readCallLog() takes records of an older program, and none whose fields are of another kind than ours", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "calls.jsonl");
  const { time, session_id, turn_id, call_id, tool_name, status, latency_ms } = callRecord();
  const oldest = { time, session_id, turn_id, call_id, tool_name, status, latency_ms };
  const odd = [
    { response_summary: null },
    { error_type: null },
    { result: 7 },
    { repair: {} },
    { model: [] },
    { profile: 1 },
    { attempts: "<b>1</b>" },
    { step: null },
    { output_tokens: "50" },
    { approval: "allow" },
    { approval: null },
    { circuit: "open" },
  ];
  Deno.writeTextFileSync(
    path,
    [oldest, ...odd.map((one) => ({ ...oldest, ...one }))].map((line) => `${JSON.stringify(line)}\n`).join(
      "",
    ),
  );
  assertEquals(idsOf([path]), { ids: ["call_1"], records: 1, torn: 0, foreign: 12 });
});
