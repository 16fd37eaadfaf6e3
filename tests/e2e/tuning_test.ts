import { assertEquals } from "@std/assert";
import { runHandrail } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

interface Example {
  readonly command: string;
  readonly output: string;
}

/** The commands of a page's console blocks, each with what stands below it. */
function examplesOf(page: string): Example[] {
  return [...page.matchAll(/^```console\n\$ (.+)\n([\s\S]*?)^```$/gm)]
    .map(([, command = "", output = ""]) => ({ command, output }));
}

/** What a description costs changes with every word of it, and is not what the page is about. */
function withoutPromptTokens(text: string): string {
  return text.replaceAll(/^([a-z_]+ .* )\d+( +[\d-]+)$/gm, "$1N$2");
}

const PREFIX = "HANDRAIL_STATE=samples handrail ";

Deno.test("each command of docs/tuning.md prints what stands below it", async () => {
  await using folder = await tempFolder();
  const examples = examplesOf(await Deno.readTextFile(`${ROOT}docs/tuning.md`));
  assertEquals(examples.length, 4);
  for (const { command, output } of examples) {
    assertEquals(command.startsWith(PREFIX), true, command);
    const { code, stdout } = await runHandrail(command.slice(PREFIX.length).split(" "), {
      home: folder.path,
      env: { HANDRAIL_STATE: `${ROOT}samples` },
    });
    assertEquals([command, code, withoutPromptTokens(stdout)], [command, 0, withoutPromptTokens(output)]);
  }
});

Deno.test("the samples are read, never written to", async () => {
  const names = async (path: string) =>
    (await Array.fromAsync(Deno.readDir(`${ROOT}${path}`))).map(({ name }) => name);
  assertEquals([await names("samples/logs"), await names("samples/sessions")], [["calls.jsonl"], [
    "ses_parcel.jsonl",
  ]]);
});

Deno.test("a look at the tools opens no store, makes no secret and leaves nothing behind", async () => {
  await using folder = await tempFolder();
  const env = { AGENT_GUARD_PII: "1", IDEMPOTENCY_STORE: "kv", HANDRAIL_MODEL: "openai:gpt-4o" };
  for (
    const args of [
      ["tools", "list"],
      ["tools", "stats"],
      ["tools", "lint"],
      ["completions", "words", "--", "run", "--approve", "ticket"],
      ["replay", "samples/recordings/order-status-en.recording.json"],
    ]
  ) {
    const { code, stderr } = await runHandrail(args, { home: folder.path, env });
    assertEquals([args.join(" "), code, stderr], [args.join(" "), 0, ""]);
    assertEquals([...Deno.readDirSync(folder.path)], [], args.join(" "));
  }
});
