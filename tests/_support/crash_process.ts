/**
 * A worker process, seen from outside.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { readLines } from "../../cli/json/read_lines.ts";
import type { CrashCall, CrashPlan, CrashReport } from "./crash_plan.ts";

const WORKER = fileURLToPath(new URL("./crash_worker.ts", import.meta.url));
const FLAGS = ["--no-prompt", "--allow-env", "--allow-read", "--allow-write", "--allow-net=127.0.0.1"];

/** How a worker ended. */
export interface CrashEnd {
  /** It was killed before it had finished. */
  readonly killed: boolean;
  /** It ended by itself, and well. */
  readonly finished: boolean;
  readonly calls: readonly CrashCall[];
  readonly warnings: readonly string[];
  readonly stderr: string;
}

/**
 * A running worker.
 *
 * @example
 * ```ts
 * const worker = CrashProcess.start(plan);
 * await worker.ready;
 * worker.go();
 * worker.kill();
 * const { calls } = await worker.end();
 * ```
 */
export class CrashProcess {
  /** Settles when the worker has loaded everything, or has ended. */
  readonly ready: Promise<void>;
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #calls: CrashCall[] = [];
  readonly #warnings: string[] = [];
  readonly #collected: Promise<void>;
  readonly #stderr: Promise<string>;
  readonly #isReady = Promise.withResolvers<void>();
  #finished = false;

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#input = child.stdin.getWriter();
    this.#collected = this.#collect().finally(this.#isReady.resolve);
    this.#stderr = new Response(child.stderr).text();
    this.ready = this.#isReady.promise;
  }

  /** Starts a worker, which loads everything and waits. */
  static start(plan: CrashPlan): CrashProcess {
    const command = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", ...FLAGS, WORKER, JSON.stringify(plan)],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    });
    return new CrashProcess(command.spawn());
  }

  /** Lets it begin. */
  async go(): Promise<void> {
    await this.#input.write(new Uint8Array([0x0a])).catch(() => {});
  }

  /** Kills it with SIGKILL; harmless when it has ended. */
  kill(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
  }

  /**
   * Waits for the end.
   *
   * @param patienceMs After so many milliseconds it counts as hanging and is killed.
   */
  async end(patienceMs = 60_000): Promise<CrashEnd> {
    const timer = setTimeout(() => this.kill(), patienceMs);
    const [{ signal, success }, stderr] = await Promise.all([
      this.#child.status,
      this.#stderr,
      this.#collected,
    ])
      .finally(() => clearTimeout(timer));
    await this.#input.close().catch(() => {});
    return {
      killed: signal === "SIGKILL" && !this.#finished,
      finished: success && this.#finished,
      calls: this.#calls,
      warnings: this.#warnings,
      stderr,
    };
  }

  async #collect(): Promise<void> {
    for await (const line of readLines(this.#child.stdout, 1024 * 1024)) {
      const report = "text" in line ? parseReport(line.text) : undefined;
      if (report?.type === "ready") this.#isReady.resolve();
      if (report?.type === "call") this.#calls.push(report);
      if (report?.type === "warning") this.#warnings.push(report.message);
      if (report?.type === "finished") this.#finished = true;
    }
  }
}

/** The last line of a worker that was killed may be torn. */
function parseReport(text: string): CrashReport | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
