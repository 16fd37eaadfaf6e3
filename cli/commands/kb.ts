/**
 * `handrail kb`: documents in, passages out.
 *
 * @module
 */
import { dirname } from "node:path";
import { explainDatabaseError } from "../../kb/explain_database_error.ts";
import { ingestPaths, type IngestProgress } from "../../kb/ingest_paths.ts";
import type { IngestSummary } from "../../kb/ingest_summary.ts";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { cleanText } from "../clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { bundledNotice } from "../open_session.ts";
import type { OpenKnowledge, Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";

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
      return await ingest(program, operands, line.flags);
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

async function ingest(
  { settings, output, errors }: Program,
  paths: readonly string[],
  flags: KbFlags,
): Promise<number> {
  if (paths.length === 0) {
    throw new UsageError("Cannot ingest: no path was given. Write handrail kb ingest PATH…");
  }
  const path = settings.knowledgePath;
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const progress = progressOf(flags);
  const summary = await takeIn(path, paths, {
    prune: flags.prune,
    onProgress: (event) => {
      const line = progress(event);
      if (line !== undefined) errors.write(line).catch(() => {});
    },
  });
  await output.write(
    flags.json ? `${JSON.stringify({ index: path, ...summary })}\n` : `${describe(summary)}\n→ ${path}\n`,
  );
  return summary.failed.length > 0 ? EXIT.failed : EXIT.completed;
}

async function takeIn(
  path: string,
  paths: readonly string[],
  options: Parameters<typeof ingestPaths>[2],
): Promise<IngestSummary> {
  try {
    using index = KnowledgeIndex.open(path);
    return await ingestPaths(index, paths, options);
  } catch (error) {
    throw explainDatabaseError(error, path);
  }
}

/** Only what changed is worth a line; a thousand unchanged files are not. */
function progressOf({ json }: KbFlags): (event: IngestProgress) => string | undefined {
  if (json) return () => undefined;
  return ({ path, outcome }) => outcome === "unchanged" ? undefined : `${outcome} ${cleanText(path)}\n`;
}

function describe({ added, changed, removed, unchanged, failed, skipped }: IngestSummary): string {
  const counts = `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged, ` +
    `${skipped.length} skipped, ${failed.length} failed`;
  const reasons = [...failed, ...skipped].map(({ path, reason }) =>
    `  ${cleanText(path)}: ${cleanText(reason)}`
  );
  return [counts, ...reasons].join("\n");
}

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
