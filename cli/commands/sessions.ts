/**
 * `handrail sessions`: the conversations that were kept.
 *
 * @module
 */
import { forkSession } from "../../agent/sessions/fork_session.ts";
import { listSessions, sessionTitle } from "../../agent/sessions/list_sessions.ts";
import type { SessionFile, SessionTurn } from "../../agent/sessions/session_file.ts";
import { SessionLockedError } from "../../agent/sessions/session_lock.ts";
import { wordsOf } from "../../kb/bilingual_error.ts";
import { DEFAULT_RECOGNISERS } from "../../shells/pii/default_recognisers.ts";
import { maskForLog } from "../../shells/pii/mask_for_log.ts";
import { createSealer } from "../../shells/seal.ts";
import { cleanText } from "../text/clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import type { Flags } from "../flags.ts";
import { EXIT } from "../exit_code.ts";
import type { Program } from "../program.ts";
import { exportAs } from "../sessions/export_as.ts";
import { exportSession, parseExportFormat } from "../sessions/export_session.ts";
import { openStored, sessionFile, sessionFolder } from "../sessions/open_stored.ts";
import { renderText } from "../sessions/render_text.ts";
import { sessionFault } from "../sessions/session_fault.ts";
import { transcript } from "../sessions/transcript.ts";
import { writeNew } from "../sessions/write_new.ts";
import { tellFault } from "../tell_fault.ts";
import { UsageError } from "../usage_error.ts";

/** Characters of a title. */
const TITLE_LENGTH = 200;

/** An action, and how many operands stand behind it. */
interface Action {
  readonly least: number;
  readonly most: number;
  readonly run: (program: Program, operands: readonly string[], flags: Flags) => Promise<number>;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  list: { least: 0, most: 0, run: (program, _, { json }) => list(program, json) },
  show: { least: 1, most: 1, run: (program, [id = ""], { json }) => show(program, id, json) },
  resume: {
    least: 1,
    most: 1,
    run: async (program, operands, flags) =>
      await (await import("./resume.ts")).resumeCommand(program, {
        command: "resume",
        topic: "resume",
        operands,
        flags,
      }),
  },
  rename: {
    least: 2,
    most: Infinity,
    run: (program, [id = "", ...words], { json }) => rename(program, id, words, json),
  },
  remove: { least: 1, most: 1, run: (program, [id = ""], flags) => remove(program, id, flags) },
  fork: { least: 1, most: 2, run: (program, [id = "", to], { json }) => fork(program, id, to, json) },
  export: { least: 1, most: 1, run: (program, [id = ""], flags) => exportOne(program, id, flags) },
  trace: {
    least: 1,
    most: 1,
    run: async (program, [id = ""], flags) =>
      await (await import("../trace/show_trace.ts")).showTrace(program, id, flags),
  },
};

/**
 * Lists sessions, or shows, resumes, renames, removes, forks, exports or traces one.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code: 1 when there is no such session, or it cannot be changed now.
 * @throws {UsageError} If the action or an operand is not as it should be.
 *
 * @example
 * ```ts
 * await sessionsCommand(program, parseCommandLine(["sessions", "list"]));
 * ```
 */
export async function sessionsCommand(program: Program, { operands, flags }: CommandLine): Promise<number> {
  const [name = "", ...rest] = operands;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action || rest.length < action.least || rest.length > action.most) {
    throw new UsageError({
      en: `Cannot run sessions ${operands.join(" ")}: no such action. ` +
        "Use sessions list, show ID, resume ID, rename ID TITLE, remove ID, fork ID [NEW], export ID or trace ID",
      zh: `无法运行 sessions ${operands.join(" ")}：没有这个操作，或参数个数不对。可用：sessions list、` +
        "show 编号、resume 编号、rename 编号 标题、remove 编号、fork 编号 [新编号]、export 编号、trace 编号",
    });
  }
  try {
    return await action.run(program, rest, flags);
  } catch (error) {
    if (!(error instanceof SessionLockedError)) throw sessionFault(error, operands);
    await tellFault(program, wordsOf(error));
    return EXIT.failed;
  }
}

async function list(program: Program, json: boolean): Promise<number> {
  const sessions = await listSessions(sessionFolder(program));
  if (json) {
    const told = sessions.map(({ problem, ...session }) => ({
      ...session,
      ...(problem && { problem: problem.en }),
    }));
    await program.output.write(`${JSON.stringify({ sessions: told })}\n`);
    return EXIT.completed;
  }
  const width = Math.max(0, ...sessions.map(({ id }) => id.length));
  const lines = sessions.map(({ id, title, turns, updated, bytes, problem }) => {
    const size = `${Math.ceil(bytes / 1024)} KB`;
    const words = cleanText(maskForLog(problem?.[program.settings.language] ?? title)).replaceAll(
      /\s+/g,
      " ",
    );
    return `${id.padEnd(width)}  ${updated}  ${String(turns).padStart(4)}  ${size.padStart(8)}  ${words}`;
  });
  await program.output.write(lines.length === 0 ? `${wordingOf(program).none}\n` : `${lines.join("\n")}\n`);
  return EXIT.completed;
}

async function show(program: Program, id: string, json: boolean): Promise<number> {
  const stored = await openStored(program, id);
  if (!stored) return EXIT.failed;
  const text = json ? exportSession(id, stored, "json") : renderText(transcript(stored.messages));
  await program.output.write(text);
  return EXIT.completed;
}

