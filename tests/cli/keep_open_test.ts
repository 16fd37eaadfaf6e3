import { assertEquals, assertRejects } from "@std/assert";
import { keepOpen } from "../../cli/keep_open.ts";

Deno.test("keepOpen() opens once, whoever asks and when", async () => {
  let times = 0;
  const open = keepOpen(() => Promise.resolve(++times));
  assertEquals(times, 0);
  assertEquals(await Promise.all([open(), open()]), [1, 1]);
  assertEquals(await open(), 1);
});

Deno.test("keepOpen() tries again what could not be opened", async () => {
  let times = 0;
  const open = keepOpen(() => ++times === 1 ? Promise.reject(new Error("not yet")) : Promise.resolve(times));
  await assertRejects(open, Error, "not yet");
  assertEquals([await open(), await open()], [2, 2]);
});
