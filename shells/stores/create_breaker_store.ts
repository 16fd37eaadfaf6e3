/**
 * Chooses where it is remembered that tools fail: beside the idempotency records.
 *
 * @module
 */
import type { OpenBreakerStore } from "./breaker_store.ts";
import type { StoreSettings } from "./create_idempotency_store.ts";

/** A call waits for its breaker, so that a locked file must not hold it up as long as a record may. */
const KV_PATIENCE_MS = 2_000;

/**
 * Opens the store that the settings name. Redis is connected to at the first use, and a KV file is opened then.
 *
 * @param settings The settings of the idempotency store. `elapsed`: milliseconds on a clock that is never set back, for
 *   `memory`.
 * @returns The store; dispose of it when the program ends.
 * @throws {TypeError} If the URL is none.
 *
 * @example
 * ```ts
 * const store = await createBreakerStore({ kind: "memory", redisUrl: "", kvPath: "", clock, elapsed });
 * ```
 */
export async function createBreakerStore(
  settings: StoreSettings & { readonly elapsed: () => number },
): Promise<OpenBreakerStore> {
  const { kind, redisUrl, kvPath, clock, elapsed } = settings;
  switch (kind) {
    case "memory": {
      const { MemoryBreakerStore } = await import("./memory_breaker_store.ts");
      return new MemoryBreakerStore({ elapsed });
    }
    case "redis": {
      const { RedisBreakerStore } = await import("./redis_breaker_store.ts");
      return new RedisBreakerStore({ url: redisUrl });
    }
    case "kv": {
      const { KvBreakerStore } = await import("./kv_breaker_store.ts");
      return new KvBreakerStore({ path: kvPath, clock, patience: { budgetMs: KV_PATIENCE_MS } });
    }
  }
}
