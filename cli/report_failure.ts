/**
 * The last words of a program that could not do what it was told.
 *
 * @module
 */
import { BilingualError, wordsOf } from "../kb/bilingual_error.ts";
import type { Language } from "../tools/types.ts";
import { cleanText } from "./text/clean_text.ts";
import { EXIT } from "./exit_code.ts";
import type { OutputStream } from "./output_stream.ts";

/** Where to say it, and in which language. */
export interface ReportOptions {
  readonly errors: Pick<OutputStream, "write">;
  readonly language: () => Language;
}

/**
 * Is it a mistake of whoever called, which says what to do, and no fault of the program?
 *
 * @param error Whatever was thrown. By its name: its class would have to be loaded for every start.
 *
 * @example
 * ```ts
 * isExpected(new UsageError({ en: "Cannot run: no text was given", zh: "无法运行：没有给出文字" })); // true
 * ```
 */
export function isExpected(error: unknown): boolean {
  return ["UsageError", "MissingKeyError"].includes(nameOf(error));
}

/**
 * Says what went wrong, on one stream and in one language.
 *
 * @param error Whatever was thrown.
 * @param options See {@linkcode ReportOptions}.
 * @returns The exit code.
 *
 * @example
 * ```ts
 * Deno.exit(await main().catch((error) => reportFailure(error, { errors: standardError, language: () => "en" })));
 * ```
 */
export async function reportFailure(error: unknown, { errors, language }: ReportOptions): Promise<number> {
  const name = nameOf(error);
  // Whoever has closed the pipe, as `head` does, has what they wanted: nothing went wrong.
  if (name === "OutputClosedError") return EXIT.outputClosed;
  const words = wordsOf(error)[language()];
  // A plain Error is one of ours and says all; any other name helps to find what nobody expected.
  const text = error instanceof BilingualError || name === "Error" ? words : `${name}: ${words}`;
  // A path, or what a server said, may hold anything.
  await errors.write(`handrail: ${cleanText(text)}\n`).catch(() => {});
  if (name === "UsageError") return EXIT.usage;
  return isExpected(error) ? EXIT.auth : EXIT.failed;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "Error";
}
