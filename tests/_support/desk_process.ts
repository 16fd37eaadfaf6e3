/**
 * The sample back end, spawned.
 *
 * @module
 */
import { dirname } from "node:path";

/** How to start the back end. */
export interface DeskProcessOptions {
  /** The file of its books, in a folder that exists. */
  readonly books: string;
  /** @default {0: any that is free} */
  readonly port?: number;
  /** Further flags, such as `--fail drop=1`. */
  readonly flags?: readonly string[];
}

const SCRIPT = new URL("../../samples/desk-server.ts", import.meta.url).pathname;

/**
 * A running back end with the permissions of its task, for its own folder.
 *
 * @example
 * ```ts
 * await using backEnd = await DeskProcess.start({ books: `${folder.path}/books.jsonl` });
 * ```
 */
export class DeskProcess implements AsyncDisposable {
  readonly port: number;
  readonly #child: Deno.ChildProcess;
  readonly #books: string;
  readonly #output: Promise<unknown>;

  private constructor(child: Deno.ChildProcess, port: number, books: string, output: Promise<unknown>) {
    this.#child = child;
    this.port = port;
    this.#books = books;
    this.#output = output;
  }

  /** Starts it, and waits until it listens. */
  static async start({ books, port = 0, flags = [] }: DeskProcessOptions): Promise<DeskProcess> {
    const folder = dirname(books);
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-prompt", "--allow-net=127.0.0.1"],
        ...[`--allow-read=${folder}`, `--allow-write=${folder}`, SCRIPT],
        ...["--port", `${port}`, "--books", books, ...flags],
      ],
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const errors = new Response(child.stderr).text();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = await reader.read();
    const [, at] = /^Desk on http:\/\/127\.0\.0\.1:(\d+), /.exec(value) ?? [];
    if (at === undefined) throw new Error(`Cannot start the back end: ${value}${await errors}`);
    return new DeskProcess(child, Number(at), books, Promise.all([errors, reader.read()]));
  }

  /** Its base URL. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The lines of its books. */
  async entries(): Promise<Record<string, unknown>[]> {
    const text = await Deno.readTextFile(this.#books).catch(() => "");
    return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  }

  /** Waits until so many writes are booked. */
  async booked(count: number): Promise<void> {
    while ((await this.entries()).length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Ends it with a signal; gives its exit code. */
  async end(signal: Deno.Signal): Promise<number> {
    this.#child.kill(signal);
    const [{ code }] = await Promise.all([this.#child.status, this.#output]);
    return code;
  }

  /** Kills what still runs. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGKILL").catch(() => {});
  }
}
