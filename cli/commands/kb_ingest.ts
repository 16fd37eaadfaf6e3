/**
 * `handrail kb ingest`: documents in.
 *
 * @module
 */
import { dirname } from "node:path";
import { BilingualError, wordsOf } from "../../kb/bilingual_error.ts";
import type { Embedder } from "../../kb/embedder.ts";
import { embedPending } from "../../kb/embed_pending.ts";
import { explainDatabaseError } from "../../kb/explain_database_error.ts";
import { ingestPaths, type IngestPathsOptions, type IngestProgress } from "../../kb/ingest_paths.ts";
import type { IngestFailure, IngestSummary } from "../../kb/ingest_summary.ts";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { ModelMismatchError } from "../../kb/model_mismatch_error.ts";
import { resolvePath } from "../../kb/select_files.ts";
import type { Language } from "../../tools/types.ts";
import { cleanLine, cleanText } from "../text/clean_text.ts";
import type { Flags } from "../flags.ts";
import { EXIT } from "../exit_code.ts";
import { ingestProgress, type ProgressView } from "../ingest_progress.ts";
import { kbWording } from "../kb_wording.ts";
import type { Program } from "../program.ts";
import { listenForSignals, type SignalListening } from "../signals.ts";
import { UsageError } from "../usage_error.ts";

/** Above this size a file takes so long that Ctrl-C must not wait until it is done. */
const LARGE_BYTES = 256 * 1024;

type IngestFlags = Pick<Flags, "json" | "prune" | "glob" | "dry-run" | "max-size">;

/**
 * Takes files and folders in, or with `--dry-run` tells what would be done.
 *
 * Ctrl-C ends it after the file at hand, or at once when that is a large one: what is done by then stays, the rest is
 * left to the next run (K10).
 *
 * @param program The program.
 * @param paths What to take in.
 * @param flags How.
 * @returns The exit code: 1 when a file could not be taken in, 130 after Ctrl-C.
 * @throws {UsageError} If there is no path, or a flag's value means nothing.
 *
 * @example
 * ```ts
 * await kbIngest(program, ["docs"], flags);
 * ```
 */
export async function kbIngest(
  program: Program,
  paths: readonly string[],
  flags: IngestFlags,
): Promise<number> {
  if (paths.length === 0) {
    throw new UsageError({
      en: "Cannot ingest: no path was given. Write handrail kb ingest PATH…",
      zh: "无法入库：没有给出路径。请写 handrail kb ingest 路径…",
    });
  }
  const maxBytes = maxBytesOf(flags["max-size"]);
  const wording = kbWording(program.settings.language);
  // A dry run tells of every file at its end.
  const quiet = flags.json || (flags["dry-run"] && !program.errors.isTerminal());
  const view = ingestProgress(program.errors, { quiet, now: program.now, wording });
  const outcomes: Pick<IngestProgress, "path" | "outcome">[] = [];
  const interruption = new Interruption();
  try {
    const summary = await takeIn(program, paths, view, {
      ...watch(view, interruption, outcomes),
      prune: flags.prune,
      dryRun: flags["dry-run"],
      globs: flags.glob,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    });
    await view.end();
    await program.output.write(
      flags.json ? asJson(program, summary, flags, outcomes) : asText(program, summary, flags, outcomes),
    );
    return summary.failed.length > 0 ? EXIT.failed : EXIT.completed;
  } catch (error) {
    await view.end();
    if (!interruption.signal.aborted) throw error;
    await program.errors.write(`${wording.stopped(outcomes.length)}\n`);
    return EXIT.sigint;
  } finally {
    interruption.pause();
  }
}

function maxBytesOf(megabytes: string | undefined): number | undefined {
  if (megabytes === undefined) return undefined;
  const size = Number(megabytes);
  if (size > 0 && size <= 1024) return Math.floor(size * 1024 * 1024);
  throw new UsageError({
    en: `Cannot ingest: --max-size ${megabytes} is no number of megabytes up to 1024`,
    zh: `无法入库：--max-size ${megabytes} 不是 1024 以内的兆字节数`,
  });
}

/** Ctrl-C, where it can be heard. */
class Interruption {
  readonly #controller = new AbortController();
  #signals: SignalListening | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  listen(): void {
    const interrupt = () => {
      // A second one does not wait.
      const first = !this.#controller.signal.aborted;
      this.#controller.abort();
      return first;
    };
    const terminate = () => {
      // npm, should it be fetching the model, must not outlive the program.
      this.#controller.abort();
      return Promise.resolve();
    };
    this.#signals ??= listenForSignals({ interrupt, terminate, exit: Deno.exit });
  }

  /** Gives signals back to the system, which ends the program at once; SQLite takes half a document back by itself. */
  pause(): void {
    this.#signals?.stop();
    this.#signals = undefined;
  }
}

function watch(
  view: ProgressView,
  interruption: Interruption,
  outcomes: Pick<IngestProgress, "path" | "outcome">[],
): IngestPathsOptions & { signal: AbortSignal } {
  interruption.listen();
  return {
    signal: interruption.signal,
    onStart: async ({ path, bytes }) => {
      view.start(path);
      if (bytes <= LARGE_BYTES) return;
      // No handler runs while a document is taken apart and in. What was sent before that is heard now, or never.
      await eventsDelivered();
      if (!interruption.signal.aborted) interruption.pause();
    },
    onProgress: (progress) => {
      interruption.listen();
      outcomes.push({ path: progress.path, outcome: progress.outcome });
      view.done(progress);
    },
  };
}

