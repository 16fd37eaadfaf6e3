import { KvIdempotencyStore } from "../../../shells/stores/kv_idempotency_store.ts";
import { join } from "node:path";
import { FakeClock } from "../../_support/fake_clock.ts";
import { tempFolder } from "../../_support/temp_folder.ts";
import { testIdempotencyStore } from "./conformance.ts";

testIdempotencyStore("KvIdempotencyStore", async () => {
  const folder = await tempFolder();
  const clock = new FakeClock();
  const path = join(folder.path, "idem.kv");
  const [store, peer] = [new KvIdempotencyStore({ path, clock }), new KvIdempotencyStore({ path, clock })];
  return {
    store,
    peer,
    advance: (ms) => clock.advance(ms),
    dispose: async () => {
      await store[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});
