import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { modelAt } from "../_support/model_at.ts";
import { startModelServer } from "../_support/model_server.ts";
import { terminalTest } from "../_support/terminal_test.ts";

terminalTest(
  "chat carries out slash commands and never sends an unknown one to the model",
  async ({ start }) => {
    await using terminal = await start();
    await terminal.type("/help", "Enter");
    await terminal.shows("/again          run the last request again, as a new one");
    await terminal.type("/tools", "Enter");
    await terminal.shows("order_refund               write · high risk · asks first");
    await terminal.type("/again", "Enter");
    await terminal.shows("There is no earlier request to run again.");
    await terminal.type("/refund", "Enter");
    await terminal.shows("No such command: /refund. There are /help /new /retry /again");
    await terminal.type("/approvals", "Enter");
    await terminal.shows("Nothing is allowed for this session.");
    await terminal.type("/new", "Enter");
    await terminal.shows("New session ses_");
    await terminal.type("/exit", "Enter");
    await terminal.shows("exit 0");
  },
);

terminalTest(
  "chat changes the model, searches, exports and goes back to an earlier session without leaving",
  async ({ home, start }) => {
    await using terminal = await start({ args: ["chat", "--session", "first"] });
    await terminal.type("/export", "Enter");
    await terminal.shows("Nothing has been said in this session yet.");
    await terminal.type("Where is order A-1024?", "Enter");
    await terminal.shows("Order A-1024 is shipped");
    await terminal.type("/retry", "Enter");
    await terminal.shows("Order A-1024 is shipped", 2);
    await terminal.type("/model nope", "Enter");
    await terminal.shows("Failed: Cannot use model");
    await terminal.type("/model offline", "Enter");
    await terminal.shows("Model offline");
    await terminal.type("/kb annual leave", "Enter");
    await terminal.shows("samples/kb/leave-policy.en.md");
    await terminal.type("/sessions", "Enter");
    await terminal.shows("first  20");
    const file = join(home, "talk.html");
    await terminal.type(`/export ${file}`, "Enter");
    await terminal.shows("Written to ");
    assertStringIncludes(await Deno.readTextFile(file), "Order A-1024 is shipped");
    await terminal.type(`/export ${file}`, "Enter");
    await terminal.shows("is there already");
    for (const name of [join(home, "my notes.md"), `"${join(home, "my other notes.md")}"`]) {
      await terminal.type(`/export ${name}`, "Enter");
    }
    await terminal.shows("Written to ", 3);
    const files = (await Array.fromAsync(Deno.readDir(home))).map(({ name }) => name).sort();
    assertEquals(files.filter((name) => name.endsWith(".md")), ["my notes.md", "my other notes.md"]);
    await terminal.type("/resume nope", "Enter");
    await terminal.shows("session nope is not there");
    await terminal.type("/new", "Enter");
    await terminal.shows("New session ses_");
    await terminal.type("/resume first", "Enter");
    await terminal.shows("Session first goes on, after 8 messages");
  },
);

terminalTest("Ctrl-C ends what a command asks, and the open session is not removed", async ({ start }) => {
  {
    await using terminal = await start({ args: ["chat", "--session", "first"] });
    await terminal.prompts();
    await terminal.type("Where is order A-1024?", "Enter");
    await terminal.shows("Order A-1024 is shipped");
    await terminal.prompts();
  }
  await using terminal = await start({ args: ["chat", "--session", "second"] });
  await terminal.prompts();
  await terminal.type("/sessions remove second", "Enter");
  await terminal.shows("Cannot remove session second: it is open here.");
  await terminal.prompts();
  await terminal.type("/sessions remove first", "Enter");
  await terminal.shows("for good? [y/N]");
  await terminal.type("C-c");
  await terminal.shows("\nCancelled.\n›");
  await terminal.type("Where is order A-2048?", "Enter");
  await terminal.shows("Order A-2048 is being packed");
  await terminal.prompts();
  await terminal.type("/sessions", "Enter");
  await terminal.shows("first   20");
});

terminalTest("Ctrl-C ends /compact while its summary is made, and says so (T31)", async ({ start }) => {
  const { promise: never, resolve: release } = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await using server = startModelServer({
    reply: ({ tools }) => {
      if (tools?.length) return { text: "I see." };
      asked.resolve();
      return never.then(() => ({ text: "A summary." }));
    },
  });
  using _ = { [Symbol.dispose]: release }; // or the server would wait for its own answer
  await using terminal = await start({ args: ["chat", "--quiet"], env: modelAt(server.url) });
  await terminal.prompts();
  await terminal.paste("I like tea. ".repeat(1_000));
  await terminal.type("Enter");
  await terminal.shows("I see.");
  await terminal.prompts();
  await terminal.type("and coffee", "Enter");
  await terminal.shows("I see.", 2);
  await terminal.prompts();
  await terminal.type("/compact", "Enter");
  await asked.promise;
  await terminal.type("C-c");
  const screen = await terminal.shows("Cancelled.");
  assertEquals(screen.includes("nothing to make shorter"), false);
  await terminal.prompts();
});
