/**
 * Handrail's composition root: the only reader of `Deno.args` and `Deno.env`. Builds the parts and picks a command.
 * Everything heavy is imported only when a command needs it, so that `--version` and `--help` start at once.
 *
 * @module
 */
import "./cli/redirect_console.ts";
import config from "./deno.json" with { type: "json" };
import { type BuildFacts, describeVersion, readBuildFacts } from "./cli/build_facts.ts";
import { type CommandLine, type CommandName, parseCommandLine } from "./cli/command_line.ts";
import { EXIT } from "./cli/exit_code.ts";
import { helpText } from "./cli/help/help_text.ts";
import { InputText } from "./cli/input_text.ts";
import { readsJsonLines } from "./cli/json/reads_json_lines.ts";
import { standardError, standardOutput } from "./cli/output_stream.ts";
import { readLogLevel } from "./cli/log/log_settings.ts";
import type { EmbedderServices } from "./cli/open_embedder.ts";
import type { OpenKnowledge, Program } from "./cli/program.ts";
import { headerVariables, tuneByFlags } from "./cli/model_settings.ts";
import { configPaths, existingConfigs } from "./cli/config_paths.ts";
import { keyVariables } from "./cli/own_settings.ts";
import { readerLanguage } from "./cli/reader_language.ts";
import { readSettings, type Settings } from "./cli/settings.ts";
import { StandardInput } from "./cli/standard_input.ts";
import { tellAside } from "./cli/tell_aside.ts";
import { withFlags } from "./cli/ui_settings.ts";
import { UsageError } from "./cli/usage_error.ts";
import { type Environment, NETWORK_VARIABLES, VARIABLES } from "./cli/variables.ts";
import { wordingOf } from "./cli/wording.ts";
import { BilingualError, wordsOf } from "./kb/bilingual_error.ts";
import type { OpenBreakerStore } from "./shells/stores/breaker_store.ts";
import type { OpenStore } from "./shells/stores/open_store.ts";
import type { Language } from "./tools/types.ts";

type Command = (program: Program, line: CommandLine) => Promise<number>;

const COMMANDS: Record<CommandName, () => Promise<Command>> = {
  chat: async () => (await import("./cli/commands/chat.ts")).chatCommand,
  run: async () => (await import("./cli/commands/run.ts")).runCommand,
  json: async () => (await import("./cli/commands/json.ts")).jsonCommand,
  service: async () => (await import("./cli/commands/service.ts")).serviceCommand,
  kb: async () => (await import("./cli/commands/kb.ts")).kbCommand,
  tools: async () => (await import("./cli/commands/tools.ts")).toolsCommand,
  sessions: async () => (await import("./cli/commands/sessions.ts")).sessionsCommand,
  resume: async () => (await import("./cli/commands/resume.ts")).resumeCommand,
  selftest: async () => (await import("./cli/commands/selftest.ts")).selftestCommand,
  models: async () => (await import("./cli/commands/models.ts")).modelsCommand,
  approvals: async () => (await import("./cli/commands/approvals.ts")).approvalsCommand,
  idempotency: async () => (await import("./cli/commands/idempotency.ts")).idempotencyCommand,
  breaker: async () => (await import("./cli/commands/breaker.ts")).breakerCommand,
  replay: async () => (await import("./cli/commands/replay.ts")).replayCommand,
  mask: async () => (await import("./cli/commands/mask.ts")).maskCommand,
  doctor: async () => (await import("./cli/commands/doctor.ts")).doctorCommand,
  completions: async () => (await import("./cli/commands/completions.ts")).completionsCommand,
  schema: async () => (await import("./cli/commands/schema.ts")).schemaCommand,
};

async function main(): Promise<number> {
  const line = parseCommandLine(Deno.args);
  if (line.command === "version") {
    await standardOutput.write(`${describeVersion(config.version, readBuild())}\n`);
    return EXIT.completed;
  }
  const settings = withLogLevel(withFlags(await loadSettings(), line.flags), line.flags["log-level"]);
  if (line.command === "help") {
    await standardOutput.write(helpText(line.topic, settings.language));
    return EXIT.completed;
  }
  const command = await COMMANDS[line.command]();
  return await command(createProgram(tuneByFlags(settings, line.flags)), line);
}

function readBuild(): BuildFacts {
  return readBuildFacts(import.meta.dirname ?? ".", Deno.build.standalone, Deno.execPath());
}

