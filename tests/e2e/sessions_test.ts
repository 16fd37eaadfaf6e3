import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { SessionFile } from "../../agent/sessions/session_file.ts";
import { HandrailProcess, runHandrail } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const ORDER = "Where is order A-1024?";

Deno.test("a second process waits for the turn of the first, aloud, and then knows what was said", async () => {
  await using folder = await tempFolder();
  const sessions = join(folder.path, ".local/state/handrail/sessions");
  const first = new SessionFile(sessions, "one");
  const turn = await first.beginTurn({ signal: new AbortController().signal, onWait: () => {} });
  await using second = HandrailProcess.start(["run", "--json", "--session", "one", ORDER], {
    home: folder.path,
  });
  const warning = await second.next("warning");
  assertEquals([warning.code, warning.message], [
    "session_busy",
    "Another process runs a turn of session one: waiting until it ends",
  ]);
  await first.append([{ role: "user", content: "said meanwhile" }]);
  turn.end();
  assertEquals((await second.end()).code, 0);
  assertEquals((await first.load())?.messages.map(({ role }) => role), [
    "user",
    "user",
    "assistant",
    "tool",
    "assistant",
  ]);
});

Deno.test("a process that waits in vain fails and says what to do", async () => {
  await using folder = await tempFolder();
  const file = new SessionFile(join(folder.path, ".local/state/handrail/sessions"), "one");
  const turn = await file.beginTurn({ signal: new AbortController().signal, onWait: () => {} });
  const { code, stderr } = await runHandrail(["run", "--session", "one", ORDER], {
    home: folder.path,
    env: { HANDRAIL_SESSION_WAIT_MS: "300" },
  });
  turn.end();
  assertEquals(code, 1);
  assertStringIncludes(stderr, "another process has held session one for 0.3 s. Wait until its turn ends");
});

Deno.test("a program killed in a write tells the next one, and neither repeats it (T35)", async () => {
  await using folder = await tempFolder();
  const requests: string[] = [];
  const reached = Promise.withResolvers<void>();
  const hangs = new AbortController();
  // A back end that takes the ticket and never answers.
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", signal: hangs.signal, onListen: () => {} },
    async (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      reached.resolve();
      return await new Promise<Response>((resolve) =>
        hangs.signal.addEventListener("abort", () => resolve(new Response()))
      );
    },
  );
  const options = {
    home: folder.path,
    env: {
      HANDRAIL_DESK_URL: `http://127.0.0.1:${server.addr.port}`,
      IDEMPOTENCY_STORE: "kv",
      IDEMPOTENCY_WAIT_MS: "0",
    },
  };
  const ask = ["run", "--json", "--session", "one", "Create a ticket, subject: the lamp is broken"];
  const first = HandrailProcess.start(ask, options);
  await reached.promise;
  first.kill("SIGKILL");
  await first.closeInput();
  await first.end();
  const { stdout, code } = await runHandrail(ask, options);
  hangs.abort();
  await server.finished;
  assertEquals(requests.length, 1, requests.join());
  assertStringIncludes(stdout, "The program ended while ticket_create was running in session one");
  assertEquals(code, 0);
  const stored = await new SessionFile(join(folder.path, ".local/state/handrail/sessions"), "one").load();
  assertStringIncludes(JSON.stringify(stored?.messages[2]), '"unknown_outcome"');
});

Deno.test("a write that another process is still doing is not told of as one that nobody knows the outcome of (T35)", async () => {
  await using folder = await tempFolder();
  const [reached, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async () => {
    reached.resolve();
    await answered.promise;
    return Response.json({ ticketId: "TK-1" }, { status: 201 });
  });
  const env = { HANDRAIL_DESK_URL: `http://127.0.0.1:${server.addr.port}` };
  const options = { home: folder.path, env };
  const subject = "Create a ticket, subject: the lamp is broken";
  await using first = HandrailProcess.start(["run", "--session", "one", subject], options);
  await reached.promise;
  const shown = await runHandrail(["sessions", "show", "one"], options);
  assertEquals([shown.stdout, shown.stderr], [`› ${subject}\n`, ""]);
  await using second = HandrailProcess.start(["json", "--session", "one"], options);
  const { warnings } = await second.next("session.started");
  assertEquals((warnings as string[]).filter((warning) => warning.includes("ticket_create")), []);
  answered.resolve();
  await first.closeInput();
  assertEquals((await first.end()).code, 0);
  await second.send({ id: "1", type: "prompt", text: "hello" });
  await second.next("turn.completed");
  await second.send({ id: "2", type: "state" });
  // What was asked for, the call, its result and the answer; then hello and the answer to that.
  const { result } = await second.next("response");
  assertEquals((result as { messages: number }).messages, 6);
  await second.closeInput();
  assertEquals((await second.end()).events.filter(({ code }) => code === "session_repaired"), []);
  await server.shutdown();
});

Deno.test("what one run said the next one resumes, exports and forks, aliases and all (T36)", async () => {
  await using folder = await tempFolder();
  const options = { home: folder.path, env: { AGENT_GUARD_PII: "1" } };
  const said = "Create a ticket, subject: call 13800138000";
  assertEquals((await runHandrail(["run", "--session", "one", said], options)).code, 0);
  const page = await runHandrail(["sessions", "export", "one", "--format", "html"], options);
  assertStringIncludes(page.stdout, "call [[PHONE_1]]</pre>");
  assertEquals((await runHandrail(["sessions", "fork", "one", "two"], options)).stdout, "Forked one: two\n");
  const again = "Create a ticket, subject: again [[PHONE_1]]";
  assertEquals((await runHandrail(["run", "--session", "two", again], options)).code, 0);
  const ledger = await Deno.readTextFile(join(folder.path, ".local/state/handrail/ledger.jsonl"));
  assertEquals(ledger.trimEnd().split("\n").map((line) => JSON.parse(line).details.subject), [
    "call 13800138000",
    "again 13800138000",
  ]);
});
