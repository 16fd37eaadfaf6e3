/**
 * `handrail kb`: documents in, passages out.
 *
 * @module
 */
import type { DocumentFilter } from "../../kb/document_store.ts";
import type { Passage } from "../../kb/passage.ts";
import { cleanLine, cleanText } from "../text/clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { type KbWording, kbWording } from "../kb_wording.ts";
import { parseDate } from "../parse_date.ts";
import { bundledNotice } from "../open_session.ts";
import { pathInIndex } from "../path_in_index.ts";
import type { OpenKnowledge, Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";
import { checkKbUsage, type KbAction } from "./check_kb_usage.ts";
import { kbExport } from "./kb_export.ts";
import { kbIngest } from "./kb_ingest.ts";
import { kbRemove } from "./kb_remove.ts";
import { kbVerify } from "./kb_verify.ts";

/**
 * Runs `kb ingest`, `search`, `info`, `verify`, `remove` or `export`.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code: 1 when a file could not be taken in.
 * @throws {UsageError} If the action is unknown, lacks what it needs, or is given what it does not take.
 *
 * @example
 * ```ts
 * await kbCommand(program, parseCommandLine(["kb", "ingest", "docs"]));
 * ```
 */
export async function kbCommand(program: Program, line: CommandLine): Promise<number> {
  const [action = "", ...operands] = line.operands;
  if (!isAction(action)) {
    throw new UsageError({
      en: `Cannot run kb ${action}: no such action. Use kb ingest, search, info, verify, remove or export`,
      zh: `无法运行 kb ${action}：没有这个操作。可用：kb ingest、search、info、verify、remove 或 export`,
    });
  }
  checkKbUsage(action, operands, line.flags);
  return await ACTIONS[action](program, operands, line.flags);
}

const ACTIONS: Readonly<
  Record<KbAction, (program: Program, operands: readonly string[], flags: KbFlags) => Promise<number>>
> = {
  ingest: kbIngest,
  search: (program, operands, flags) => search(program, operands.join(" "), flags),
  info: (program, _operands, flags) => info(program, flags),
  verify: (program, _operands, flags) => kbVerify(program, flags),
  remove: kbRemove,
  export: (program, _operands, flags) => kbExport(program, flags),
};

function isAction(text: string): text is KbAction {
  return Object.hasOwn(ACTIONS, text);
}

type KbFlags = CommandLine["flags"];

async function search(program: Program, query: string, flags: KbFlags): Promise<number> {
  if (query.trim() === "") {
    throw new UsageError({
      en: "Cannot search: no text was given. Write handrail kb search TEXT",
      zh: "无法检索：没有给出文字。请写 handrail kb search 内容",
    });
  }
  const limit = Number(flags.limit ?? 5);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw new UsageError({
      en: `Cannot search: --limit ${flags.limit} is no number from 1 to 100`,
      zh: `无法检索：--limit ${flags.limit} 不是 1 到 100 之间的整数`,
    });
  }
  const times = timesOf(flags);
  const knowledge = await openAloud(program);
  const under = flags.under !== undefined && { under: await pathInIndex(knowledge.index, flags.under) };
  const filter = { ...times, ...under };
  const isFiltered = Object.keys(filter).length > 0;
  const passages = await knowledge.knowledge.search(query, { limit, ...(isFiltered && { filter }) });
  if (flags.json) {
    await program.output.write(`${JSON.stringify({ query, origin: knowledge.origin, passages })}\n`);
    return EXIT.completed;
  }
  const wording = kbWording(program.settings.language);
  const shown = passages.map(({ title, text, score, parts, documentPath }, at) =>
    `${at + 1}. ${cleanLine(title)}  ${score.toFixed(3)}${describeParts(parts, wording)}\n   ${
      cleanLine(documentPath)
    }\n${indent(cleanText(text))}`
  );
  await program.output.write(
    shown.length === 0 ? `${wording.nothingFound}\n` : `${shown.join("\n\n")}\n`,
  );
  return EXIT.completed;
}

function describeParts(parts: Passage["parts"], wording: KbWording): string {
  if (!parts || parts.dense === null) return "";
  return wording.parts(parts.lexical.toFixed(3), parts.dense.toFixed(3));
}

function timesOf({ since, until }: KbFlags): Pick<DocumentFilter, "since" | "until"> {
  return {
    ...(since !== undefined && { since: dateOf("since", since) }),
    ...(until !== undefined && { until: dateOf("until", until) }),
  };
}

function dateOf(flag: string, value: string): number {
  const time = parseDate(value);
  if (time !== undefined) return time;
  throw new UsageError({
    en: `Cannot search: --${flag} ${value} is no date. Write 2026-11-30, or a time after RFC 3339`,
    zh: `无法检索：--${flag} ${value} 不是日期。请写 2026-11-30，或 RFC 3339 格式的时间`,
  });
}

async function info(program: Program, flags: KbFlags): Promise<number> {
  const { index, origin } = await openAloud(program);
  const facts = { ...index.info(), origin };
  const wording = kbWording(program.settings.language);
  // What came with the program has no path of the user's.
  const values = [
    origin === "index" ? facts.path : wording[origin],
    facts.documents,
    facts.chunks,
    facts.vectors,
    facts.model ?? wording.noModel,
  ];
  const lines = values.map((value, at) => `${wording.facts[at]}${value}`);
  await program.output.write(flags.json ? `${JSON.stringify(facts)}\n` : `${lines.join("\n")}\n`);
  return EXIT.completed;
}

async function openAloud(program: Program): Promise<OpenKnowledge> {
  const knowledge = await program.openKnowledge();
  if (knowledge.origin === "bundled") {
    // A note that nobody can be told keeps nobody from an answer.
    await program.errors.write(`${bundledNotice(program.settings.language)}\n`).catch(() => {});
  }
  return knowledge;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "   ");
}