async function loadSettings(): Promise<Settings> {
  const [environment, folder] = [readEnvironment(), Deno.cwd()];
  const paths = existingConfigs(configPaths(environment, folder), realPath);
  if (paths.length === 0) return readSettings(environment, folder);
  const { readConfigFile } = await import("./cli/config_file.ts");
  const found = readConfigFile(paths, (path) => Deno.readTextFileSync(path));
  const named = readAllowed([...headerVariables(found?.config.models), ...keyVariables(found?.own)]);
  return readSettings({ ...named, ...environment }, folder, found);
}

function withLogLevel(settings: Settings, level: string | undefined): Settings {
  if (level === undefined) return settings;
  return { ...settings, log: { ...settings.log, level: readLogLevel("--log-level", level) } };
}

function readEnvironment(): Environment {
  return readVariables(VARIABLES);
}

/** Tasks may list the variables that they read, and nobody can list those that a file names: such a one is not set. */
function readAllowed(names: readonly string[]): Environment {
  return readVariables(
    names.filter((variable) => Deno.permissions.querySync({ name: "env", variable }).state === "granted"),
  );
}

function readVariables<Name extends string>(names: readonly Name[]): { readonly [name in Name]?: string } {
  const set = names.map((name) => [name, Deno.env.get(name)]).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set);
}

/** Records in memory die with the process, and so may their key; sealed aliases and shared records outlive it. */
async function openSecret({ secret, stateFolder, store, personalData }: Settings): Promise<string> {
  if (secret !== undefined) return secret;
  if (store === "redis" && personalData.guard) {
    throw new UsageError({
      en: "Cannot guard personal data on Redis: other machines could not open what is sealed. " +
        "Set HANDRAIL_SECRET, the same on all of them",
      zh: "无法在 Redis 上保护个人信息：其他机器打不开封存的内容。请在所有机器上设置同一个 HANDRAIL_SECRET",
    });
  }
  const { findSecret, readSecret } = await import("./cli/read_secret.ts");
  if (store !== "memory" || personalData.guard) return await readSecret(stateFolder);
  return await findSecret(stateFolder) ?? crypto.randomUUID();
}

function createProgram(settings: Settings): Program {
  const newId = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
  let knowledge: Promise<OpenKnowledge> | undefined;
  let store: Promise<OpenStore> | undefined;
  let secret: Promise<string> | undefined;
  let breakerStore: Promise<OpenBreakerStore> | undefined;
  let send: Promise<typeof fetch> | undefined;
  const program: Program = {
    version: config.version,
    build: readBuild(),
    settings,
    input: new StandardInput(Deno.stdin, inputText(settings)),
    output: standardOutput,
    errors: standardError,
    now: Date.now,
    newId,
    hasIndex: () => exists(settings.knowledgePath),
    networkEnvironment: () => readVariables(NETWORK_VARIABLES),
    networkFetch: () => send ??= openNetwork(program),
    secret: () => secret ??= openSecret(settings),
    openStore: () => store ??= openStore(settings),
    openBreakerStore: () => breakerStore ??= openBreakerStore(settings),
    openModel: async (spec, now = Date.now) => {
      const { openModel } = await import("./cli/open_model.ts");
      return await openModel(spec, settings, { now, ...outward(program) });
    },
    openEmbedder: async (options) => {
      const { openEmbedder } = await import("./cli/open_embedder.ts");
      return await openEmbedder(settings, program.build, options, outward(program));
    },
    inspectEmbedder: async () =>
      await (await import("./cli/inspect_embedder.ts")).inspectEmbedder(settings, program.build),
    openKnowledge: () =>
      knowledge ??= openDocuments(program, program.hasIndex(), () =>
        program.openEmbedder({
          mayFetch: false,
          onNotice: (message) => tellAside(program.errors, message),
        })),
    openRecordedKnowledge: ({ documents, search }) =>
      openDocuments(
        program,
        documents === "index",
        async () => (await import("./cli/replay/recorded_embedder.ts")).recordedEmbedder(program, search),
      ),
    assembleAgent: async (flags, replace) =>
      await (await import("./cli/build_agent.ts")).buildAgent(program, flags, replace),
  };
  return program;
}

