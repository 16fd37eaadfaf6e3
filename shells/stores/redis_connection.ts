/**
 * A connection that is there when it is needed, and never keeps anybody waiting.
 *
 * @module
 */
import { Redis, ReplyError } from "ioredis";
import { parseRedisUrl, type RedisAddress, refusedError, unreachableError } from "./redis_address.ts";
import { COMMIT_SCRIPT, READ_BREAKER_SCRIPT, RELEASE_SCRIPT, SWAP_BREAKER_SCRIPT } from "./redis_scripts.ts";

/** The client, and the scripts it knows; it loads one that the server has forgotten. */
export type RedisClient = Redis & {
  commitRecord(key: string, head: string, text: string, leftMs: number): Promise<unknown>;
  releaseRecord(key: string, head: string): Promise<unknown>;
  readBreaker(key: string): Promise<unknown>;
  swapBreaker(key: string, text: string, next: string, keepMs: number): Promise<unknown>;
};

/** Something to be done by the server that may be done twice. */
export interface RedisCommand<T> {
  readonly send: (client: RedisClient) => Promise<unknown>;
  /**
   * Makes sense of the reply, or throws.
   *
   * @param reply The reply.
   * @param again An earlier try may have been carried out.
   */
  readonly parse: (reply: unknown, again: boolean) => T;
  /** Undoes what an unanswered try may have done; sent when the command failed for good. */
  readonly undo?: (client: RedisClient) => Promise<unknown>;
}

type Undo = NonNullable<RedisCommand<unknown>["undo"]>;

interface Link {
  readonly client: RedisClient;
  readonly ready: Promise<void>;
  /** Ready, and whatever was to be undone is on its way: nothing is left to wait for. */
  isOpen: boolean;
}

/** All tries of one command together, as a multiple of the time-out of one. */
const TOTAL = 1.8;
const LONGEST_PAUSE_MS = 100;
const CLOSE_MS = 100;
const MAX_UNDOS = 1_000;

const OPTIONS = {
  lazyConnect: true,
  // A client is one connection: nothing is queued, repeated or sent again behind our back.
  retryStrategy: () => null,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  // Two round trips less; a server that is still loading says so in answer to the command.
  enableReadyCheck: false,
  disableClientInfo: true,
  protocol: 2,
  disconnectTimeout: CLOSE_MS,
  scripts: {
    commitRecord: { lua: COMMIT_SCRIPT, numberOfKeys: 1 },
    releaseRecord: { lua: RELEASE_SCRIPT, numberOfKeys: 1 },
    readBreaker: { lua: READ_BREAKER_SCRIPT, numberOfKeys: 1 },
    swapBreaker: { lua: SWAP_BREAKER_SCRIPT, numberOfKeys: 1 },
  },
} as const;

/**
 * One ioredis client at a time, used without its own repetition: it would carry out, minutes later, commands that were
 * given up. Here a command that finds no connection makes one, which is why there is no back-off to wait for when the
 * server is back; when a reply does not come, the command is sent again on a new connection, within its time.
 *
 * @example
 * ```ts
 * await using connection = new RedisConnection({ url: "redis://127.0.0.1:6379", commandTimeoutMs: 500 });
 * await connection.run({ send: (client) => client.get("key"), parse: String });
 * ```
 */
export class RedisConnection implements AsyncDisposable {
  readonly #address: RedisAddress;
  readonly #timeoutMs: number;
  readonly #undos = new Set<Undo>();
  readonly #retired = new Map<RedisClient, ReturnType<typeof setTimeout>>();
  #current: Link | undefined;
  #closed = false;

  /**
   * @param options The server's URL, and the time-out of one try in milliseconds.
   * @throws {TypeError} If the URL is none.
   */
  constructor({ url, commandTimeoutMs }: { readonly url: string; readonly commandTimeoutMs: number }) {
    this.#address = parseRedisUrl(url);
    this.#timeoutMs = commandTimeoutMs;
  }

