/**
 * Two handles on one KV file, for one test.
 *
 * @module
 */
import { join } from "node:path";
import { KvIdempotencyStore } from "../../shells/stores/kv_idempotency_store.ts";
import type { OpenKv } from "../../shells/stores/open_kv_file.ts";
import { FakeClock } from "./fake_clock.ts";
import { tempFolder } from "./temp_folder.ts";

/** What {@linkcode kvStores} makes. */
export interface KvStores extends AsyncDisposable {
  readonly path: string;
  readonly clock: FakeClock;
  readonly store: KvIdempotencyStore;
  /** Another handle on the file, as another process has it. */
  readonly peer: KvIdempotencyStore;
  /** The keys that are in the file, under a prefix. */
  readonly rawKeys: (...prefix: string[]) => Promise<Deno.KvKey[]>;
}

/**
 * Makes a file in a folder that is gone when the test ends.
 *
 * @param open What the store, but not its peer, opens the file with.
 *
 * @example
 * ```ts
 * await using kv = await kvStores();
 * await kv.store.claim("ab", "owner", 600_000);
 * ```
 */
export async function kvStores(open?: OpenKv): Promise<KvStores> {
  const folder = await tempFolder();
  const path = join(folder.path, "idem.kv");
  const clock = new FakeClock();
  const store = new KvIdempotencyStore({
    path,
    clock,
    ...(open && { open }),
    patience: { wait: () => Promise.resolve() },
  });
  const peer = new KvIdempotencyStore({ path, clock });
  return {
    path,
    clock,
    store,
    peer,
    rawKeys: async (...prefix) => {
      using kv = await Deno.openKv(path);
      return await Array.fromAsync(kv.list({ prefix }), ({ key }) => key);
    },
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
