import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runHandrail } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";
import { hasTmux, Terminal } from "../_support/terminal.ts";

const REQUESTS = ["订单 A-1024 到哪了？", "出差住宿标准是多少？", "帮我建个工单，主题是查不到订单"];

Deno.test("service hands each request to its worker, in JSON lines, and no worker has another's tools", async () => {
  await using folder = await tempFolder();
  const input = REQUESTS.map((text, at) =>
    JSON.stringify({ id: String(at), type: "prompt", text, on_busy: "queue" }) + "\n"
  ).join("");
  const { code, events } = await runHandrail(["service", "--json"], { home: folder.path, input });
  assertEquals(code, 0);
  const taken = events.filter(({ type }) => type === "worker.selected").map((
    { worker, previous },
  ) => [worker, previous]);
  assertEquals(taken, [["order", null], ["knowledge", "order"], ["refund", "knowledge"]]);
  assertEquals(events.filter(({ type }) => type === "tool.started").map(({ tool }) => tool), [
    "order_query_status",
    "kb_query",
    "ticket_create",
  ]);
});

Deno.test("service says in text who takes a request, and cannot refund: no worker has that tool", async () => {
  await using folder = await tempFolder();
  const { code, stdout } = await runHandrail(["service"], {
    home: folder.path,
    input: `${REQUESTS[0]}\n给订单 B-0001 退款，坏了\n`,
  });
  assertEquals(code, 0);
  assertStringIncludes(stdout, "→ order\n");
  assertStringIncludes(stdout, "订单 A-1024 已发货");
  assertEquals(stdout.includes("order_refund ✓"), false);
});

Deno.test("run takes the service as a profile", async () => {
  await using folder = await tempFolder();
  const args = ["run", "--profile", "service", "Where is order B-0001?"];
  const { code, stdout, stderr } = await runHandrail(args, { home: folder.path });
  assertEquals([code, stdout], [0, "Order B-0001 is delivered.\n"]);
  assertStringIncludes(stderr, "→ order");
});

Deno.test("a service that is continued in another process stays with the worker that spoke last", async () => {
  await using folder = await tempFolder();
  const told: unknown[] = [];
  for (const text of ["Where is order B-0001?", "thanks"]) {
    const args = ["run", "--json", "--profile", "service", "--session", "one", text];
    const { events } = await runHandrail(args, { home: folder.path });
    const selected = events.find(({ type }) => type === "worker.selected");
    told.push([selected?.worker, selected?.previous, events.at(-1)?.resume]);
  }
  const resume = "handrail run --profile service --session one";
  assertEquals(told, [["order", null, resume], ["order", "order", resume]]);
});

Deno.test("service refuses another encoding for JSON lines (T39)", async () => {
  await using folder = await tempFolder();
  const { code, events } = await runHandrail(["service", "--json", "--encoding", "gbk"], {
    home: folder.path,
  });
  assertEquals(code, 2);
  assertEquals(
    events.find(({ type }) => type === "error")?.message,
    "Cannot use --encoding with --json: JSON lines are UTF-8. Leave it out",
  );
});

Deno.test({
  name: "service says at its end how to go on with the same roles",
  ignore: !hasTmux(),
  fn: async () => {
    await using folder = await tempFolder();
    await using terminal = await Terminal.start(["service"], { home: folder.path });
    await terminal.type("Where is order B-0001?", "Enter");
    await terminal.shows("Order B-0001 is delivered.");
    await terminal.prompts();
    await terminal.type("C-d");
    const last = await terminal.shows("exit 0");
    assertMatch(last, /To continue this session: handrail --session \w+\s+--profile service/);
  },
});
