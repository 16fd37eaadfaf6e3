import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import type { CallRecord } from "../../agent/calls/call_record.ts";
import { HandrailProcess, runHandrail } from "../_support/handrail_process.ts";
import { type ModelServer, startModelServer } from "../_support/model_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const CALLS_PER_STEP = 25;

/** A model that only ever asks for orders, many at once and never the same. */
function startBusyModel(): ModelServer {
  let number = 1_000;
  return startModelServer({
    reply: () => ({
      toolCalls: Array.from({ length: CALLS_PER_STEP }, () => ({
        name: "order_query_status",
        arguments: JSON.stringify({ orderId: `A-${number++}` }),
      })),
    }),
  });
}

function logLines(home: string): string[] {
  const path = join(home, ".local/state/handrail/logs/calls.jsonl");
  return Deno.readTextFileSync(path).split("\n");
}

/** Ends the program in the middle of its calls: the ids of those that were told of, and what the log holds then. */
async function endWith(signal: Deno.Signal) {
  await using folder = await tempFolder();
  await using server = startBusyModel();
  await using program = HandrailProcess.start(["json"], {
    home: folder.path,
    env: { HANDRAIL_MODEL: `${server.url}#busy` },
  });
  await program.send({ id: "1", type: "prompt", text: "Where are all my orders?" });
  for (let calls = 0; calls < CALLS_PER_STEP + 5; calls++) await program.next("tool.completed");
  program.kill(signal);
  const { code, events } = await program.end();
  const told = events.filter(({ type }) => type === "tool.completed").map(({ call_id }) => String(call_id));
  return { code, told, lines: logLines(folder.path) };
}

Deno.test("SIGTERM in the middle of calls loses no record of the log", async () => {
  const { code, told, lines } = await endWith("SIGTERM");
  assertEquals(code, 143);
  assertEquals(lines.pop(), "");
  const logged = lines.map((line) => (JSON.parse(line) as CallRecord).call_id);
  assertEquals(logged, told);
  assert(logged.length >= CALLS_PER_STEP + 5, `${logged.length} records`);
});

Deno.test("SIGKILL in the middle of calls loses none that anybody was told of, and tears no line", async () => {
  const { told, lines } = await endWith("SIGKILL");
  assertEquals(lines.pop(), "");
  const logged = lines.map((line) => (JSON.parse(line) as CallRecord).call_id);
  assertEquals(told.filter((id) => !logged.includes(id)), []);
  assert(told.length >= CALLS_PER_STEP + 5, `${told.length} events`);
});

Deno.test("the call log can be switched off, and selftest and tools list never begin one", async () => {
  await using folder = await tempFolder();
  const options = { home: folder.path };
  await runHandrail(["run", "Where is order A-1024?"], { ...options, env: { HANDRAIL_CALL_LOG: "off" } });
  await runHandrail(["tools", "list"], options);
  const logs = join(folder.path, ".local/state/handrail/logs");
  assertEquals(await Deno.stat(logs).catch(() => "none"), "none");
  const wrong = await runHandrail(["run", "hi"], { ...options, env: { HANDRAIL_CALL_LOG: "perhaps" } });
  assertEquals([wrong.code, wrong.stderr], [
    2,
    'handrail: Cannot read HANDRAIL_CALL_LOG: "perhaps" is neither on nor off. Write on or off\n',
  ]);
});

Deno.test("a call log that cannot be written is told of once and holds nothing up", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(join(folder.path, "state"));
  await Deno.writeTextFile(join(folder.path, "state/logs"), "a file where the folder should be");
  const { code, stdout, stderr } = await runHandrail(["run", "Where is order A-1024?"], {
    home: folder.path,
    env: { HANDRAIL_STATE: join(folder.path, "state") },
  });
  assertEquals([code, stdout], [0, "Order A-1024 is shipped and should arrive in 2 days.\n"]);
  assertEquals(stderr.match(/Cannot write the call log/g)?.length, 1);
});

Deno.test("--log-level says how much is told on standard error: all of it, or errors alone", async () => {
  await using folder = await tempFolder();
  const run = async (level: string) =>
    (await runHandrail(["run", "Where is order A-1024?", "--log-level", level], { home: folder.path })).stderr
      .split("\n").filter((line) => /^(info|debug):/.test(line)).map((line) =>
        line.replace(/\d+ ms, step 1, call_\w+$/, "TIME, step 1, ID")
      );
  assertEquals(await run("debug"), [
    "info: Model offline of handrail, profile chat",
    "debug: order_query_status ok TIME, step 1, ID",
  ]);
  assertEquals(await run("info"), ["info: Model offline of handrail, profile chat"]);
  assertEquals(await run("error"), []);
});
