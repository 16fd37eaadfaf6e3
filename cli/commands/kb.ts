/**
 * `handrail kb`: documents in, passages out.
 *
 * @module
 */
import { cleanText } from "../clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { bundledNotice } from "../open_session.ts";
import type { OpenKnowledge, Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";
import { kbIngest } from "./kb_ingest.ts";

/**
 * Runs `kb ingest`, `kb search` or `kb info`.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code: 1 when a file could not be taken in.
 * @throws {UsageError} If the action is unknown or lacks what it needs.
 *
 * @example
 * ```ts
 * await kbCommand(program, parseCommandLine(["kb", "ingest", "docs"]));
 * ```
 */
export async function kbCommand(program: Program, line: CommandLine): Promise<number> {
  const [action, ...operands] = line.operands;
  switch (action) {
    case "ingest":
      return await kbIngest(program, operands, line.flags);
    case "search":
      return await search(program, operands.join(" "), line.flags);
    case "info":
      return await info(program, line.flags);
    default:
      throw new UsageError(
        `Cannot run kb ${action ?? ""}: no such action. Use kb ingest PATH…, kb search TEXT or kb info`,
      );
  }
}

type KbFlags = CommandLine["flags"];

async function search(program: Program, query: string, flags: KbFlags): Promise<number> {
  if (query.trim() === "") {
    throw new UsageError("Cannot search: no text was given. Write handrail kb search TEXT");
  }
  const limit = Number(flags.limit ?? 5);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw new UsageError(`Cannot search: --limit ${flags.limit} is no number from 1 to 100`);
  }
  const knowledge = await openAloud(program);
  const passages = knowledge.index.search(query, { limit });
  if (flags.json) {
    await program.output.write(`${JSON.stringify({ query, origin: knowledge.origin, passages })}\n`);
    return EXIT.completed;
  }
  const shown = passages.map(({ title, text, score, documentPath }, at) =>
    `${at + 1}. ${cleanText(title)}  ${score.toFixed(3)}\n   ${cleanText(documentPath)}\n${
      indent(cleanText(text))
    }`
  );
  await program.output.write(
    shown.length === 0 ? "Nothing relevant was found.\n" : `${shown.join("\n\n")}\n`,
  );
  return EXIT.completed;
}

async function info(program: Program, flags: KbFlags): Promise<number> {
  const { index, origin } = await openAloud(program);
  const facts = { ...index.info(), origin };
  const lines = [
    `index      ${origin === "bundled" ? "bundled samples" : facts.path}`,
    `documents  ${facts.documents}`,
    `chunks     ${facts.chunks}`,
    `model      ${facts.model ?? "none (lexical search)"}`,
  ];
  await program.output.write(flags.json ? `${JSON.stringify(facts)}\n` : `${lines.join("\n")}\n`);
  return EXIT.completed;
}

async function openAloud(program: Program): Promise<OpenKnowledge> {
  const knowledge = await program.openKnowledge();
  if (knowledge.origin === "bundled") {
    await program.errors.write(`${bundledNotice(program.settings.language)}\n`);
  }
  return knowledge;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "   ");
}
