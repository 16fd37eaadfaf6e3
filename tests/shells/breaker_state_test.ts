import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import {
  type BreakerEvent,
  breakerPhase,
  type BreakerRules,
  type BreakerState,
  CLOSED,
  nextBreakerState,
} from "../../shells/breaker_state.ts";

const RULES: BreakerRules = { failures: 3, windowMs: 1_000, coolDownMs: 500, probeLeaseMs: 100 };

const failed = (id = "call", errorType = "timeout"): BreakerEvent => ({ type: "failed", id, errorType });
const asked = (id = "call"): BreakerEvent => ({ type: "asked", id });
const succeeded = (id = "call"): BreakerEvent => ({ type: "succeeded", id });
const released = (id = "call"): BreakerEvent => ({ type: "released", id });

/** An event, and when it happens. */
type Timed = readonly [at: number, event: BreakerEvent];

/** Applies events and gives the last step. */
function run(...events: readonly Timed[]) {
  let state: BreakerState = CLOSED;
  const steps = events.map(([at, event]) => {
    const step = nextBreakerState(state, event, at, RULES);
    state = step.state;
    return step;
  });
  const last = steps.at(-1);
  if (!last) throw new Error("Cannot run: no events");
  return last;
}

/** Opened at 20 by the call "third"; it cools until 520. */
const OPENED = [[0, failed("first")], [10, failed("second", "network")], [20, failed("third")]] as const;

const PHASES: Record<string, readonly [phase: string, ...events: readonly Timed[]]> = {
  "one failure less than the rule leaves it closed": ["closed", [0, failed()], [0, failed()]],
  "so many failures in a row as the rule says open it": ["open", [0, failed()], [0, failed()], [0, failed()]],
  "a failure at the window's edge no longer counts": ["closed", [0, failed()], [1, failed()], [
    1_000,
    failed(),
  ]],
  "a failure just inside the window counts": ["open", [0, failed()], [1, failed()], [999, failed()]],
  "a success in between begins anew": ["closed", [0, failed()], [0, failed()], [1, succeeded()], [
    2,
    failed(),
  ]],
  "a call that says nothing changes nothing": [
    "open",
    [0, failed()],
    [1, failed()],
    [2, released()],
    [3, failed()],
  ],
  "it stays open until the cool-down is over": ["open", ...OPENED, [519, asked()]],
  "it is half open once the cool-down is over": ["half_open", ...OPENED, [520, asked()]],
  "a probe's success closes it": ["closed", ...OPENED, [520, asked("p")], [530, succeeded("p")]],
  "a probe's failure opens it again": ["open", ...OPENED, [520, asked("p")], [530, failed("p")]],
  "the new cool-down counts from the probe's failure": [
    "half_open",
    ...OPENED,
    [520, asked("p")],
    [530, failed("p")],
    [1_030, asked()],
  ],
  "a late success of a call from before the opening closes nothing": ["open", ...OPENED, [
    30,
    succeeded("early"),
  ]],
  "a late failure of a call from before the opening does not prolong the cool-down": [
    "half_open",
    ...OPENED,
    [500, failed("early")],
    [520, released("none")],
  ],
  "a lost probe's late success closes nothing": [
    "half_open",
    ...OPENED,
    [520, asked("lost")],
    [620, asked("next")],
    [630, succeeded("lost")],
  ],
};
for (const [sentence, [phase, ...events]] of Object.entries(PHASES)) {
  Deno.test(`nextBreakerState(): ${sentence} (H31)`, () => assertEquals(run(...events).phase, phase));
}

const ADMISSIONS: Record<string, readonly [admitted: boolean, ...events: readonly Timed[]]> = {
  "a closed breaker admits": [true, [0, failed()], [1, asked()]],
  "an open one refuses": [false, ...OPENED, [21, asked()]],
  "a half-open one admits one call": [true, ...OPENED, [520, asked("p")]],
  "a half-open one refuses while its probe runs": [false, ...OPENED, [520, asked("p")], [619, asked("q")]],
  "a probe whose process died is replaced after its lease": [
    true,
    ...OPENED,
    [520, asked("p")],
    [620, asked("q")],
  ],
  "a probe that says nothing makes room for another": [
    true,
    ...OPENED,
    [520, asked("p")],
    [530, released("p")],
    [531, asked("q")],
  ],
  "nobody but the probe makes room": [
    false,
    ...OPENED,
    [520, asked("p")],
    [530, released("other")],
    [531, asked("q")],
  ],
};
for (const [sentence, [admitted, ...events]] of Object.entries(ADMISSIONS)) {
  Deno.test(`nextBreakerState(): ${sentence} (H32)`, () => assertEquals(run(...events).admitted, admitted));
}

