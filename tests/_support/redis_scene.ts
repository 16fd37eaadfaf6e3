/**
 * A Redis of a test's own, reached over a proxy that can be told to misbehave.
 *
 * @module
 */
import { assert, assertRejects } from "@std/assert";
import type { StoredOutcome } from "../../shells/stores/idempotency_store.ts";
import { RedisIdempotencyStore } from "../../shells/stores/redis_idempotency_store.ts";
import { infraTest } from "./infra_test.ts";
import { type RedisServer, startRedisServer } from "./redis_server.ts";
import { startTcpProxy, type TcpProxy } from "./tcp_proxy.ts";

/** The window of these tests. */
export const WINDOW_MS = 60_000;

/** A result to keep. */
export const RESULT: StoredOutcome = { kind: "result", value: { status: "success", summary: "Done." } };

/** A write. */
export const CALL = {
  scope: "session-1",
  tool: "order_refund",
  input: { phone: "13812345678" },
  repeat: "once",
} as const;

/** What a test has: a server of its own, and a store that reaches it over a proxy. */
export interface RedisScene {
  readonly server: RedisServer;
  readonly proxy: TcpProxy;
  readonly store: RedisIdempotencyStore;
  /** As another process has it, and without the proxy. */
  readonly peer: RedisIdempotencyStore;
}

/** A test on a Redis, which is skipped, aloud, where there is none. */
export function redisTest(
  sentence: string,
  body: (scene: RedisScene) => Promise<void>,
  { commandTimeoutMs, settings }: {
    readonly commandTimeoutMs?: number;
    readonly settings?: Record<string, string>;
  } = {},
): void {
  infraTest(`RedisIdempotencyStore ${sentence}`, { needsRedis: true }, async () => {
    await using server = await startRedisServer(settings && { settings });
    await using proxy = startTcpProxy(server.port);
    await using store = new RedisIdempotencyStore({
      url: proxy.url,
      ...(commandTimeoutMs && { commandTimeoutMs }),
    });
    await using peer = new RedisIdempotencyStore({ url: server.url });
    await body({ server, proxy, store, peer });
  });
}

/** Lets time go by for a real server, whose clock nobody can set. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** How long something takes, in milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Waits for what is on its way. */
export async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!await isSo()) {
    assert(performance.now() < end, "it did not come about in 10 s");
    await pause(5);
  }
}

/** The message of a failure. */
export async function messageOf(promise: Promise<unknown>): Promise<string> {
  return (await assertRejects(() => promise, Error)).message;
}

/** All keys that a store lists. */
export async function keysOf(store: RedisIdempotencyStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
}
