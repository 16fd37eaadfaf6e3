import { assertEquals } from "@std/assert";
import { listenForSignals, type SignalHandlers } from "../../cli/signals.ts";
import { flushMicrotasks } from "../_support/flush_microtasks.ts";

/** Listens to signals that a test sends. */
function setUp(handlers: Partial<SignalHandlers> = {}) {
  const listeners = new Map<Deno.Signal, () => void>();
  const exits: number[] = [];
  const signals = listenForSignals({
    interrupt: () => false,
    terminate: () => Promise.resolve(),
    exit: (code) => void exits.push(code),
    ...handlers,
  }, {
    addSignalListener: (signal, listener) => void listeners.set(signal, listener),
    removeSignalListener: (signal) => void listeners.delete(signal),
  });
  return { signals, listeners, exits, send: (signal: Deno.Signal) => listeners.get(signal)?.() };
}

const onWindows = Deno.build.os === "windows";

Deno.test({
  name: "a signal that asks the program to go ends it with 128 and its number, once that is done (T29, T30)",
  ignore: onWindows,
  fn: async () => {
    for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
      const done = Promise.withResolvers<void>();
      const asked: number[] = [];
      const scene = setUp({ terminate: (exitCode) => (asked.push(exitCode), done.promise) });
      scene.send(signal);
      await flushMicrotasks();
      assertEquals([asked, scene.exits], [[code], []]);
      done.resolve();
      await flushMicrotasks();
      assertEquals(scene.exits, [code]);
    }
  },
});

Deno.test("a second signal does not wait (T30)", async () => {
  const done = Promise.withResolvers<void>();
  const { send, exits } = setUp({ terminate: () => done.promise });
  send("SIGINT");
  send("SIGINT");
  assertEquals(exits, [130]);
  done.resolve();
  await flushMicrotasks();
});

Deno.test("an interrupt that there was something for does not end the program (T31)", async () => {
  const { send, exits } = setUp({ interrupt: () => true });
  send("SIGINT");
  await flushMicrotasks();
  assertEquals(exits, []);
});

Deno.test("a signal behind the word of how it ended does not belie it (T29)", async () => {
  const { signals, send, exits } = setUp();
  signals.settle(4);
  send("SIGINT");
  await flushMicrotasks();
  send("SIGINT");
  assertEquals(exits, [4, 4]);
});

Deno.test("stop() gives every signal back", () => {
  const { signals, listeners } = setUp();
  signals.stop();
  assertEquals(listeners.size, 0);
});
