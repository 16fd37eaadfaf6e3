import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { DeskProcess } from "../_support/desk_process.ts";
import { HandrailProcess, type ProcessEnd, runHandrail } from "../_support/handrail_process.ts";
import { ageClaim, nextClaim } from "../_support/kv_claims.ts";
import { startTcpProxy } from "../_support/tcp_proxy.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const REFUND = "Refund order B-0001, reason: it is broken";
const ARGS = ["run", "--json", "--session", "one", "--approve", "order_refund", REFUND];
const REFUNDED = "899 CNY of order B-0001 was refunded.";
const UNKNOWN = "order_refund did not finish: it is not known whether this took effect.";

/** A home whose records outlive the program, and the books of a back end. */
async function openScene() {
  const folder = await tempFolder();
  const kv = join(folder.path, "idempotency.kv");
  const env = (url: string) => ({
    HANDRAIL_STATE: folder.path,
    HANDRAIL_DESK_URL: url,
    IDEMPOTENCY_STORE: "kv",
    IDEMPOTENCY_WAIT_MS: "50",
  });
  return {
    kv,
    books: join(folder.path, "books.jsonl"),
    options: (url: string) => ({ home: folder.path, env: env(url) }),
    ask: (url: string) => runHandrail(ARGS, { home: folder.path, env: env(url) }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** What the tool told the model, what the person was told, and whether the tool ran. */
function told({ events }: ProcessEnd) {
  const call = events.find(({ type }) => type === "tool.completed");
  const output = call?.output as {
    readonly error_type?: string;
    readonly replayed?: true;
    readonly structured?: { readonly status?: string };
  } | undefined;
  const turn = events.find(({ type }) => type === "turn.completed");
  return {
    outcome: output?.error_type ?? output?.structured?.status,
    replayed: output?.replayed ?? false,
    text: String(turn?.text),
  };
}

Deno.test("a refund that is asked for twice stands once in the books of the back end (H1)", async () => {
  await using scene = await openScene();
  await using backEnd = await DeskProcess.start({ books: scene.books });
  assertEquals(told(await scene.ask(backEnd.url)), { outcome: "refunded", replayed: false, text: REFUNDED });
  const again = told(await scene.ask(backEnd.url));
  assertEquals([again.outcome, again.replayed], ["refunded", true]);
  const [entry, ...others] = await backEnd.entries();
  assertEquals([entry?.action, entry?.reference, others], ["order_refund", "B-0001", []]);
  assertEquals(await backEnd.end("SIGTERM"), 0);
});

Deno.test("a refund whose reply is lost is asked for under the same key, and booked once (H36)", async () => {
  await using scene = await openScene();
  await using backEnd = await DeskProcess.start({ books: scene.books, flags: ["--fail", "drop=1"] });
  assertEquals(told(await scene.ask(backEnd.url)), { outcome: "duplicate", replayed: false, text: REFUNDED });
  assertEquals(told(await scene.ask(backEnd.url)).replayed, true);
  assertEquals((await backEnd.entries()).length, 1);
});

Deno.test("a connection that is cut before the reply books one refund (H36)", async () => {
  await using scene = await openScene();
  await using backEnd = await DeskProcess.start({ books: scene.books });
  await using proxy = startTcpProxy(backEnd.port);
  proxy.arm({ kind: "cut_before_reply" });
  const url = proxy.url.replace("redis:", "http:");
  assertEquals(told(await scene.ask(url)), { outcome: "duplicate", replayed: false, text: REFUNDED });
  assertEquals((await backEnd.entries()).length, 1);
});

Deno.test("a program that is killed while the refund is under way leaves one refund, and the next one says that it does not know (H4)", async () => {
  await using scene = await openScene();
  await using backEnd = await DeskProcess.start({ books: scene.books, flags: ["--fail", "hang=1"] });
  await using killed = HandrailProcess.start(ARGS, scene.options(backEnd.url));
  await backEnd.booked(1);
  killed.kill("SIGKILL");
  await killed.end();

  assertEquals(told(await scene.ask(backEnd.url)).outcome, "in_progress");
  const claim = await nextClaim(scene.kv);
  await ageClaim(scene.kv, claim);
  const after = told(await scene.ask(backEnd.url));
  assertEquals(after.outcome, "unknown_outcome");
  assertStringIncludes(after.text, UNKNOWN);

  // A person has looked, and lets it run again: the desk itself says that nothing is left to pay.
  const forget = ["idempotency", "forget", claim.key.slice(0, 16)];
  assertEquals((await runHandrail(forget, scene.options(backEnd.url))).code, 0);
  assertEquals(told(await scene.ask(backEnd.url)), {
    outcome: "already_refunded",
    replayed: false,
    text: "Order B-0001 is refunded in full already; nothing more was paid back.",
  });
  const entries = await backEnd.entries();
  assertEquals(entries.map(({ requestId }) => requestId), [`req_${claim.record.owner}`]);
});

Deno.test("a back end that is killed between booking and reply has one refund, and nobody is told otherwise (H4)", async () => {
  await using scene = await openScene();
  const { port, url } = await (async () => {
    await using backEnd = await DeskProcess.start({ books: scene.books, flags: ["--fail", "hang=1"] });
    await using program = HandrailProcess.start(ARGS, scene.options(backEnd.url));
    await backEnd.booked(1);
    await backEnd.end("SIGKILL");
    const first = told(await program.end());
    assertEquals(first.outcome, "unknown_outcome");
    assertStringIncludes(first.text, UNKNOWN);
    return backEnd;
  })();
  await using restarted = await DeskProcess.start({ books: scene.books, port });
  const again = told(await scene.ask(url));
  assertEquals(again.outcome, "unknown_outcome");
  assertStringIncludes(again.text, UNKNOWN);
  assertEquals((await restarted.entries()).length, 1);
});

Deno.test("a dead back end is told in plain words, and the refund can be asked for again", async () => {
  await using scene = await openScene();
  const { port, url } = await (async () => {
    await using backEnd = await DeskProcess.start({ books: scene.books });
    return backEnd;
  })();
  const dead = await scene.ask(url);
  assertEquals(told(dead).outcome, "network");
  assertStringIncludes(told(dead).text, "order_refund did not finish: the connection failed.");
  assertEquals(dead.code, 0);
  assertEquals(
    dead.stderr.match(/Cannot refund.*/g),
    ["Cannot refund the order: the desk cannot be reached. Check HANDRAIL_DESK_URL and that the desk runs (3 attempts)"],
  );

  await using backEnd = await DeskProcess.start({ books: scene.books, port });
  assertEquals(told(await scene.ask(url)), { outcome: "refunded", replayed: false, text: REFUNDED });
  assertEquals((await backEnd.entries()).length, 1);
});

Deno.test("a back end that asks for patience gets it, and the refund happens", async () => {
  await using scene = await openScene();
  await using backEnd = await DeskProcess.start({ books: scene.books, flags: ["--fail", "busy=1"] });
  const end = await scene.ask(backEnd.url);
  assertEquals(told(end).outcome, "refunded");
  assertEquals((await backEnd.entries()).length, 1);
  const retries = end.events.filter(({ type }) => type === "retry");
  assertEquals(retries.map(({ scope, tool, attempt }) => [scope, tool, attempt]), [[
    "tool",
    "order_refund",
    1,
  ]]);
  assertEquals(end.events.find(({ type }) => type === "tool.completed")?.attempts, 2);
});

Deno.test("the desk's token is sent, and appears nowhere", async () => {
  await using folder = await tempFolder();
  const books = join(folder.path, "books.jsonl");
  await using backEnd = await DeskProcess.start({ books, flags: ["--token", "hunter2"] });
  const ask = (token: string) =>
    runHandrail(["run", "Where is order A-1024?"], {
      home: folder.path,
      env: { HANDRAIL_DESK_URL: `${backEnd.url}/`, HANDRAIL_DESK_TOKEN: token },
    });
  const right = await ask("hunter2");
  assertEquals(right.stdout, "Order A-1024 is shipped and should arrive in 2 days.\n");
  const wrong = await ask("hunter3");
  assertStringIncludes(
    wrong.stderr,
    "Cannot find the order: the desk answered 401. Check HANDRAIL_DESK_TOKEN",
  );
  for (const { stdout, stderr } of [right, wrong]) assert(!/hunter/.test(stdout + stderr));
});

Deno.test("a HANDRAIL_DESK_URL that cannot be used is exit 2, and is not repeated", async () => {
  await using folder = await tempFolder();
  const env = { HANDRAIL_DESK_URL: "http://me:hunter2@127.0.0.1/" };
  const { code, stderr } = await runHandrail(["run", "hello"], { home: folder.path, env });
  assertEquals(code, 2);
  assertStringIncludes(
    stderr,
    "Cannot read HANDRAIL_DESK_URL: Cannot use the desk's address: a name or password",
  );
  assert(!/hunter2/.test(stderr));
});

Deno.test("selftest asks no back end", async () => {
  await using folder = await tempFolder();
  const env = { HANDRAIL_DESK_URL: "http://127.0.0.1:1/" };
  assertEquals((await runHandrail(["selftest"], { home: folder.path, env })).code, 0);
});
