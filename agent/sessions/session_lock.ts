/**
 * One turn of a session at a time, among processes.
 *
 * @module
 */
import type { Clock } from "../../shells/clock.ts";
import { BilingualError } from "../../kb/bilingual_error.ts";

/** Thrown when another process holds a session for too long. */
export class SessionLockedError extends BilingualError {
  override readonly name = "SessionLockedError";
}

/** Settings of {@linkcode lockSession}. */
export interface SessionLockOptions {
  /** The lock's own file; its folder must be there. */
  readonly path: string;
  /** The session, for messages. */
  readonly id: string;
  readonly clock: Pick<Clock, "after">;
  /** How long to wait, in milliseconds; a quarter of a second at least. */
  readonly deadlineMs: number;
  /** Gives up. */
  readonly signal: AbortSignal;
  /** Is told once, when the wait has lasted a second. */
  readonly onWait: () => void;
}

/** A lock that nobody holds takes a moment as well: who gives up sooner takes it for somebody else's. */
const LEAST_MS = 250;

/** Whoever watches is told after so many milliseconds that something is waited for. */
const QUIET_MS = 1_000;

/**
 * Waits until no other process holds the lock. The system gives it back when a process dies, however it dies, so that
 * nothing is ever left locked. Advisory, by `flock`: the folder must be on a file system that several processes of one
 * machine share.
 *
 * @param options See {@linkcode SessionLockOptions}.
 * @returns The lock; disposing of it gives it back.
 * @throws {SessionLockedError} After `deadlineMs`.
 * @throws The signal's reason.
 *
 * @example
 * ```ts
 * using lock = await lockSession({ path: "/state/sessions/ses_1.lock", id: "ses_1", clock, deadlineMs: 60_000, signal, onWait });
 * ```
 */
export async function lockSession(options: SessionLockOptions): Promise<Disposable> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const { id, clock, signal, onWait } = options;
  const deadlineMs = Math.max(options.deadlineMs, LEAST_MS);
  const aborted = () => reject(signal.reason);
  const timers = [
    clock.after(QUIET_MS, onWait),
    clock.after(deadlineMs, () =>
      reject(
        new SessionLockedError({
          en: `Cannot run a turn: another process has held session ${id} for ${deadlineMs / 1000} s. ` +
            "Wait until its turn ends, or end it",
          zh: `无法开始一轮：另一个进程已占用会话 ${id} ${deadlineMs / 1000} 秒。请等它那一轮结束，或结束它`,
        }),
      )),
  ];
  signal.addEventListener("abort", aborted, { once: true });
  if (signal.aborted) aborted();
  givenUp.catch(() => {});
  try {
    while (true) {
      const file = await locked(options.path, givenUp);
      if (await isStillThere(file, options.path)) return { [Symbol.dispose]: () => file.close() };
      // Whoever removed the session removed this file: what is locked now has no name any more.
      file.close();
    }
  } finally {
    for (const stop of timers) stop();
    signal.removeEventListener("abort", aborted);
  }
}

async function locked(path: string, givenUp: Promise<never>): Promise<Deno.FsFile> {
  const file = await Deno.open(path, { write: true, create: true, mode: 0o600 });
  const waiting = file.lock(true);
  try {
    await Promise.race([waiting, givenUp]);
    return file;
  } catch (error) {
    // A wait for a lock cannot be taken back; once it is granted it is of no use to anybody.
    waiting.catch(() => {}).finally(() => file.close());
    throw error;
  }
}

async function isStillThere(file: Deno.FsFile, path: string): Promise<boolean> {
  const held = await file.stat();
  const named = await Deno.stat(path).catch(() => undefined);
  return named !== undefined && named.ino === held.ino && named.dev === held.dev;
}
