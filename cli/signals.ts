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

const GRACE_MS = 3_000;

/**
 * Listens for SIGINT, SIGTERM and SIGHUP.
 *
 * @param handlers See {@linkcode SignalHandlers}.
 * @returns Stops listening.
 *
 * @example
 * ```ts
 * const stop = listenForSignals({ interrupt: () => session.cancel(), terminate, exit: Deno.exit });
 * ```
 */
export function listenForSignals({ interrupt, terminate, exit }: SignalHandlers): () => void {
  let ending = false;
  const end = (code: number) => {
    if (ending) return exit(code);
    ending = true;
    const timer = setTimeout(() => exit(code), GRACE_MS);
    terminate(code).catch(() => {}).finally(() => {
      clearTimeout(timer);
      exit(code);
    });
  };
  const listeners: [Deno.Signal, () => void][] = [
    ["SIGINT", () => interrupt() || end(EXIT.sigint)],
    ["SIGTERM", () => end(EXIT.sigterm)],
    ["SIGHUP", () => end(EXIT.sighup)],
  ];
  const supported = listeners.filter(([signal]) => Deno.build.os !== "windows" || signal === "SIGINT");
  for (const [signal, listener] of supported) Deno.addSignalListener(signal, listener);
  return () => {
    for (const [signal, listener] of supported) Deno.removeSignalListener(signal, listener);
  };
}
