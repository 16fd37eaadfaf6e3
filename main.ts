/**
 * Handrail's composition root: the only reader of `Deno.args` and `Deno.env`. Builds the parts and picks a command.
 * Everything heavy is imported only when a command needs it, so that `--version` and `--help` start at once.
 *
 * @module
 */
import "./cli/redirect_console.ts";
import { join } from "node:path";
import config from "./deno.json" with { type: "json" };
import type { AgentParts } from "./agent/assemble_agent.ts";
import { type BuildFacts, describeVersion, readBuildFacts } from "./cli/build_facts.ts";
import { type CommandLine, type CommandName, parseCommandLine } from "./cli/command_line.ts";
import { EXIT } from "./cli/exit_code.ts";
import { helpText } from "./cli/help.ts";
import { readsJsonLines } from "./cli/json/reads_json_lines.ts";
import { standardError, standardOutput } from "./cli/output_stream.ts";
import type { OpenKnowledge, Program } from "./cli/program.ts";
import { configPaths, type Environment, readSettings, type Settings, VARIABLES } from "./cli/settings.ts";
import { StandardInput } from "./cli/standard_input.ts";
import { tellAside } from "./cli/tell_aside.ts";
import { UsageError } from "./cli/usage_error.ts";
import type { OpenBreakerStore } from "./shells/stores/breaker_store.ts";
import type { OpenStore } from "./shells/stores/open_store.ts";

/** Whoever runs a tool has reported by then, in milliseconds beyond the tool's own limit, or is gone. */
const GRACE_MS = 5_000;

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
  mask: async () => (await import("./cli/commands/mask.ts")).maskCommand,
  schema: async () => (await import("./cli/commands/schema.ts")).schemaCommand,
};

async function main(): Promise<number> {
  const line = parseCommandLine(Deno.args);
  if (line.command === "version") {
    await standardOutput.write(`${describeVersion(config.version, readBuild())}\n`);
    return EXIT.completed;
  }
  const settings = await loadSettings();
  if (line.command === "help") {
    await standardOutput.write(helpText(line.topic, settings.language));
    return EXIT.completed;
  }
  const command = await COMMANDS[line.command]();
  return await command(createProgram(settings), line);
}

function readBuild(): BuildFacts {
  return readBuildFacts(import.meta.dirname ?? ".", Deno.build.standalone, Deno.execPath());
}

async function loadSettings(): Promise<Settings> {
  const [environment, folder] = [readEnvironment(), Deno.cwd()];
  const paths = configPaths(environment, folder).filter(exists);
  if (paths.length === 0) return readSettings(environment, folder);
  const { readConfigFile } = await import("./cli/config_file.ts");
  return readSettings(environment, folder, readConfigFile(paths, (path) => Deno.readTextFileSync(path)));
}

function readEnvironment(): Environment {
  const set = VARIABLES.map((name) => [name, Deno.env.get(name)]).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set);
}

/** Where records are kept, under which key, and how long to wait for those of other processes. */
async function recordKeeping(
  program: Program,
  replaced: AgentParts["store"] | undefined,
): Promise<Pick<AgentParts, "store" | "secret" | "waiting">> {
  const { settings } = program;
  const secret = await program.secret();
  if (replaced) return { store: replaced, secret };
  const store = await program.openStore();
  if (store.name === "memory") return { store, secret };
  if (store.name === "redis" && settings.secret === undefined) {
    const message =
      "HANDRAIL_SECRET is not set: other machines on this Redis will not recognise these requests";
    await program.errors.write(`${message}\n`).catch(() => {});
  }
  const { SealedStore } = await import("./shells/stores/sealed_store.ts");
  const { createSealer } = await import("./shells/seal.ts");
  const { systemClock } = await import("./shells/clock.ts");
  const goneAfterMs = settings.toolTimeoutMs + GRACE_MS;
  return {
    store: new SealedStore(store, {
      sealer: createSealer(secret),
      seals: settings.personalData.guard,
    }),
    secret,
    waiting: { clock: systemClock, waitMs: settings.inFlightWaitMs, goneAfterMs },
  };
}