Deno.test("nextBreakerState() says which event opened it, once, and keeps what opened it", () => {
  const opened = run(...OPENED);
  assertEquals([opened.opened, opened.coolsForMs], [true, 500]);
  assertEquals(opened.state, {
    failures: [{ at: 0, type: "timeout" }, { at: 10, type: "network" }, { at: 20, type: "timeout" }],
    opening: { id: "third", at: 20 },
  });
  assertEquals(run(...OPENED, [25, failed("late")]).opened, false);
  const again = run(...OPENED, [520, asked("p")], [530, failed("p", "internal")]);
  assertEquals([again.opened, again.coolsForMs, again.state.opening], [false, 500, { id: "third", at: 530 }]);
  assertEquals(again.state.failures.map(({ type }) => type), ["network", "timeout", "internal"]);
});

Deno.test("nextBreakerState() gives the same object back when nothing changed, so that nothing is written", () => {
  const { state } = run(...OPENED);
  for (const event of [asked("x"), failed("x"), succeeded("x"), released("x")]) {
    assertStrictEquals(nextBreakerState(state, event, 30, RULES).state, state);
  }
  assertStrictEquals(nextBreakerState(CLOSED, asked("x"), 30, RULES).state, CLOSED);
  assertStrictEquals(nextBreakerState(CLOSED, succeeded("x"), 30, RULES).state, CLOSED);
});

Deno.test("nextBreakerState(): a clock that is set back opens nothing and keeps nothing open (H31)", () => {
  const { state } = run(...OPENED);
  assertEquals(breakerPhase(state, -3_600_000, RULES), "half_open");
  const two: BreakerState = { failures: [{ at: 9_000, type: "timeout" }, { at: 9_001, type: "timeout" }] };
  assertEquals(nextBreakerState(two, failed(), 100, RULES).state.failures, [{ at: 100, type: "timeout" }]);
  const probing = run(...OPENED, [520, asked("p")]).state;
  assertEquals(nextBreakerState(probing, asked("q"), -5, RULES).admitted, true);
});

Deno.test("nextBreakerState() opens exactly when the last failures without a success between fit into the window", () => {
  const event = fc.record({ wait: fc.nat(600), fails: fc.boolean() });
  fc.assert(fc.property(fc.array(event, { maxLength: 30 }), (events) => {
    let [state, now]: [BreakerState, number] = [CLOSED, 0];
    let streak: number[] = [];
    for (const { wait, fails } of events) {
      now += wait;
      streak = fails ? [...streak, now] : [];
      const step = nextBreakerState(state, fails ? failed() : succeeded(), now, RULES);
      const third = streak.at(-3);
      assertEquals(step.opened, third !== undefined && now - third < 1_000);
      if (step.opened) return;
      state = step.state;
    }
  }));
});

Deno.test("nextBreakerState() never has two probes within a lease (H32)", () => {
  const calls = fc.array(fc.record({ wait: fc.nat(60), releases: fc.boolean() }), { maxLength: 40 });
  fc.assert(fc.property(calls, (events) => {
    let state = run(...OPENED).state;
    let now = 520;
    let running: { id: string; at: number } | undefined;
    events.forEach(({ wait, releases }, at) => {
      now += wait;
      if (releases && running) {
        state = nextBreakerState(state, released(running.id), now, RULES).state;
        running = undefined;
      }
      const step = nextBreakerState(state, asked(`p${at}`), now, RULES);
      assertEquals(step.admitted, !running || now - running.at >= 100);
      if (step.admitted) running = { id: `p${at}`, at: now };
      state = step.state;
    });
  }));
});