  /**
   * Has the server do something. Settles within 1.8 times the time-out of one try.
   *
   * @param command What.
   * @returns What it makes of the reply.
   * @throws {Error} If the server refuses, or cannot be reached. Then it may have been done all the same if the
   *   connection broke in between; `undo` is on its way in that case.
   */
  async run<T>(command: RedisCommand<T>): Promise<T> {
    const end = performance.now() + this.#timeoutMs * TOTAL;
    const timed = <R>(promise: Promise<R>) =>
      within(promise, Math.min(this.#timeoutMs, end - performance.now()));
    const unanswered = new Set<RedisClient>();
    let failure: unknown;
    for (let pauseMs = 0;; pauseMs = Math.min(pauseMs * 2 + 10, LONGEST_PAUSE_MS)) {
      const link = this.#link();
      let sent = false;
      try {
        if (!link.isOpen) await timed(link.ready);
        sent = true;
        return command.parse(await timed(command.send(link.client)), unanswered.size > 0);
      } catch (error) {
        failure = error;
        if (error instanceof ReplyError) break;
        if (sent) unanswered.add(link.client);
        // Others may still wait for replies on it, or have to take back what they sent, until their time is over.
        this.#drop(link, sent ? this.#timeoutMs * TOTAL : 0);
        // If nothing was sent it is certain that nothing was done, and soon enough to say so.
        if (unanswered.size === 0) break;
      }
      if (performance.now() + pauseMs >= end || this.#closed) break;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    if (command.undo && unanswered.size > 0) this.#giveUp(command.undo, unanswered);
    throw failure instanceof ReplyError
      ? refusedError(this.#address, failure as Error)
      : unreachableError(this.#address, failure);
  }

  /** Says goodbye to the server, for at most a fraction of a second. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const clients = new Set(this.#retired.keys());
    if (this.#current) clients.add(this.#current.client);
    await Promise.all([...clients].map(close));
  }

  #link(): Link {
    if (this.#closed) throw new Error("Cannot use Redis: the store is closed. Open a new one");
    return this.#current ??= this.#open();
  }

  #open(): Link {
    const client = new Redis({
      ...this.#address.options,
      ...OPTIONS,
      connectTimeout: this.#timeoutMs,
    }) as RedisClient;
    let failure: unknown;
    // A server that refuses the database number says so in an event only, and goes on with another database.
    client.on("error", (error) => failure ??= error);
    client.on("end", () => {
      clearTimeout(this.#retired.get(client));
      this.#retired.delete(client);
      if (this.#current === link) this.#current = undefined;
    });
    const ready = client.connect().catch((error) => failure ??= error).then(() => {
      if (failure) throw failure;
      for (const undo of this.#undos) this.#send(undo, client);
      link.isOpen = true;
    });
    ready.catch(() => {}); // those who wait hear of it; the others do not need to
    const link: Link = { client, ready, isOpen: false };
    return link;
  }

  /** Lets nobody else use a connection, and gives it up after a while. */
  #drop(link: Link, afterMs: number): void {
    if (this.#current === link) this.#current = undefined;
    const { client } = link;
    if (client.status === "end" || this.#retired.has(client)) return;
    this.#retired.set(client, setTimeout(() => client.disconnect(), afterMs));
  }

  /**
   * A server that hangs reads a connection in order: what follows a command on the same connection undoes it, whenever
   * that is. Where the connection broke, the next one does.
   */
  #giveUp(undo: Undo, unanswered: Iterable<RedisClient>): void {
    this.#undos.add(undo);
    for (const oldest of this.#undos) {
      if (this.#undos.size <= MAX_UNDOS) break;
      this.#undos.delete(oldest);
    }
    for (const client of unanswered) this.#send(undo, client);
  }

  #send(undo: Undo, client: RedisClient): void {
    undo(client).then(() => this.#undos.delete(undo), () => {});
  }
}

/** Settles as the promise does, but no later than in so many milliseconds. */
function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const { promise: timed, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${Math.round(ms)} ms`)), ms);
  promise.then(
    (value) => {
      clearTimeout(timer);
      resolve(value);
    },
    (error) => {
      clearTimeout(timer);
      reject(error);
    },
  );
  return timed;
}

async function close(client: RedisClient): Promise<void> {
  const ended = new Promise<void>((resolve) =>
    client.status === "end" ? resolve() : client.once("end", resolve)
  );
  if (client.status === "ready") client.quit().catch(() => {});
  await within(ended, CLOSE_MS).catch(() => client.disconnect());
  await within(ended, CLOSE_MS * 2).catch(() => {});
}
