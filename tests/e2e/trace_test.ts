import { assert, assertEquals } from "@std/assert";
import { freshEnvironment, handrailCommand, runHandrail } from "../_support/handrail_process.ts";
import { startModelServer } from "../_support/model_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const ORDER = {
  orderId: "A-1024",
  status: "shipped",
  item: "coffee grinder",
  amount: 899,
  refunded: 0,
  currency: "CNY",
  etaDays: 2,
};

/** A back end that knows orders, and fails whenever somebody wants to know where a parcel is. */
function startFailingDesk() {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const failing = new URL(request.url).pathname.endsWith("/tracking");
    return failing ? new Response(null, { status: 501 }) : Response.json(ORDER);
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Asks for the order when that is all the user wants, else for the parcel; then answers. */
function startModel() {
  return startModelServer({
    reply: ({ messages }) => {
      const last = messages.at(-1);
      if (last?.role === "tool") return { text: "That is what I know." };
      const name = String(last?.content).includes("parcel")
        ? "order_query_with_tracking"
        : "order_query_status";
      return { toolCalls: [{ name, arguments: '{"orderId":"A-1024"}' }] };
    },
  });
}

Deno.test("a session with a failing tool: the trace points at the first bad step, statistics name the tool, and the advice is right", async () => {
  await using folder = await tempFolder();
  await using desk = startFailingDesk();
  await using model = startModel();
  const options = {
    home: folder.path,
    env: { HANDRAIL_MODEL: `${model.url}#m`, HANDRAIL_DESK_URL: desk.url },
  };
  const prompts = [
    "Where is my order?",
    "Where is the parcel?",
    "And the parcel now?",
    "The parcel, please!",
  ];
  const input = prompts.map((text, at) =>
    `${JSON.stringify({ id: `${at}`, type: "prompt", text, on_busy: "queue" })}\n`
  ).join("");
  await runHandrail(["json", "--session", "s1"], { ...options, input });

  const offline = { home: folder.path };
  const traced = JSON.parse((await runHandrail(["sessions", "trace", "s1", "--json"], offline)).stdout);
  assertEquals(
    traced.turns.map((turn: { first_off: unknown; request: string }) => [turn.request, turn.first_off]),
    [
      [prompts[0], null],
      ...prompts.slice(1).map((request, at) => [request, {
        call_id: traced.turns[at + 1].calls[0].call_id,
        step: 1,
        tool_name: "order_query_with_tracking",
        why: "failed",
      }]),
    ],
  );

  const tree = await runHandrail(["sessions", "trace", "s1", "--width", "100"], offline);
  assertEquals(
    tree.stdout.trimEnd().split("\n").at(-1),
    "Went off first in turn 2, at order_query_with_tracking: the call failed (internal)",
  );
  const second = await runHandrail(["sessions", "trace", "s1", "--turn", "2", "--width", "100"], offline);
  const marks = second.stdout.split("\n").filter((line) => /[▶▲]/.test(line)).map((line) =>
    line.slice(0, 60)
  );
  assertEquals(marks, [
    '   └─ ▶ order_query_with_tracking {"orderId":"A-1024"}      ',
    "      ▲ went off here: the call failed (internal)",
  ]);

  const byCall = JSON.parse(
    (await runHandrail(["sessions", "trace", traced.turns[2].calls[0].call_id, "--json"], offline)).stdout,
  );
  assertEquals(byCall.turns.map(({ turn }: { turn: number }) => turn), [3]);

  const page = `${folder.path}/trace.html`;
  const written = await runHandrail(["sessions", "trace", "s1", "--html", "--output", page], offline);
  assertEquals([written.code, written.stdout], [0, `${page}\n`]);
  const html = await Deno.readTextFile(page);
  assert(html.includes('<p class="banner bad"><a href="#t2c1">Went off first in turn 2'));
  assertEquals(((await Deno.stat(page)).mode ?? 0) & 0o777, 0o600);

  const stats = JSON.parse(
    (await runHandrail(["tools", "stats", "--since", "1h", "--json"], offline)).stdout,
  );
  const figures = stats.tools.slice(0, 2).map((
    { tool, calls, error_rate, errors }: Readonly<Record<string, unknown>>,
  ) => [tool, calls, error_rate, errors]);
  assertEquals(figures, [
    ["order_query_with_tracking", 3, 1, { internal: 3 }],
    ["order_query_status", 1, 0, {}],
  ]);
  const ids = traced.turns.slice(1).map(({ calls: [call] }: { calls: [{ call_id: string }] }) =>
    call.call_id
  );
  assertEquals(stats.advice, [{
    kind: "failing",
    tool: "order_query_with_tracking",
    of: 3,
    count: 3,
    calls: ids,
    text:
      "order_query_with_tracking fails often: 3/3 calls, through no fault of the model. Look at its back end and its " +
      "time limit.",
  }]);
});

Deno.test("sessions trace says what it cannot do, and what to do instead", async () => {
  await using folder = await tempFolder();
  const run = async (...args: string[]) => {
    const { code, stderr } = await runHandrail(["sessions", "trace", ...args], { home: folder.path });
    return [code, stderr];
  };
  assertEquals(await run("none"), [
    1,
    "handrail: Cannot trace none: neither a session nor a call of that id is there. See handrail sessions list\n",
  ]);
  assertEquals(await run("none", "--width", "39"), [
    2,
    'handrail: Cannot read --width: "39" is no number from 40 to 200\n',
  ]);
  assertEquals(await run("none", "--html", "--json"), [
    2,
    "handrail: Cannot trace as both: write --html or --json, not both\n",
  ]);
  await runHandrail(["run", "--session", "one", "Where is order A-1024?"], { home: folder.path });
  assertEquals(await run("one", "--turn", "2"), [
    1,
    "handrail: Cannot trace turn 2: the last one of session one is turn 1\n",
  ]);
  assertEquals(await run("one", "--html", "--output", `${folder.path}/none/x.html`), [
    1,
    `handrail: Cannot write ${folder.path}/none/x.html: No such file or directory (os error 2). ` +
    "Give another file\n",
  ]);
  const wrong = await runHandrail(["tools", "list", "--since", "7d"], { home: folder.path });
  assertEquals([wrong.code, wrong.stderr], [
    2,
    "handrail: Cannot use --since with tools list: it has no such flag. See handrail tools --help\n",
  ]);
});

Deno.test("a trace holds no personal data where it is guarded, also of a session from before that was so", async () => {
  await using folder = await tempFolder();
  const phone = "13800138000";
  const prompt = `Open a ticket: the printer is broken, call me at ${phone}`;
  await runHandrail(["run", "--session", "s1", prompt], { home: folder.path });
  const trace = async (env: Record<string, string>, ...flags: string[]) =>
    (await runHandrail(["sessions", "trace", "s1", ...flags], { home: folder.path, env })).stdout;
  assertEquals((await trace({}, "--html")).includes(phone), true);
  for (const flags of [["--html"], ["--json"], []]) {
    const shown = await trace({ AGENT_GUARD_PII: "1" }, ...flags);
    assertEquals([shown.includes(phone), shown.includes("call me at [PHONE]")], [false, true], shown);
  }
});

/** Runs the program where no file may grow beyond 4 KiB, as on a disk that is all but full. */
async function runOnFullDisk(home: string, ...args: string[]) {
  const { program, args: all } = handrailCommand(args);
  const { code, stderr } = await new Deno.Command("sh", {
    args: ["-c", 'trap "" XFSZ; ulimit -f 8; exec "$@"', "sh", program, ...all],
    clearEnv: true,
    env: freshEnvironment({ home }),
  }).output();
  return [code, new TextDecoder().decode(stderr)];
}

Deno.test({
  name: "a full disk leaves no half of a page or of an export behind, and the older page as it was",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using folder = await tempFolder();
    await runHandrail(["run", "--session", "s1", "Where is order A-1024?"], { home: folder.path });
    const [page, copy] = [`${folder.path}/page.html`, `${folder.path}/copy.recording.json`];
    const fault = "File too large (os error 27)";
    assertEquals(await runOnFullDisk(folder.path, "sessions", "trace", "s1", "--html", "--output", page), [
      1,
      `handrail: Cannot write ${page}: ${fault}. Give another file\n`,
    ]);
    const format = ["--format", "recording", "--output", copy];
    assertEquals(await runOnFullDisk(folder.path, "sessions", "export", "s1", ...format), [
      1,
      `handrail: Cannot export: ${copy}: ${fault}. Name another file\n`,
    ]);
    const left = () =>
      [...Deno.readDirSync(folder.path)].filter(({ isFile }) => isFile).map(({ name }) => name);
    assertEquals(left(), []);
    await Deno.writeTextFile(page, "older");
    await runOnFullDisk(folder.path, "sessions", "trace", "s1", "--html", "--output", page);
    assertEquals([left(), await Deno.readTextFile(page)], [["page.html"], "older"]);
  },
});
