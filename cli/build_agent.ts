/**
 * Builds an agent out of the settings, with what stands behind its tools and shells.
 *
 * @module
 */
import { join } from "node:path";
import { type Agent, type AgentParts, assembleAgent } from "../agent/assemble_agent.ts";
import { HandoffFile } from "../agent/handoff_file.ts";
import { systemClock } from "../shells/clock.ts";
import { maskForLog } from "../shells/pii/mask_for_log.ts";
import { parseProfile } from "../tools/profiles.ts";
import { ownDocumentsOf } from "./own_documents.ts";
import { createDesk } from "./create_desk.ts";
import { createPersonalDataRules } from "./create_personal_data_rules.ts";
import type { Flags } from "./flags.ts";
import { createDiagnostics } from "./log/diagnostics.ts";
import { openCallLog } from "./log/open_call_log.ts";
import type { Program } from "./program.ts";
import { UsageError } from "./usage_error.ts";

/** Whoever runs a tool has reported by then, in milliseconds beyond the tool's own limit, or is gone. */
const GRACE_MS = 5_000;

/**
 * Builds an agent.
 *
 * @param program The program.
 * @param flags What the command line chose.
 * @param replace Parts that take the place of those that the settings would give.
 * @throws {UsageError} If a flag or a setting names something unknown.
 *
 * @example
 * ```ts
 * await buildAgent(program, { profile: "chat", model: "offline", approve: [] });
 * ```
 */
export async function buildAgent(
  program: Program,
  flags: Pick<Flags, "profile" | "model" | "approve">,
  replace: Partial<AgentParts> = {},
): Promise<Agent> {
  const { settings, newId, networkFetch } = program;
  try {
    const personalData = settings.personalData.guard
      ? await createPersonalDataRules(
        settings.personalData,
        () => replace.secret === undefined ? program.secret() : Promise.resolve(replace.secret),
      )
      : undefined;
    const tell = createDiagnostics({
      errors: program.errors,
      level: settings.log.level,
      mask: (text) => maskForLog(text, personalData?.recognisers),
    });
    const onProblem = (message: string) => tell("warn", () => message);
    const model = await program.openModel(flags.model ?? settings.model);
    tell("info", () => `Model ${model.id} of ${model.provider}, profile ${flags.profile ?? "chat"}`);
    return assembleAgent({
      clock: systemClock,
      newId,
      newNonce: () => crypto.randomUUID(),
      language: settings.language,
      model,
      desk: replace.desk ?? await createDesk(settings, { clock: systemClock, onProblem, networkFetch }),
      knowledge: async () => (await program.openKnowledge()).knowledge,
      ownDocuments: ownDocumentsOf(program),
      profile: parseProfile(flags.profile ?? "chat"),
      confirmTools: settings.confirmTools,
      approvalRules: settings.approvalRules,
      preApproved: flags.approve,
      personalData,
      ...(await recordKeeping(program, replace)),
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
      callLog: openCallLog(settings, tell, program.now),
      onProblem,
      ...replace,
    });
  } catch (error) {
    // An unknown name in a flag or a variable is the caller's to mend, not a fault of the program.
    if (error instanceof TypeError || error instanceof RangeError) {
      throw UsageError.of(error);
    }
    throw error;
  }
}

/** Where records are kept, under which key, and how long to wait for those of other processes. */
async function recordKeeping(
  program: Program,
  replaced: Partial<Pick<AgentParts, "store" | "secret">>,
): Promise<Pick<AgentParts, "store" | "secret" | "waiting">> {
  const { settings } = program;
  const secret = replaced.secret ?? await program.secret();
  if (replaced.store) return { store: replaced.store, secret };
  const store = await program.openStore();
  if (store.name === "memory") return { store, secret };
  if (store.name === "redis" && settings.secret === undefined) {
    const words = {
      en: "HANDRAIL_SECRET is not set: other machines on this Redis will not recognise these requests",
      zh: "没有设置 HANDRAIL_SECRET：使用同一 Redis 的其他机器认不出这些请求",
    };
    await program.errors.write(`${words[settings.language]}\n`).catch(() => {});
  }
  const { SealedStore } = await import("../shells/stores/sealed_store.ts");
  const { createSealer } = await import("../shells/seal.ts");
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