async function exportOne(program: Program, id: string, flags: Flags): Promise<number> {
  const wanted = flags.format ?? (flags.json ? "json" : undefined);
  const format = wanted === "recording" ? wanted : parseExportFormat(wanted);
  const stored = await openStored(program, id);
  if (!stored) return EXIT.failed;
  const text = await exportAs(program, id, stored, format);
  if (flags.output === undefined) await program.output.write(text);
  else await writeNew(flags.output, text);
  return EXIT.completed;
}

async function rename(
  program: Program,
  id: string,
  words: readonly string[],
  json: boolean,
): Promise<number> {
  const typed = cleanText(words.join(" ")).replaceAll(/\s+/g, " ").trim();
  if (typed === "" || typed.length > TITLE_LENGTH) {
    throw new UsageError({
      en: `Cannot rename session ${id}: the title has ${typed.length} characters. Give 1 to ${TITLE_LENGTH}`,
      zh: `无法重命名会话 ${id}：标题有 ${typed.length} 个字符。请给出 1 到 ${TITLE_LENGTH} 个`,
    });
  }
  const stored = await openStored(program, id);
  if (!stored) return EXIT.failed;
  const { guard } = program.settings.personalData;
  const guarded = guard || stored.aliases.length > 0;
  const title = maskForLog(typed, guarded ? DEFAULT_RECOGNISERS : undefined);
  await sessionFile(program, id).keep({ type: "title", title });
  await program.output.write(
    json ? `${JSON.stringify({ id, title })}\n` : `${wordingOf(program).renamed(id, title)}\n`,
  );
  return EXIT.completed;
}

async function remove(program: Program, id: string, { yes, json }: Flags): Promise<number> {
  const stored = await openStored(program, id);
  if (!stored) return EXIT.failed;
  if (!yes && !await agrees(program, id, sessionTitle(stored))) {
    await program.errors.write(`${wordingOf(program).nothingRemoved}\n`);
    return EXIT.failed;
  }
  const file = sessionFile(program, id);
  const turn = await begin(program, id, file);
  try {
    await file.remove();
  } finally {
    turn.end();
  }
  await program.output.write(
    json ? `${JSON.stringify({ removed: id })}\n` : `${wordingOf(program).removed(id)}\n`,
  );
  return EXIT.completed;
}

async function agrees(program: Program, id: string, title: string): Promise<boolean> {
  const { input, errors } = program;
  if (!input.isTerminal()) {
    throw new UsageError({
      en: `Cannot remove session ${id}: nobody can be asked. Add --yes`,
      zh: `无法删除会话 ${id}：没有人可以确认。请加上 --yes`,
    });
  }
  await errors.write(wordingOf(program).askRemove(id, cleanText(title)));
  return /^(y|yes|是)$/i.test((await input.readLine())?.trim() ?? "");
}

async function fork(program: Program, id: string, given: string | undefined, json: boolean): Promise<number> {
  const to = given ?? program.newId("ses");
  const target = sessionFile(program, to);
  if (!await openStored(program, id)) return EXIT.failed;
  // Both stand still while one is copied to the other, which must not be there yet.
  const source = to === id ? target : sessionFile(program, id);
  const turns = [await begin(program, id, source)];
  try {
    if (to !== id) turns.push(await begin(program, to, target));
    const stored = await source.load();
    if (!stored || await target.load()) {
      await tellFault(program, {
        en: `Cannot fork session ${id}: ${to} is there already. Give another id`,
        zh: `无法复制会话 ${id}：${to} 已经存在。请换一个编号`,
      });
      return EXIT.failed;
    }
    const sealer = createSealer(stored.aliases.length > 0 ? await program.secret() : "nothing is sealed");
    await target.write(forkSession(stored, { from: id, to, sealer }));
  } finally {
    for (const turn of turns) turn.end();
  }
  await program.output.write(
    json ? `${JSON.stringify({ id: to, forked_from: id })}\n` : `${wordingOf(program).forked(id, to)}\n`,
  );
  return EXIT.completed;
}

async function begin(program: Program, id: string, file: SessionFile): Promise<SessionTurn> {
  return await file.beginTurn({
    signal: new AbortController().signal,
    onWait: () => void program.errors.write(`${wordingOf(program).waiting(id)}\n`).catch(() => {}),
  });
}

const WORDING = {
  en: {
    none: "No sessions.",
    renamed: (id: string, title: string) => `Renamed ${id}: ${title}`,
    removed: (id: string) => `Removed ${id}.`,
    nothingRemoved: "Nothing was removed.",
    askRemove: (id: string, title: string) => `Remove session ${id} (${title}) for good? [y/N] `,
    forked: (id: string, to: string) => `Forked ${id}: ${to}`,
    waiting: (id: string) => `Waiting for the turn of session ${id} to end`,
  },
  zh: {
    none: "还没有会话。",
    renamed: (id: string, title: string) => `已重命名 ${id}：${title}`,
    removed: (id: string) => `已删除 ${id}。`,
    nothingRemoved: "没有删除任何会话。",
    askRemove: (id: string, title: string) => `永久删除会话 ${id}（${title}）吗？[y/N] `,
    forked: (id: string, to: string) => `已将 ${id} 复制为 ${to}`,
    waiting: (id: string) => `正在等待会话 ${id} 的一轮结束`,
  },
} as const;

function wordingOf({ settings }: Program): typeof WORDING["en" | "zh"] {
  return WORDING[settings.language];
}
