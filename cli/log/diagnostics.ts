/**
 * What the program tells of itself, beside its work.
 *
 * @module
 */
import type { OutputStream } from "../output_stream.ts";
import { tellAside } from "../tell_aside.ts";
import { LOG_LEVELS, type LogLevel } from "./log_settings.ts";

/** Tells something, if that much is wanted. The text is made only then. */
export type Diagnostics = (level: LogLevel, message: () => string) => void;

/** Settings of {@linkcode createDiagnostics}. */
export interface DiagnosticsOptions {
  /** Standard error. */
  readonly errors: OutputStream;
  /** What is less important than this is not told. */
  readonly level: LogLevel;
  /** Takes out of a text what no log may hold. */
  readonly mask: (text: string) => string;
}

/**
 * Writes to standard error what is at least as important as the level. Problems stand there as they are; what only tells
 * how things go has its level in front.
 *
 * @param options See {@linkcode DiagnosticsOptions}.
 *
 * @example
 * ```ts
 * const tell = createDiagnostics({ errors: program.errors, level: "info", mask: maskForLog });
 * tell("info", () => "Model offline");
 * ```
 */
export function createDiagnostics({ errors, level, mask }: DiagnosticsOptions): Diagnostics {
  const wanted = LOG_LEVELS.indexOf(level);
  return (of, message) => {
    if (LOG_LEVELS.indexOf(of) > wanted) return;
    const label = of === "info" || of === "debug" ? `${of}: ` : "";
    tellAside(errors, `${label}${mask(message())}`);
  };
}
