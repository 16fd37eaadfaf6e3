import { MemoryBreakerStore } from "../../../shells/stores/memory_breaker_store.ts";
import { testBreakerStore } from "./breaker_conformance.ts";

testBreakerStore("MemoryBreakerStore", () => {
  let now = 0;
  const store = new MemoryBreakerStore({ elapsed: () => now });
  return { store, peer: store, advance: (ms) => void (now += ms) };
});
