import { assert, assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { OutputClosedError, standardError, standardOutput, writtenOut } from "../../cli/output_stream.ts";
import { isSettled } from "../_support/flush_microtasks.ts";

/** Stands in for what the system does with a write to standard output; the stream has no other way in. */
function replaceSystemWrite(write: (bytes: Uint8Array) => Promise<number>): Disposable {
  const original = Deno.stdout.write;
  Deno.stdout.write = write;
  return { [Symbol.dispose]: () => void (Deno.stdout.write = original) };
}

Deno.test("write() goes on until the system has taken every byte, also in the middle of a character (T13)", async () => {
  const taken: number[] = [];
  using _ = replaceSystemWrite((bytes) => {
    const count = Math.min(2, bytes.length);
    taken.push(...bytes.subarray(0, count));
    return Promise.resolve(count);
  });
  await standardOutput.write("中文😀\n");
  assertEquals(new TextDecoder().decode(Uint8Array.from(taken)), "中文😀\n");
});

Deno.test("write() hands over a text in one piece, and in the order of the calls (T14)", async () => {
  const pieces: string[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  using _ = replaceSystemWrite(async (bytes) => {
    const gate = gates[pieces.push(new TextDecoder().decode(bytes)) - 1];
    await gate?.promise;
    return bytes.length;
  });
  const [first, second] = [standardOutput.write("first\n"), standardOutput.write("second\n")];
  assertEquals(await isSettled(first), false);
  assertEquals(pieces, ["first\n"]);
  gates.forEach(({ resolve }) => resolve());
  await Promise.all([first, second]);
  assertEquals(pieces, ["first\n", "second\n"]);
});

Deno.test("writtenOut() waits for what nobody waited for, and for no write that failed", async () => {
  const gate = Promise.withResolvers<void>();
  using _ = replaceSystemWrite(async (bytes) => {
    await gate.promise;
    return bytes.length;
  });
  void standardOutput.write("aside\n");
  const waiting = writtenOut();
  assertEquals(await isSettled(waiting), false);
  gate.resolve();
  await waiting;
  Deno.stdout.write = () => Promise.reject(new Deno.errors.NotCapable("no"));
  standardOutput.write("x").catch(() => {});
  await writtenOut();
});

Deno.test("write() tells that the reader has gone, whatever it was written by (T16)", async () => {
  using _ = replaceSystemWrite(() => Promise.reject(new Deno.errors.BrokenPipe("EPIPE")));
  const error = await assertRejects(() => standardOutput.write("x"), OutputClosedError);
  assert(error instanceof OutputClosedError);
  assertInstanceOf(error.cause, Deno.errors.BrokenPipe);
});

Deno.test("write() passes another error on as it is, and a later write is not held up by it", async () => {
  let failing = true;
  using _ = replaceSystemWrite((bytes) =>
    failing ? Promise.reject(new Deno.errors.NotCapable("no")) : Promise.resolve(bytes.length)
  );
  const failed = standardOutput.write("x");
  await assertRejects(() => failed, Deno.errors.NotCapable, "no");
  failing = false;
  await standardOutput.write("y");
});

Deno.test("columns() is 80 where there is no terminal", () => {
  const original = Deno.consoleSize;
  try {
    Deno.consoleSize = () => {
      throw new Error("no terminal");
    };
    assertEquals([standardOutput.columns(), standardError.columns()], [80, 80]);
    Deno.consoleSize = () => ({ columns: 0, rows: 0 });
    assertEquals(standardOutput.columns(), 80);
    Deno.consoleSize = () => ({ columns: 132, rows: 40 });
    assertEquals(standardOutput.columns(), 132);
  } finally {
    Deno.consoleSize = original;
  }
});
