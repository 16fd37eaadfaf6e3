/**
 * Handrail's composition root: builds the parts and picks a command. Everything heavy is imported only when a command
 * needs it, so that every start is quick.
 *
 * @module
 */
import { describeVersion } from "./build_facts.ts";
import { type CommandLine, type CommandName, parseCommandLine } from "./command_line.ts";
import { EXIT } from "./exit_code.ts";
import { helpText } from "./help/help_text.ts";
import type { Host } from "./host.ts";
import { hostVariable } from "./settings/host_variable.ts";
import { InputText } from "./input_text.ts";
import { readAllowed, readTextVariables, readVariables } from "./settings/read_variables.ts";
import { namedSession, readsJson } from "./json/reads_json.ts";
import { standardError, standardOutput } from "./output_stream.ts";
import { readLogLevel } from "./log/log_settings.ts";
import { keepOpen } from "./keep_open.ts";
import { openDocuments } from "./open_documents.ts";
import type { EmbedderServices } from "./open_embedder.ts";
import type { Program } from "./program.ts";
import { headerVariables, tuneByFlags } from "./settings/model_settings.ts";
import { readConfigText, realConfigPath } from "./settings/config_access.ts";
import { configPaths, existingConfigs } from "./settings/config_paths.ts";
import { keyVariables } from "./settings/own_settings.ts";
import { readerLanguage } from "./settings/reader_language.ts";
import { isExpected, reportFailure } from "./report_failure.ts";
import { readSettings, type Settings } from "./settings/settings.ts";
import { StandardInput } from "./standard_input.ts";
import { tellAside } from "./tell_aside.ts";
import { withFlags } from "./settings/ui_settings.ts";
import { UsageError } from "./usage_error.ts";
import { NETWORK_VARIABLES, VARIABLES } from "./settings/variables.ts";
import { wordingOf } from "./wording.ts";
import { BilingualError } from "../kb/bilingual_error.ts";
import { isMissing } from "../kb/is_missing.ts";
import type { OpenBreakerStore } from "../shells/stores/breaker_store.ts";
import type { OpenStore } from "../shells/stores/open_store.ts";
import type { Language } from "../tools/types.ts";

type Command = (program: Program, line: CommandLine) => Promise<number>;

const COMMANDS: Record<CommandName, () => Promise<Command>> = {
  chat: async () => (await import("./commands/chat.ts")).chatCommand,
  run: async () => (await import("./commands/run.ts")).runCommand,
  json: async () => (await import("./commands/json.ts")).jsonCommand,
  service: async () => (await import("./commands/service.ts")).serviceCommand,
  kb: async () => (await import("./commands/kb.ts")).kbCommand,
  tools: async () => (await import("./commands/tools.ts")).toolsCommand,
  sessions: async () => (await import("./commands/sessions.ts")).sessionsCommand,
  resume: async () => (await import("./commands/resume.ts")).resumeCommand,
  selftest: async () => (await import("./commands/selftest.ts")).selftestCommand,
  models: async () => (await import("./commands/models.ts")).modelsCommand,
  approvals: async () => (await import("./commands/approvals.ts")).approvalsCommand,
  idempotency: async () => (await import("./commands/idempotency.ts")).idempotencyCommand,
  breaker: async () => (await import("./commands/breaker.ts")).breakerCommand,
  replay: async () => (await import("./commands/replay.ts")).replayCommand,
  mask: async () => (await import("./commands/mask.ts")).maskCommand,
  doctor: async () => (await import("./commands/doctor.ts")).doctorCommand,
  completions: async () => (await import("./commands/completions.ts")).completionsCommand,
  schema: async () => (await import("./commands/schema.ts")).schemaCommand,
};

/**
 * Does what the arguments say.
 *
 * @param given What the program stands on.
 * @returns The exit code.
 * @throws {UsageError} If the arguments, the environment or a file say nothing that can be done.
 * @throws {Error} Whatever a command could not do; {@linkcode report} says it.
 *
 * @example
 * ```ts
 * Deno.exit(await start(host).catch((error) => report(error, host)));
 * ```
 */
export async function start(given: Host): Promise<number> {
  const host = onThisSystem(given);
  const line = parseCommandLine(host.args);
  if (line.command === "version") {
    await standardOutput.write(`${describeVersion(host.version, host.readBuild())}\n`);
    return EXIT.completed;
  }
  if (line.command === "help") {
    await standardOutput.write(helpText(line.topic, languageOfReader(host)));
    return EXIT.completed;
  }
  const settings = withLogLevel(withFlags(await loadSettings(host), line.flags), line.flags["log-level"]);
  const command = await COMMANDS[line.command]();
  return await command(createProgram(tuneByFlags(settings, line.flags), host), line);
}

function onThisSystem(host: Host): Host {
  return { ...host, variable: hostVariable(host.variable, Deno.build.os) };
}

async function loadSettings({ variable }: Host): Promise<Settings> {
  const [environment, folder] = [readVariables(variable, VARIABLES), Deno.cwd()];
  const paths = existingConfigs(configPaths(environment, folder), realConfigPath);
  if (paths.length === 0) return readSettings(environment, folder);
  const { readConfigFile } = await import("./settings/config_file.ts");
  const found = readConfigFile(paths, readConfigText);
  const named = readAllowed(variable, [
    ...headerVariables(found?.config.models),
    ...keyVariables(found?.own),
  ]);
  return readSettings({ ...named, ...environment }, folder, found);
}

