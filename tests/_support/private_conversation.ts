/**
 * A conversation about a phone number, with a real program, a real model server and two processes.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { runHandrail } from "./handrail_process.ts";
import { startModelServer } from "./model_server.ts";
import type { ModelReply } from "./model_server/vendor_format.ts";

/** The number that nobody but the desk may see. */
export const PRIVATE_PHONE = "13800138000";

/** What was seen where. */
export interface PrivateConversation {
  /** Everything that the model was sent. */
  readonly model: string;
  /** Both programs' standard output and error. */
  readonly printed: string;
  /** The subjects of the tickets that the desk has in its books. */
  readonly subjects: readonly unknown[];
  /** Files under the home, other than the desk's books, that hold the number. */
  readonly leaks: readonly string[];
}

/**
 * One session in two processes: the first says the number, the second uses what stands for it.
 *
 * @param home An empty folder.
 * @param env Further variables.
 */
export async function holdPrivateConversation(
  home: string,
  env: Readonly<Record<string, string>>,
): Promise<PrivateConversation> {
  await using server = startModelServer({ reply: ({ messages }) => replyTo(messages.at(-1)) });
  const options = {
    home,
    env: {
      ...env,
      AGENT_GUARD_PII: "1",
      HANDRAIL_MODEL: "openai:test",
      OPENAI_API_KEY: "test-key",
      OPENAI_BASE_URL: server.url,
    },
  };
  const first = await runHandrail(
    ["run", "--json", "--session", "one", `打印机坏了，请建工单，电话 ${PRIVATE_PHONE}`],
    options,
  );
  const second = await runHandrail(["run", "--json", "--session", "one", "再建一张，还是这个电话"], options);
  assertEquals([first.code, second.code], [0, 0], first.stderr + second.stderr);
  const books = await Deno.readTextFile(join(home, ".local/state/handrail/ledger.jsonl"));
  return {
    model: JSON.stringify(server.requests),
    printed: first.stdout + first.stderr + second.stdout + second.stderr,
    subjects: books.trim().split("\n").map((line) => JSON.parse(line).details.subject),
    leaks: (await filesWith(home, PRIVATE_PHONE)).filter((path) => !path.endsWith("/ledger.jsonl")),
  };
}

/** The alias in what was said goes into a ticket; the second ticket is another one. */
function replyTo(last: { readonly role: string; readonly content: string | null } | undefined): ModelReply {
  if (last?.role === "tool") return { text: "会打 [[PHONE_1]]。" };
  const again = last?.content?.includes("再建") ? "（第二张）" : "";
  const input = { subject: `打印机坏了${again}，电话 [[PHONE_1]]` };
  return { toolCalls: [{ name: "ticket_create", arguments: JSON.stringify(input) }] };
}

async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) found.push(...await filesWith(path, text));
    else if (new TextDecoder("latin1").decode(await Deno.readFile(path)).includes(text)) found.push(path);
  }
  return found;
}