/** What models and servers of embeddings are reached with. */
function outward({ networkFetch, errors, settings: { language } }: Program): EmbedderServices {
  return {
    networkFetch,
    keyFiles: {
      readFile: (path) => Deno.readTextFile(path),
      modeOf: async (path) => (await Deno.stat(path)).mode,
      warn: (message) => tellAside(errors, message),
      language,
    },
  };
}

/** Without anything in the file the variables are the runtime's alone: not every task may read them. */
async function openNetwork({ settings: { network }, networkEnvironment }: Program): Promise<typeof fetch> {
  if (network.proxy === undefined && network.caFile === undefined) return fetch;
  const { networkFetch } = await import("./cli/network_fetch.ts");
  const readFile = (path: string) => Deno.readTextFile(path);
  return await networkFetch(network, { environment: networkEnvironment(), readFile, fetch });
}

function inputText({ encoding, language }: Settings): InputText {
  const wording = wordingOf(language);
  return new InputText({
    encoding,
    mayBeGb18030: language === "zh",
    onGb18030: () => tellAside(standardError, wording.labelled(wording.warning, wording.readAsGb18030)),
  });
}

async function openStore({ store, redisUrl, kvPath }: Settings): Promise<OpenStore> {
  const { createIdempotencyStore } = await import("./shells/stores/create_idempotency_store.ts");
  const { systemClock } = await import("./shells/clock.ts");
  return await createIdempotencyStore({ kind: store, redisUrl, kvPath, clock: systemClock });
}

async function openBreakerStore({ store, redisUrl, kvPath }: Settings): Promise<OpenBreakerStore> {
  const { createBreakerStore } = await import("./shells/stores/create_breaker_store.ts");
  const { systemClock } = await import("./shells/clock.ts");
  const elapsed = () => performance.now();
  return await createBreakerStore({ kind: store, redisUrl, kvPath, clock: systemClock, elapsed });
}

async function openDocuments(
  program: Program,
  hasIndex: boolean,
  embedder: () => ReturnType<Program["openEmbedder"]>,
): Promise<OpenKnowledge> {
  const { openKnowledge } = await import("./cli/open_knowledge.ts");
  return await openKnowledge({
    settings: program.settings,
    hasIndex,
    build: program.build,
    embedder,
    onLexicalOnly: (_why, error) => {
      const { wordsOnly, modelNotFetched } = wordingOf(program.settings.language);
      // By its name: its class would have to be loaded for every start.
      const isMissing = error instanceof Error && error.name === "ModelNotFetchedError";
      tellAside(
        program.errors,
        wordsOnly(isMissing ? modelNotFetched : wordsOf(error)[program.settings.language]),
      );
    },
  });
}

function exists(path: string): boolean {
  return realPath(path) !== undefined;
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}

/** Read anew, and never refused: what was said of the language, or beside it, may be what is wrong. */
function languageOfReader(): Language {
  const environment = readEnvironment();
  const sources = { args: Deno.args, environment };
  try {
    const [nearest] = existingConfigs(configPaths(environment, Deno.cwd()), realPath);
    const config = nearest && Deno.readTextFileSync(nearest.path);
    return readerLanguage({ ...sources, config });
  } catch {
    return readerLanguage({ ...sources, config: undefined });
  }
}

/** Says what went wrong before, or instead of, a session; in JSON lines to whoever reads those. */
async function report(error: unknown): Promise<number> {
  const { name } = error instanceof Error ? error : new Error();
  const isUsage = name === "UsageError";
  const isExpected = isUsage || name === "MissingKeyError";
  if (isExpected && readsJsonLines(Deno.args)) {
    const { refuseSession } = await import("./cli/json/refuse_session.ts");
    const program = createProgram(readSettings({}, Deno.cwd()));
    return await refuseSession(program, error).catch(() => EXIT.outputClosed);
  }
  const words = wordsOf(error)[languageOfReader()];
  // A plain Error is one of ours and says all; any other name helps to find what nobody expected.
  const text = error instanceof BilingualError || name === "Error" ? words : `${name}: ${words}`;
  await standardError.write(`handrail: ${text}\n`).catch(() => {});
  if (isUsage) return EXIT.usage;
  if (isExpected) return EXIT.auth;
  return name === "OutputClosedError" ? EXIT.outputClosed : EXIT.failed;
}

// A read of standard input that is still pending would keep the process alive.
if (import.meta.main) Deno.exit(await main().catch(report));