function withLogLevel(settings: Settings, level: string | undefined): Settings {
  if (level === undefined) return settings;
  return { ...settings, log: { ...settings.log, level: readLogLevel("--log-level", level) } };
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
  const { findSecret, readSecret } = await import("./settings/read_secret.ts");
  if (store !== "memory" || personalData.guard) return await readSecret(stateFolder);
  return await findSecret(stateFolder) ?? crypto.randomUUID();
}

function createProgram(settings: Settings, { version, variable, readBuild }: Host): Program {
  const newId = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
  let store: Promise<OpenStore> | undefined;
  let secret: Promise<string> | undefined;
  let breakerStore: Promise<OpenBreakerStore> | undefined;
  let send: Promise<typeof fetch> | undefined;
  const program: Program = {
    version,
    build: readBuild(),
    settings,
    input: new StandardInput(Deno.stdin, inputText(settings)),
    output: standardOutput,
    errors: standardError,
    now: Date.now,
    newId,
    hasIndex: () => exists(settings.knowledgePath),
    networkEnvironment: () => readVariables(variable, NETWORK_VARIABLES),
    networkFetch: () => send ??= openNetwork(program),
    secret: () => secret ??= openSecret(settings),
    openStore: () => store ??= openStore(settings),
    openBreakerStore: () => breakerStore ??= openBreakerStore(settings),
    openModel: async (spec, now = Date.now) => {
      const { openModel } = await import("./open_model.ts");
      return await openModel(spec, settings, { now, ...outward(program) });
    },
    openEmbedder: async (options) => {
      const { openEmbedder } = await import("./open_embedder.ts");
      return await openEmbedder(settings, program.build, options, outward(program));
    },
    inspectEmbedder: async () =>
      await (await import("./inspect_embedder.ts")).inspectEmbedder(settings, program.build),
    openKnowledge: keepOpen(() =>
      openDocuments(program, program.hasIndex(), () =>
        program.openEmbedder({
          mayFetch: false,
          onNotice: (message) => tellAside(program.errors, message),
        }))
    ),
    openRecordedKnowledge: ({ documents, search }) =>
      openDocuments(
        program,
        documents === "index",
        async () => (await import("./replay/recorded_embedder.ts")).recordedEmbedder(program, search),
      ),
    assembleAgent: async (flags, replace) =>
      await (await import("./build_agent.ts")).buildAgent(program, flags, replace),
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
  const { networkFetch } = await import("./network_fetch.ts");
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
  const { createIdempotencyStore } = await import("../shells/stores/create_idempotency_store.ts");
  const { systemClock } = await import("../shells/clock.ts");
  return await createIdempotencyStore({ kind: store, redisUrl, kvPath, clock: systemClock });
}

async function openBreakerStore({ store, redisUrl, kvPath }: Settings): Promise<OpenBreakerStore> {
  const { createBreakerStore } = await import("../shells/stores/create_breaker_store.ts");
  const { systemClock } = await import("../shells/clock.ts");
  const elapsed = () => performance.now();
  return await createBreakerStore({ kind: store, redisUrl, kvPath, clock: systemClock, elapsed });
}

/** What may not be looked at may be there: opening it says why it cannot be used, and nothing else takes its place. */
function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    return !isMissing(error);
  }
}

/** Never refused: what was said of the language, or beside it, may be what is wrong, and help says how it is right. */
function languageOfReader({ args, variable }: Host): Language {
  const environment = readTextVariables(variable, VARIABLES);
  const sources = { args, environment };
  try {
    const [nearest] = existingConfigs(configPaths(environment, Deno.cwd()), realConfigPath);
    const config = nearest && readConfigText(nearest.path);
    return readerLanguage({ ...sources, config });
  } catch {
    return readerLanguage({ ...sources, config: undefined });
  }
}

/**
 * Says what went wrong before, or instead of, a session; in JSON to whoever reads that.
 *
 * @param error What {@linkcode start} has thrown.
 * @param given What the program stands on.
 * @returns The exit code.
 *
 * @example
 * ```ts
 * Deno.exit(await start(host).catch((error) => report(error, host)));
 * ```
 */
export async function report(error: unknown, given: Host): Promise<number> {
  const host = onThisSystem(given);
  const reads = standardOutput.used ? undefined : readsJson(host.args);
  if (reads === undefined) return await reportToPerson(error, host);
  // What nobody expected is told twice: to the program, and to whoever looks into it.
  if (!isExpected(error) && !(error instanceof BilingualError)) await reportToPerson(error, host);
  const program = createProgram(readSettings({}, Deno.cwd()), host);
  const session = namedSession(host.args);
  const refused = reads === "lines"
    ? (await import("./json/refuse_session.ts")).refuseSession(program, error, session)
    : (await import("./json/refuse_turn.ts")).refuseTurn(program, error, session);
  return await refused.catch(() => EXIT.outputClosed);
}

async function reportToPerson(error: unknown, host: Host): Promise<number> {
  return await reportFailure(error, { errors: standardError, language: () => languageOfReader(host) });
}
