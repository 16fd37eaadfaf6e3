import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { BreakerState } from "../../../shells/breaker_state.ts";
import { decodeBreaker, encodeBreaker } from "../../../shells/stores/breaker_record.ts";

const PLAIN = { noNullPrototype: true };
const mark = fc.record({ id: fc.string(), at: fc.integer() }, PLAIN);
const failures = fc.array(fc.record({ at: fc.integer(), type: fc.string() }, PLAIN));
const state: fc.Arbitrary<BreakerState> = fc.oneof(
  fc.record({ failures }, PLAIN),
  fc.record({ failures, opening: mark }, PLAIN),
  fc.record({ failures, opening: mark, probe: mark }, PLAIN),
);

Deno.test("decodeBreaker() gives back every state that encodeBreaker() wrote", () => {
  fc.assert(fc.property(state, fc.uuid(), (written, change) => {
    const read = decodeBreaker(encodeBreaker(written, change));
    assertEquals(read.state, written);
  }));
});

Deno.test("encodeBreaker() writes nothing for a state that nothing is remembered of", () => {
  assertEquals(encodeBreaker({ failures: [] }, "c"), "");
  assertEquals(
    encodeBreaker({ failures: [{ at: 1, type: "timeout" }] }, "c"),
    '{"change":"c","failures":[{"at":1,"type":"timeout"}]}',
  );
});

Deno.test("decodeBreaker() takes whatever else there is for nothing", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    assertEquals(Array.isArray(decodeBreaker(text).state.failures), true);
  }));
  for (const text of ["", "null", "3", "[]", '{"failures":[]}', '{"change":"c"}']) {
    assertEquals(decodeBreaker(text).state, { failures: [] });
  }
  const odd =
    '{"change":"c","failures":[1,{"at":"x","type":"t"},{"at":2,"type":"t"}],"opening":{"id":1},"probe":null}';
  assertEquals(decodeBreaker(odd), { state: { failures: [{ at: 2, type: "t" }] }, change: "c" });
});
