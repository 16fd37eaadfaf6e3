/**
 * `handrail kb verify`: is the index sound?
 *
 * @module
 */
import { verifyIndex } from "../../kb/verify_index.ts";
import { cleanText } from "../text/clean_text.ts";
import type { Flags } from "../flags.ts";
import { EXIT } from "../exit_code.ts";
import { kbWording } from "../kb_wording.ts";
import type { Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";

/**
 * Reads the whole index and compares its parts.
 *
 * @param program The program.
 * @param flags `json`.
 * @returns The exit code: 1 when something is wrong.
 * @throws {UsageError} If there is no index of the user's.
 *
 * @example
 * ```ts
 * await kbVerify(program, flags);
 * ```
 */
export async function kbVerify(program: Program, { json }: Pick<Flags, "json">): Promise<number> {
  const path = program.settings.knowledgePath;
  if (!program.hasIndex()) {
    throw new UsageError({
      en: `Cannot verify ${path}: there is no index yet. Make it with: handrail kb ingest PATH`,
      zh: `无法校验 ${path}：还没有索引。用 handrail kb ingest 路径 建立`,
    });
  }
  const { problems, waiting } = verifyIndex(path);
  const sound = problems.length === 0;
  if (json) {
    const told = problems.map(({ en }) => en);
    await program.output.write(`${JSON.stringify({ index: path, sound, problems: told, waiting })}\n`);
  } else {
    const { language } = program.settings;
    const wording = kbWording(language);
    const more = waiting > 0 ? `${wording.waiting(waiting)}\n` : "";
    const lines = sound
      ? `${wording.sound}\n`
      : problems.map((problem) => `${cleanText(problem[language])}\n`).join("");
    await program.output.write(lines + more);
  }
  return sound ? EXIT.completed : EXIT.failed;
}
