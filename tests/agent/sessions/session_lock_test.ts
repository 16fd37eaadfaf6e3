import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { lockSession, SessionLockedError } from "../../../agent/sessions/session_lock.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

/** A way to the lock of one session in a folder, on a clock of its own. */
function locks(folder: string, deadlineMs = 60_000) {
  const clock = new FakeClock();
  const abort = new AbortController();
  const told: string[] = [];
  const acquire = () =>
    lockSession({
      path: join(folder, "ses_1.lock"),
      id: "ses_1",
      clock,
      deadlineMs,
      signal: abort.signal,
      onWait: () => told.push("waiting"),
    });
  return { clock, abort, told, acquire };
}

Deno.test("a second turn of a session waits for the first, and says so after a second", async () => {
  await using folder = await tempFolder();
  const { clock, told, acquire } = locks(folder.path);
  const first = await acquire();
  let entered = false;
  const second = acquire().then((lock) => {
    entered = true;
    return lock;
  });
  clock.advance(999);
  assertEquals(told, []);
  clock.advance(1);
  assertEquals([told, entered], [["waiting"], false]);
  first[Symbol.dispose]();
  (await second)[Symbol.dispose]();
  assertEquals([told, entered, clock.pendingTimers], [["waiting"], true, 0]);
});

Deno.test("a turn that waits too long fails with what to do, and holds nothing", async () => {
  await using folder = await tempFolder();
  const { clock, acquire } = locks(folder.path);
  const first = await acquire();
  const second = acquire();
  const refused = assertRejects(
    () => second,
    SessionLockedError,
    "another process has held session ses_1 for 60 s",
  );
  clock.advance(60_000);
  await refused;
  first[Symbol.dispose]();
  (await acquire())[Symbol.dispose]();
});

Deno.test("a turn that is not to wait at all gives a free lock the moment that it takes", async () => {
  await using folder = await tempFolder();
  const { clock, acquire } = locks(folder.path, 0);
  const free = acquire();
  clock.advance(249);
  const first = await free;
  const second = acquire();
  const refused = assertRejects(() => second, SessionLockedError, "has held session ses_1 for 0.25 s");
  clock.advance(250);
  await refused;
  first[Symbol.dispose]();
});

Deno.test("a turn that waits can be cancelled", async () => {
  await using folder = await tempFolder();
  const { abort, acquire, clock } = locks(folder.path);
  const first = await acquire();
  const refused = assertRejects(acquire, DOMException, "cancelled");
  abort.abort(new DOMException("The turn was cancelled", "AbortError"));
  await refused;
  first[Symbol.dispose]();
  assertEquals(clock.pendingTimers, 0);
});

Deno.test("whoever waited for the lock of a removed session gets one that others see", async () => {
  await using folder = await tempFolder();
  const { acquire } = locks(folder.path);
  const first = await acquire();
  const second = acquire();
  await Deno.remove(join(folder.path, "ses_1.lock"));
  first[Symbol.dispose]();
  const held = await second;
  let entered = false;
  const third = acquire().then((lock) => {
    entered = true;
    return lock;
  });
  await Deno.stat(join(folder.path, "ses_1.lock"));
  assertEquals(entered, false);
  held[Symbol.dispose]();
  (await third)[Symbol.dispose]();
});
