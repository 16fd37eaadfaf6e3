/**
 * A Deno KV file that is opened when it is needed, and shared with other processes.
 *
 * @module
 */
import { setTimeout as wait } from "node:timers/promises";
import { bilingual, BilingualError, wordsOf } from "../../kb/bilingual_error.ts";
import type { Clock } from "../clock.ts";
import { type OpenKv, openKvFile } from "./open_kv_file.ts";
import { type LockedPatience, retryLocked } from "./retry_locked.ts";

/** Settings of {@linkcode KvFile}. */
export interface KvFileOptions {
  /** The file; it and its folder are made at the first use. */
  readonly path: string;
  /** Limits how long closing waits. */
  readonly clock: Pick<Clock, "after">;
  /** Opens the database. @default {Deno.openKv} */
  readonly open?: OpenKv;
  /** How to wait while other processes have the file locked. @default {5 seconds} */
  readonly patience?: Partial<LockedPatience>;
}

const BUDGET_MS = 5_000;
const CLOSE_WITHIN_MS = 1_000;

/**
 * The file. Work on it is repeated while it is locked; closing it lets running work end first, for a second at most.
 *
 * @example
 * ```ts
 * await using file = new KvFile({ path: "/var/lib/handrail/idem.kv", clock: systemClock });
 * const entry = await file.use((kv) => kv.get(["agent"]));
 * ```
 */
export class KvFile implements AsyncDisposable {
  readonly #path: string;
  readonly #clock: Pick<Clock, "after">;
  readonly #open: OpenKv;
  readonly #patience: LockedPatience;
  readonly #running = new Set<Promise<unknown>>();
  #opening: Promise<Deno.Kv> | undefined;
  #closed = false;

  /**
   * @param options See {@linkcode KvFileOptions}.
   * @throws {TypeError} If the path is empty: Deno would then choose a file, or none.
   */
  constructor({ path, clock, open = openDenoKv, patience }: KvFileOptions) {
    if (path === "") {
      throw bilingual(TypeError, {
        en: 'Cannot create kv store: the path is "". Set HANDRAIL_KV to a file',
        zh: '无法创建 kv 存储：路径是 ""。请把 HANDRAIL_KV 设为文件',
      });
    }
    this.#path = path;
    this.#clock = clock;
    this.#open = open;
    const elapsed = () => performance.now();
    this.#patience = { wait, random: Math.random, elapsed, budgetMs: BUDGET_MS, ...patience };
  }

  /**
   * Does something with the database.
   *
   * @param work What to do; it is done again when it throws `database is locked`.
   * @returns What the work returned.
   * @throws {Error} If the file cannot be opened, stays locked, or is closed; or what the work throws.
   */
  async use<T>(work: (kv: Deno.Kv) => Promise<T>): Promise<T> {
    const run = retryLocked(async () => await work(await this.#database()), this.#patience);
    this.#running.add(run);
    try {
      return await run;
    } catch (error) {
      throw this.#explained(error);
    } finally {
      this.#running.delete(run);
    }
  }

  /** Closes the file. What is still running then fails, and so does whatever comes later. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const stopWaiting = this.#clock.after(CLOSE_WITHIN_MS, () => resolve(undefined));
    Promise.allSettled(this.#running).then(resolve);
    await promise;
    stopWaiting();
    const closing = this.#opening?.then((kv) => kv.close(), () => {});
    this.#opening = undefined;
    // What still runs may be the opening, and that may hang.
    if (this.#running.size === 0) await closing;
  }

  async #database(): Promise<Deno.Kv> {
    if (!this.#opening && this.#closed) throw this.#closedError();
    const opening = this.#opening ??= openKvFile(this.#path, this.#open).catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    const kv = await opening;
    // It opened too late, and is about to be closed.
    if (this.#opening !== opening) throw this.#closedError();
    return kv;
  }

  #closedError(): Error {
    return new Error(`Cannot use kv store: ${this.#path} is closed. Create a new store`);
  }

  #explained(error: unknown): unknown {
    if (!(error instanceof Error) || error.message.startsWith("Cannot ")) return error;
    const why = wordsOf(error);
    return new BilingualError({
      en: `Cannot use kv store: ${this.#path}: ${why.en}. Try again, or set HANDRAIL_KV to another file`,
      zh: `无法使用 kv 存储：${this.#path}：${why.zh}。请重试，或把 HANDRAIL_KV 设为另一个文件`,
    }, { cause: error });
  }
}

async function openDenoKv(path: string): Promise<Deno.Kv> {
  if (typeof Deno.openKv === "function") return await Deno.openKv(path);
  throw new BilingualError({
    en: "Deno KV is not enabled: run Deno with --unstable-kv",
    zh: "没有启用 Deno KV：请用 --unstable-kv 运行 Deno",
  });
}
