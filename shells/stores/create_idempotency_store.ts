/**
 * Chooses a store, so that nobody else has to.
 *
 * @module
 */
import type { Clock } from "../clock.ts";
import { LateCommitStore } from "./late_commit_store.ts";
import type { OpenStore } from "./open_store.ts";
import type { StoreKind } from "./store_kind.ts";

/** Settings of {@linkcode createIdempotencyStore}. */
export interface StoreSettings {
  readonly kind: StoreKind;
  /** For `redis`: `redis://host:port/db`; `rediss://` for TLS. */
  readonly redisUrl: string;
  /** For `kv`: the file. */
  readonly kvPath: string;
  readonly clock: Clock;
}

/**
 * Opens the store that the settings name. Redis is connected to at the first use, and a KV file is made then.
 *
 * @param settings See {@linkcode StoreSettings}.
 * @returns The store; dispose of it when the program ends.
 * @throws {TypeError} If the URL is none.
 *
 * @example
 * ```ts
 * const store = await createIdempotencyStore({ kind: "kv", redisUrl: "", kvPath: "/var/lib/handrail/idem.kv", clock });
 * ```
 */
export async function createIdempotencyStore(settings: StoreSettings): Promise<OpenStore> {
  const { kind, redisUrl, kvPath, clock } = settings;
  switch (kind) {
    case "memory": {
      const { MemoryIdempotencyStore } = await import("./memory_idempotency_store.ts");
      return new MemoryIdempotencyStore({ clock });
    }
    case "redis": {
      const { RedisIdempotencyStore } = await import("./redis_idempotency_store.ts");
      return new LateCommitStore(new RedisIdempotencyStore({ url: redisUrl, clock }));
    }
    case "kv": {
      const { KvIdempotencyStore } = await import("./kv_idempotency_store.ts");
      return new LateCommitStore(new KvIdempotencyStore({ path: kvPath, clock }));
    }
  }
}
