/**
 * Runs a recording against today's tools, or against a model.
 *
 * @module
 */
import type { Recogniser } from "../../shells/pii/recogniser.ts";
import { MemoryBreakerStore } from "../../shells/stores/memory_breaker_store.ts";
import { MemoryIdempotencyStore } from "../../shells/stores/memory_idempotency_store.ts";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../../tools/ledger.ts";
import type { OrderDesk } from "../../tools/order_desk.ts";
import type { AgentEvent } from "../agent_event.ts";
import type { Agent, AgentParts } from "../assemble_agent.ts";
import type { NamedModel } from "../models/create_model.ts";
import type { RecordedTool, RecordedTurn, Recording } from "../recording/recording.ts";
import { maskTurns } from "../recording/mask_turns.ts";
import { sessionTurns } from "../recording/session_turns.ts";
import { toolDefinitions } from "../recording/tool_definitions.ts";
import { compareDefinitions } from "./compare_definitions.ts";
import { compareTurns, isAccidental, type ReplaySubject } from "./compare_turns.ts";
import type { Difference } from "./difference.ts";
import { MemoryLog } from "./memory_log.ts";
import { pairCalls } from "./pair_calls.ts";
import { RecordedModel } from "./recorded_model.ts";
import { RecordedPeople } from "./recorded_people.ts";
import type { Renamings } from "./renamings.ts";
import { ReplayClock } from "./replay_clock.ts";
import { undoneWrites } from "./undone_writes.ts";

/** What a replay brings along. */
export type ReplayParts = Pick<
  AgentParts,
  | "clock"
  | "newId"
  | "newNonce"
  | "language"
  | "model"
  | "desk"
  | "confirmTools"
  | "approvalRules"
  | "preApproved"
  | "personalData"
  | "store"
  | "secret"
  | "breakerStore"
  | "elapsed"
  | "handoffFile"
>;

/** What a replay runs on. */
export interface ReplayServices {
  /** Builds the agent out of the replay's parts and the program's others; its profile is the recording's. */
  readonly assemble: (parts: ReplayParts, profile: string) => Promise<Agent>;
  /** What the recording was masked by. */
  readonly recognisers: readonly Recogniser[];
  /** Opens the model that is to choose; `undefined`: the recorded choices are made again. */
  readonly openModel?: (now: () => number) => Promise<NamedModel>;
  /** A back end of one's own. @default {the embedded desk, in memory} */
  readonly desk?: OrderDesk;
}

/** How it went. */
export interface Replayed {
  readonly subject: ReplaySubject;
  readonly differences: readonly Difference[];
  /** Calls whose recorded result says nothing about today's tools, such as a time-out. */
  readonly skipped: number;
  /** Turns that did not run to their end, and calls that failed by an accident of today, and why. */
  readonly problems: readonly string[];
  /** What happened now. */
  readonly turns: readonly RecordedTurn[];
  readonly tools: readonly RecordedTool[];
  readonly renamings: Renamings;
  /** `PROVIDER:MODEL`, where one chose. */
  readonly model?: string;
}

/**
 * Replays a recording as one conversation, through the same shells as a real one. Time stands where it stood, people
 * decide as they decided, records of what was done begin empty, and nothing is written.
 *
 * @param recording The recording.
 * @param services See {@linkcode ReplayServices}.
 *
 * @example
 * ```ts
 * const { differences } = await replayRecording(recording, { assemble });
 * ```
 */
export async function replayRecording(recording: Recording, services: ReplayServices): Promise<Replayed> {
  const clock = new ReplayClock(Date.parse(recording.recordedAt));
  const script = new RecordedModel(clock);
  const model = await services.openModel?.(clock.now);
  const agent = await services.assemble(
    partsOf(recording, services, clock, script, model),
    recording.profile,
  );
  const people = new RecordedPeople({
    interactions: agent.interactions,
    isRead: (tool) => agent.registry.resolve(tool)?.tool.traits.kind === "read",
    ...(!model && {
      callOf: (callId: string) => script.callOf(callId),
      undone: undoneWrites(recording.turns),
    }),
  });
  const log = new MemoryLog();
  const session = agent.openSession({ id: "replay", log, interactive: true });
  const problems: string[] = [];
  for (const [at, turn] of recording.turns.entries()) {
    clock.set(turn.at);
    if (turn.again) await session.startEpoch();
    script.begin(turn, at + 1);
    people.begin(turn);
    for await (const event of session.prompt(turn.user)) {
      people.answer(event);
      const problem = problemOf(event);
      if (problem !== undefined) problems.push(`turn ${at + 1}: ${problem}`);
    }
  }
  // What comes from documents or a back end now was masked in the recording, and must not stand in it after an update.
  const turns = sessionTurns(log.records).map(maskTurns(recording.turns, services.recognisers).turn);
  const tools = await toolDefinitions(agent.registry.getAll());
  const subject = model ? "model" : "tools";
  const compared = compareTurns(recording.turns, turns, { subject, volatile: recording.volatile });
  if (!model) problems.push(...accidentsOfToday(recording.turns, turns));
  return {
    subject,
    ...compared,
    // Whoever changes a description asks a model what comes of it: that it has changed is no news then.
    differences: model
      ? compared.differences
      : [...compared.differences, ...compareDefinitions(recording.tools, tools)],
    problems,
    turns,
    tools,
    ...(model && { model: `${model.provider}:${model.id}` }),
  };
}

/** A back end that is away now says nothing about its tools: that must not pass for what they answer. */
function accidentsOfToday(recorded: readonly RecordedTurn[], now: readonly RecordedTurn[]): string[] {
  return recorded.flatMap((turn, at) =>
    pairCalls(turn.calls, now[at]?.calls ?? []).flatMap(({ recorded, now }, place) => {
      if (!now || !isAccidental(now.output) || (recorded && isAccidental(recorded.output))) return [];
      const { error_type } = Object(now.output) as Record<string, unknown>;
      return [`turn ${at + 1}, call ${place + 1}, ${now.tool}: ${error_type}`];
    })
  );
}

function partsOf(
  recording: Recording,
  { desk }: ReplayServices,
  clock: ReplayClock,
  script: RecordedModel,
  model: NamedModel | undefined,
): ReplayParts {
  const { now } = clock;
  let ids = 0;
  return {
    clock,
    newId: (prefix) => `${prefix}_${++ids}`,
    newNonce: model ? () => crypto.randomUUID() : () => script.newNonce(),
    language: recording.language,
    model: model ?? { provider: script.provider, id: script.modelId, model: script },
    desk: desk ?? new EmbeddedOrderDesk({ ledger: new MemoryLedger(), now }),
    // Every call is asked about, whatever is configured here: the recording knows what was decided.
    confirmTools: "*",
    approvalRules: [],
    preApproved: [],
    personalData: undefined,
    // It keys records that end with the replay.
    secret: "replay",
    store: new MemoryIdempotencyStore({ clock }),
    breakerStore: new MemoryBreakerStore({ elapsed: now }),
    elapsed: now,
    handoffFile: { append: () => Promise.resolve("nowhere: this is a replay") },
  };
}

function problemOf(event: AgentEvent): string | undefined {
  return event.type === "turn.completed" && event.status === "failed"
    ? event.error?.message ?? event.stop_reason
    : undefined;
}
