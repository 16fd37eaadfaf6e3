/**
 * A model server that others wrote and keep: what we think of the vendors' formats is not all that there is.
 *
 * @module
 */
import { join } from "node:path";

/** Has no dependencies, and is no dependency of the program. */
const PACKAGE = "@copilotkit/aimock@1.43.0";
const FETCH_TIMEOUT_MS = 20_000;

/** An answer, and to what. */
export interface ServerFixture {
  readonly match: {
    /** Part of what the user said last. */
    readonly userMessage: string;
    /** Has a tool answered since? */
    readonly hasToolResult?: boolean;
    /** Part of the last tool result. */
    readonly toolResultContains?: string;
  };
  readonly response: {
    readonly content: string;
    readonly toolCalls?: readonly { readonly name: string; readonly arguments: string }[];
  };
}

/** A running server. */
export interface IndependentServer extends AsyncDisposable {
  /** Its address, without a path. */
  readonly url: string;
}

/**
 * Puts the server into a folder.
 *
 * @param folder An empty folder.
 * @returns The file to run, or why there is none.
 */
export async function installIndependentServer(
  folder: string,
): Promise<{ readonly file: string } | { readonly missing: string }> {
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--prefer-offline"];
  const limits = ["--fetch-retries=0", `--fetch-timeout=${FETCH_TIMEOUT_MS}`];
  try {
    const { success, stderr } = await new Deno.Command("npm", {
      args: ["install", "--prefix", folder, ...flags, ...limits, PACKAGE],
    }).output();
    if (!success) return { missing: new TextDecoder().decode(stderr).trim().split("\n")[0] ?? "npm failed" };
  } catch (error) {
    return { missing: String(error) };
  }
  return { file: join(folder, "node_modules/@copilotkit/aimock/dist/cli.js") };
}

/**
 * Starts the server on a free port.
 *
 * @param file From {@linkcode installIndependentServer}.
 * @param folder Where its answers are written to.
 * @param fixtures The answers; the first that matches counts.
 * @throws {Error} If it ends before it listens; the message holds what it printed.
 */
export async function startIndependentServer(
  file: string,
  folder: string,
  fixtures: readonly ServerFixture[],
): Promise<IndependentServer> {
  const answers = join(folder, "answers.json");
  await Deno.writeTextFile(answers, JSON.stringify({ fixtures }));
  const child = new Deno.Command("node", {
    args: [file, "--port", "0", "--strict", "--fixtures", answers],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const url = await addressIn(reader);
  const drained = (async () => {
    while (!(await reader.read()).done);
  })();
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await Promise.all([child.status, drained]);
    },
  };
}

async function addressIn(reader: ReadableStreamDefaultReader<string>): Promise<string> {
  let printed = "";
  while (true) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The server did not start: ${printed}`);
    printed += value;
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
    if (address !== undefined) return address;
  }
}