/** A turn of the event loop: signals that have come by now have reached their handlers. */
function eventsDelivered(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

async function takeIn(
  program: Program,
  paths: readonly string[],
  view: ProgressView,
  options: IngestPathsOptions & { readonly signal: AbortSignal },
): Promise<IngestSummary> {
  const { settings, hasIndex } = program;
  const path = settings.knowledgePath;
  // A mistyped path must not leave an empty index behind: it would answer in the samples' place from then on.
  for (const named of paths) await resolvePath(named);
  try {
    if (!options.dryRun) await makeFolder(dirname(path));
    using index = options.dryRun
      ? KnowledgeIndex.open(hasIndex() ? path : ":memory:", { readOnly: hasIndex() })
      : KnowledgeIndex.open(path);
    const summary = await ingestPaths(index, paths, options);
    if (!options.dryRun) await embed(program, index, view, options.signal);
    return summary;
  } catch (error) {
    throw explainDatabaseError(error, path);
  }
}

/** Documents are found by their words from now on; by meaning as well, where there is a model. */
async function embed(
  program: Program,
  index: KnowledgeIndex,
  view: ProgressView,
  signal: AbortSignal,
): Promise<void> {
  if (index.pendingCount() === 0) return;
  const embedder = await openEmbedder(program, view, signal);
  if (!embedder) return;
  try {
    await embedPending(index, embedder, {
      signal,
      onProgress: ({ done, total }) =>
        view.stage(kbWording(program.settings.language).embedding, done, total),
    });
  } catch (error) {
    if (signal.aborted || error instanceof ModelMismatchError) throw error;
    await tellLexicalOnly(program, view, error);
  } finally {
    await embedder[Symbol.asyncDispose]();
  }
}

async function openEmbedder(
  program: Program,
  view: ProgressView,
  signal: AbortSignal,
): Promise<Embedder | undefined> {
  try {
    return await program.openEmbedder({
      mayFetch: true,
      signal,
      onProgress: ({ received, total }) =>
        view.stage(kbWording(program.settings.language).fetching, received, total),
      onNotice: (message) => void program.errors.write(`${message}\n`).catch(() => {}),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    await tellLexicalOnly(program, view, error);
    return undefined;
  }
}

async function tellLexicalOnly(program: Program, view: ProgressView, error: unknown): Promise<void> {
  await view.end();
  const { language } = program.settings;
  await program.errors.write(`${kbWording(language).lexicalOnly(cleanText(wordsOf(error)[language]))}\n`);
}

type Outcomes = readonly Pick<IngestProgress, "path" | "outcome">[];

function asJson(
  { settings }: Program,
  summary: IngestSummary,
  flags: IngestFlags,
  outcomes: Outcomes,
): string {
  const files = flags["dry-run"] ? { dryRun: true, files: telling(outcomes) } : {};
  const { failed, skipped, notices, ...counts } = summary;
  const reasons = { failed: inEnglish(failed), skipped: inEnglish(skipped), notices: inEnglish(notices) };
  return `${JSON.stringify({ index: settings.knowledgePath, ...counts, ...reasons, ...files })}\n`;
}

/** Programs read the same whatever the reader's language. */
function inEnglish(failures: readonly IngestFailure[]): { path: string; reason: string }[] {
  return failures.map(({ path, reason }) => ({ path, reason: reason.en }));
}

function asText(
  { settings }: Program,
  summary: IngestSummary,
  flags: IngestFlags,
  outcomes: Outcomes,
): string {
  const { language, knowledgePath } = settings;
  const wording = kbWording(language);
  if (!flags["dry-run"]) return `${describe(summary, language)}\n→ ${knowledgePath}\n`;
  const plans = telling(outcomes).map(({ path, outcome }) =>
    `${wording.outcomes[outcome]} ${cleanLine(path)}\n`
  );
  return `${plans.join("")}${describe(summary, language)}\n${wording.dryRun}\n`;
}

/** A thousand unchanged files say nothing. */
function telling(outcomes: Outcomes): Outcomes {
  return outcomes.filter(({ outcome }) => outcome !== "unchanged");
}

function describe(summary: IngestSummary, language: Language): string {
  const { added, changed, removed, unchanged, failed, skipped, notices } = summary;
  const wording = kbWording(language);
  const counts = wording.counts(added, changed, removed, unchanged, skipped.length, failed.length);
  const reasons = [...failed, ...skipped, ...notices].map(({ path, reason }) =>
    wording.reason(cleanLine(path), cleanLine(reason[language]))
  );
  return [counts, ...reasons].join("\n");
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const why = wordsOf(cause);
    throw new BilingualError({
      en: `Cannot make the index: ${why.en}. Set HANDRAIL_KB to a file in a folder that can be written to`,
      zh: `无法建立索引：${why.zh}。请把 HANDRAIL_KB 设为可写文件夹里的文件`,
    }, { cause });
  }
}
