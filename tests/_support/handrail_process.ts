/**
 * The real program, spawned: from source, or the binary that `HANDRAIL_BINARY` names.
 *
 * @module
 */
import { resolve } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { readLines } from "../../cli/json/read_lines.ts";

/** One line of JSON mode. */
export type WireEvent = { readonly type: string; readonly [field: string]: unknown };

/** How to start the program. */
export interface StartOptions {
  /** The folder that is its home; empty at first, for a program on a fresh machine. */
  readonly home: string;
  /** Variables beside HOME, PATH and LANG. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder that it is started in. @default {that of the tests} */
  readonly cwd?: string;
}

/** How it ended. */
export interface ProcessEnd {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of standard output as JSON; only for JSON mode. */
  readonly events: WireEvent[];
}

const ROOT = new URL("../../", import.meta.url).pathname;

/** The binary that is run in place of the source, if one is. Tests start it in folders of their own. */
export function binaryPath(): string | undefined {
  const named = Deno.env.get("HANDRAIL_BINARY");
  return named ? resolve(named) : undefined;
}

/**
 * The command line that runs the program with the permissions of its task.
 *
 * @param args The program's arguments, the command first.
 */
export function handrailCommand(
  args: readonly string[],
): { readonly program: string; readonly args: string[] } {
  const binary = binaryPath();
  if (binary) return { program: binary, args: [...args] };
  const tasks: Record<string, { readonly command: string }> = config.tasks;
  const task = (tasks[args[0] ?? "chat"] ?? config.tasks.handrail).command;
  const flags = task.split(" ").filter((word) => word.startsWith("--"));
  return { program: Deno.execPath(), args: ["run", "--quiet", ...flags, `${ROOT}main.ts`, ...args] };
}

/** The environment of a program on a fresh machine. */
export function freshEnvironment({ home, env }: StartOptions): Record<string, string> {
  const inherited = ["PATH", "DENO_DIR", "TMPDIR"].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  // Whoever wants the embedding model says so: no test fetches it.
  // The dependencies stand in the cache of whoever runs the tests; the program's own home is empty.
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
  const denoDir = Deno.env.get("DENO_DIR") || `${cache}/deno`;
  return {
    ...Object.fromEntries(inherited),
    DENO_DIR: denoDir,
    // Deno itself now and then asks for its own news, through whatever proxy a test names.
    DENO_NO_UPDATE_CHECK: "1",
    LANG: "en_US.UTF-8",
    HANDRAIL_EMBEDDER: "none",
    ...env,
    HOME: home,
  };
}

/**
 * A running program.
 *
 * @example
 * ```ts
 * await using program = HandrailProcess.start(["json"], { home: folder.path });
 * await program.send({ id: "1", type: "ping" });
 * await program.next("response");
 * ```
 */
export class HandrailProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #events: WireEvent[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #stdout: Promise<string>;
  readonly #stderr: Promise<string>;
  /** Every line has become an event: a step behind what stands in `#stdout`. */
  readonly #collected: Promise<void>;
  #taken = 0;
  #closed = false;

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    const [raw, lines] = child.stdout.tee();
    this.#stdout = new Response(raw).text();
    this.#stderr = new Response(child.stderr).text();
    this.#collected = this.#collect(lines);
    this.#collected.catch(() => {}); // whoever waits for the end hears of it
  }

  /** Starts the program. */
  static start(args: readonly string[], options: StartOptions): HandrailProcess {
    const command = handrailCommand(args);
    const child = new Deno.Command(command.program, {
      args: command.args,
      clearEnv: true,
      env: freshEnvironment(options),
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    return new HandrailProcess(child);
  }

  /** The process id, for signals. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Every event so far, also those that were taken. */
  get seen(): readonly WireEvent[] {
    return this.#events;
  }

  /** Writes a command as a line, or text or bytes as they are. */
  async send(input: Readonly<Record<string, unknown>> | string | Uint8Array): Promise<void> {
    const text = typeof input === "string" || input instanceof Uint8Array
      ? input
      : `${JSON.stringify(input)}\n`;
    await this.#writer.write(typeof text === "string" ? new TextEncoder().encode(text) : text);
  }

  /** Ends standard input. */
  async closeInput(): Promise<void> {
    await this.#writer.close().catch(() => {});
  }

  /** Sends a signal. */
  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  /** The next event of a type that was not taken yet; events before it are skipped. */
  async next(type: string): Promise<WireEvent> {
    while (true) {
      const at = this.#events.findIndex((event, position) => position >= this.#taken && event.type === type);
      const event = this.#events[at];
      if (event) {
        this.#taken = at + 1;
        return event;
      }
      if (this.#closed) throw new Error(`No ${type} came: ${await this.#stdout}\n${await this.#stderr}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Waits for the end. */
  async end(): Promise<ProcessEnd> {
    const [{ code, signal }, stdout, stderr] = await Promise.all([
      this.#child.status,
      this.#stdout,
      this.#stderr,
      this.#collected,
    ]);
    return { code, signal, stdout, stderr, events: this.#events };
  }

  /** Kills what still runs. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await this.closeInput();
    await this.end();
  }

  async #collect(lines: ReadableStream<Uint8Array>): Promise<void> {
    for await (const line of readLines(lines, 64 * 1024 * 1024)) {
      if ("text" in line && line.text.startsWith('{"type"')) this.#events.push(JSON.parse(line.text));
      this.#wake();
    }
    this.#closed = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/**
 * Runs the program to its end.
 *
 * @param args The program's arguments.
 * @param options See {@linkcode StartOptions}; `input`: what standard input holds before it ends.
 *
 * @example
 * ```ts
 * const { code, stdout } = await runHandrail(["--version"], { home: folder.path });
 * ```
 */
export async function runHandrail(
  args: readonly string[],
  options: StartOptions & { readonly input?: string | Uint8Array },
): Promise<ProcessEnd> {
  await using program = HandrailProcess.start(args, options);
  if (options.input !== undefined) await program.send(options.input).catch(() => {});
  await program.closeInput();
  return await program.end();
}
