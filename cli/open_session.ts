/**
 * Opens the session that a command line asks for.
 *
 * @module
 */
import type { Agent } from "../agent/assemble_agent.ts";
import type { AgentSession } from "../agent/agent_session.ts";
import { sessionWarnings } from "../agent/sessions/session_warnings.ts";
import type { Program } from "./program.ts";
import { sessionFile } from "./sessions/open_stored.ts";

/** A session, and what to tell about it. */
export interface OpenedSession {
  readonly session: AgentSession;
  /** It was continued. */
  readonly resumed: boolean;
  /** What to tell before the first turn. */
  readonly warnings: string[];
  /** Answers from documents come from the bundled samples. */
  readonly usesSamples: boolean;
}

/**
 * Creates a session, or continues the one of that id.
 *
 * @param program The program.
 * @param agent What the session runs on.
 * @param request `id`, when one was named; `interactive`: can somebody answer?
 * @throws {UsageError} If the id is none.
 *
 * @example
 * ```ts
 * const { session } = await openSession(program, agent, { id: undefined, interactive: true });
 * ```
 */
export async function openSession(
  program: Program,
  agent: Agent,
  request: { readonly id: string | undefined; readonly interactive: boolean },
): Promise<OpenedSession> {
  const { id = program.newId("ses"), interactive } = request;
  const log = sessionFile(program, id);
  const usesSamples = !program.hasIndex() && !program.build.ownIndex;
  const { notices, language } = program.settings;
  const told = [...notices];
  const stored = request.id === undefined ? undefined : await log.load();
  if (stored) told.push(...sessionWarnings(id, stored));
  const warnings = told.map((words) => words[language]);
  const session = agent.openSession({
    id,
    log,
    interactive,
    ...(stored && {
      history: stored.messages,
      ...(stored.summary && { summary: stored.summary }),
      ...(stored.usage && { usage: stored.usage }),
      epoch: stored.epoch,
      grants: stored.grants,
      aliases: stored.aliases,
    }),
  });
  return { session, resumed: stored !== undefined, warnings, usesSamples };
}

/**
 * What to say when the samples answer in place of the user's own documents.
 *
 * @param language The reader's.
 *
 * @example
 * ```ts
 * if (usesSamples) warnings.push(bundledNotice("en")); // "No knowledge base of yours yet: …"
 * ```
 */
export function bundledNotice(language: "zh" | "en"): string {
  return language === "zh"
    ? "还没有自己的知识库，问答使用内置示例资料；用 handrail kb ingest 路径… 入库"
    : "No knowledge base of yours yet: answers come from the bundled samples. Take yours in with handrail kb ingest PATH…";
}