/** Records in memory die with the process, and so may their key; sealed aliases and shared records outlive it. */
async function openSecret({ secret, stateFolder, store, personalData }: Settings): Promise<string> {
  if (secret !== undefined) return secret;
  if (store === "redis" && personalData.guard) {
    throw new UsageError(
      "Cannot guard personal data on Redis: other machines could not open what is sealed. " +
        "Set HANDRAIL_SECRET, the same on all of them",
    );
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
  const program: Program = {
    version: config.version,
    build: readBuild(),
    settings,
    input: new StandardInput(Deno.stdin),
    output: standardOutput,
    errors: standardError,
    now: Date.now,
    newId,
    hasIndex: () => exists(settings.knowledgePath),
    secret: () => secret ??= openSecret(settings),
    openStore: () => store ??= openStore(settings),
    openBreakerStore: () => breakerStore ??= openBreakerStore(settings),
    openModel: async (spec) => {
      const { createModel } = await import("./agent/create_model.ts");
      return createModel(spec, { ...settings, now: Date.now });
    },
    openEmbedder: async (options) =>
      await (await import("./cli/open_embedder.ts")).openEmbedder(settings, program.build, options),
    inspectEmbedder: async () =>
      await (await import("./cli/inspect_embedder.ts")).inspectEmbedder(settings, program.build),
    openKnowledge: () => knowledge ??= openDocuments(program),
    assembleAgent: (flags, replace) => assemble(program, flags, replace),
  };
  return program;
}

async function assemble(
  program: Program,
  flags: Parameters<Program["assembleAgent"]>[0],
  replace: Partial<AgentParts> = {},
): Promise<ReturnType<typeof import("./agent/assemble_agent.ts").assembleAgent>> {
  const { settings, newId } = program;
  const { assembleAgent } = await import("./agent/assemble_agent.ts");
  const { systemClock } = await import("./shells/clock.ts");
  const { HandoffFile } = await import("./agent/handoff_file.ts");
  const { createPersonalDataRules } = await import("./cli/create_personal_data_rules.ts");
  const { maskForLog } = await import("./shells/pii/mask_for_log.ts");
  const { createDesk } = await import("./cli/create_desk.ts");
  const { parseProfile } = await import("./tools/profiles.ts");
  try {
    const personalData = settings.personalData.guard
      ? await createPersonalDataRules(settings.personalData, () => program.secret())
      : undefined;
    const onProblem = (message: string) =>
      tellAside(program.errors, maskForLog(message, personalData?.recognisers));
    return assembleAgent({
      clock: systemClock,
      newId,
      newNonce: () => crypto.randomUUID(),
      language: settings.language,
      model: await program.openModel(flags.model ?? settings.model),
      desk: replace.desk ?? await createDesk(settings, { clock: systemClock, onProblem }),
      knowledge: async () => (await program.openKnowledge()).knowledge,
      profile: parseProfile(flags.profile ?? "chat"),
      confirmTools: settings.confirmTools,
      approvalRules: settings.approvalRules,
      preApproved: flags.approve,
      personalData,
      ...(await recordKeeping(program, replace.store)),
      breakerStore: replace.breakerStore ?? await program.openBreakerStore(),
      breakerRules: {
        failures: settings.breakerFailures,
        windowMs: settings.breakerWindowMs,
        coolDownMs: settings.breakerCoolDownMs,
        probeLeaseMs: settings.toolTimeoutMs + GRACE_MS,
      },
      elapsed: () => performance.now(),
      handoffFile: new HandoffFile({ path: join(settings.stateFolder, "handoffs.jsonl"), now: Date.now }),
      toolTimeoutMs: settings.toolTimeoutMs,
      approvalDeadlineMs: settings.approvalDeadlineMs,
      limits: {
        maxSteps: settings.maxSteps,
        maxOutputBytes: settings.maxOutputBytes,
        maxRetries: settings.maxRetries,
      },
      onProblem,
      ...replace,
    });
  } catch (error) {
    // An unknown name in a flag or a variable is the caller's to mend, not a fault of the program.
    if (error instanceof TypeError || error instanceof RangeError) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
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

async function openDocuments(program: Program): Promise<OpenKnowledge> {
  const { openKnowledge } = await import("./cli/open_knowledge.ts");
  return await openKnowledge({
    settings: program.settings,
    hasIndex: program.hasIndex(),
    build: program.build,
    embedder: () =>
      program.openEmbedder({
        mayFetch: false,
        onNotice: (message) => tellAside(program.errors, message),
      }),
    onLexicalOnly: (why) => tellAside(program.errors, `Searching by words only. ${why}`),
  });
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Says what went wrong before, or instead of, a session; in JSON lines to whoever reads those. */
async function report(error: unknown): Promise<number> {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const isUsage = name === "UsageError";
  const isExpected = isUsage || name === "MissingKeyError";
  if (isExpected && readsJsonLines(Deno.args)) {
    const { refuseSession } = await import("./cli/json/refuse_session.ts");
    const program = createProgram(readSettings({}, Deno.cwd()));
    return await refuseSession(program, error).catch(() => EXIT.outputClosed);
  }
  // A plain Error is one of ours and says all; any other name helps to find what nobody expected.
  const text = isExpected || name === "Error" ? message : `${name}: ${message}`;
  await standardError.write(`handrail: ${text}\n`).catch(() => {});
  if (isUsage) return EXIT.usage;
  if (isExpected) return EXIT.auth;
  return name === "OutputClosedError" ? EXIT.outputClosed : EXIT.failed;
}

// A read of standard input that is still pending would keep the process alive.
if (import.meta.main) Deno.exit(await main().catch(report));
