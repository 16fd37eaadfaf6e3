/**
 * What signals do to a running command.
 *
 * @module
 */
import { EXIT } from "./exit_code.ts";

/** What a command does about signals. */
export interface SignalHandlers {
  /** Ctrl-C. False when there is nothing to interrupt: the program then ends with 130. */
  readonly interrupt: () => boolean;
  /** A request to end, with the exit code it asks for; the program ends when this has settled, or after 3 seconds. */
  readonly terminate: (exitCode: number) => Promise<void>;
  /** Ends the program. */
  readonly exit: (code: number) => void;
}

/** What {@linkcode listenForSignals} gives back. */
export interface SignalListening {
  /**
   * From here on the exit code stands, for it is being told: a signal that comes now only hastens the end.
   *
   * @param exitCode What is told.
   */
  settle(exitCode: number): void;
  /** Stops listening. */
  stop(): void;
}

/** Where signals come from. */
export interface SignalSource {
  /** Calls the listener each time the signal comes. */
  addSignalListener(signal: Deno.Signal, listener: () => void): void;
  /** Calls it no more. */
  removeSignalListener(signal: Deno.Signal, listener: () => void): void;
}

const GRACE_MS = 3_000;

/**
 * By way of Node's process: a library that listens there, as prompts do for as long as they stand, believes itself alone
 * otherwise, and ends the program with the signal.
 */
const NODE_PROCESS: SignalSource = {
  // deno-lint-ignore no-process-global -- see above
  addSignalListener: (signal, listener) => void process.on(signal as NodeJS.Signals, listener),
  // deno-lint-ignore no-process-global -- see above
  removeSignalListener: (signal, listener) => void process.off(signal as NodeJS.Signals, listener),
};

/**
 * Listens for SIGINT, SIGTERM and SIGHUP.
 *
 * @param handlers See {@linkcode SignalHandlers}.
 * @param source Where signals come from. @default {the process}
 *
 * @example
 * ```ts
 * const signals = listenForSignals({ interrupt: () => session.cancel(), terminate, exit: Deno.exit });
 * ```
 */
export function listenForSignals(
  { interrupt, terminate, exit }: SignalHandlers,
  source: SignalSource = NODE_PROCESS,
): SignalListening {
  let ending = false;
  let settled: number | undefined;
  const leave = (code: number) => exit(settled ?? code);
  const end = (code: number) => {
    if (ending) return leave(code);
    ending = true;
    const timer = setTimeout(() => leave(code), GRACE_MS);
    terminate(code).catch(() => {}).finally(() => {
      clearTimeout(timer);
      leave(code);
    });
  };
  const listeners: [Deno.Signal, () => void][] = [
    ["SIGINT", () => interrupt() || end(EXIT.sigint)],
    ["SIGTERM", () => end(EXIT.sigterm)],
    ["SIGHUP", () => end(EXIT.sighup)],
  ];
  const supported = listeners.filter(([signal]) => Deno.build.os !== "windows" || signal === "SIGINT");
  for (const [signal, listener] of supported) source.addSignalListener(signal, listener);
  return {
    settle: (exitCode) => settled = exitCode,
    stop: () => {
      for (const [signal, listener] of supported) source.removeSignalListener(signal, listener);
    },
  };
}
