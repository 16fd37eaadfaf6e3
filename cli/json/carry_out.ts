/**
 * Carries out the commands that start and end nothing.
 *
 * @module
 */
import type { Agent } from "../../agent/assemble_agent.ts";
import type { AgentSession } from "../../agent/agent_session.ts";
import { classifyError } from "../../agent/models/classify_error.ts";
import type { NamedModel } from "../../agent/models/create_model.ts";
import { UsageError } from "../usage_error.ts";
import { type Answer, refusal } from "./answer.ts";
import { approvalAnswer } from "./approval_answer.ts";
import { COMMAND_TYPES, type JsonCommand } from "./command.ts";
import { PROTOCOL } from "./protocol.ts";
import type { SessionStarted } from "./session_event.ts";
import type { TurnQueue } from "./turn_queue.ts";
import { OPTIONAL_EVENTS, type TurnWriter } from "./turn_writer.ts";

/** What commands act on. */
export interface CommandScene {
  readonly session: AgentSession;
  readonly interactions: Agent["interactions"];
  /** Knows tools by their aliases as well. */
  readonly registry: Agent["registry"];
  readonly queue: TurnQueue;
  readonly turns: TurnWriter;
  /** What the session began with. */
  readonly opening: Pick<SessionStarted, "capabilities" | "limits">;
  /** The model in use. */
  model: SessionStarted["model"];
  /**
   * Opens the model that a string names.
   *
   * @throws {RangeError} If it names none.
   * @throws {UsageError} If what it needs is set up in a way that cannot be used.
   */
  readonly openModel: (spec: string) => Promise<NamedModel>;
}

type Of<T extends JsonCommand["type"]> = Extract<JsonCommand, { type: T }>;

/**
 * Carries a command out.
 *
 * @param command The command.
 * @param scene What it acts on; `set` with a model changes its `model`.
 * @returns What to answer.
 *
 * @example
 * ```ts
 * await carryOut({ id: "1", type: "ping" }, scene); // { ok: true }
 * ```
 */
export async function carryOut(
  command: Exclude<JsonCommand, { type: "prompt" }>,
  scene: CommandScene,
): Promise<Answer> {
  const { session, interactions, queue } = scene;
  switch (command.type) {
    case "initialize":
      return initialize(command, scene);
    case "approve": {
      const { approvals } = interactions.pending();
      const known = interactions.approve(command.request_id, approvalAnswer(command), "client");
      return known ? { ok: true } : unknownRequest(command.request_id, approvals);
    }
    case "answer": {
      const { questions } = interactions.pending();
      const known = interactions.answer(command.request_id, command.text, "client");
      return known ? { ok: true } : unknownRequest(command.request_id, questions);
    }
    case "cancel":
      return queue.running && session.cancel()
        ? { ok: true }
        : refusal("not_found", "Cannot cancel: no turn is running");
    case "state":
      return { ok: true, result: state(scene) };
    case "set":
      return await set(command, scene);
    case "ping":
    case "shutdown":
      return { ok: true };
  }
}

function initialize(
  command: Of<"initialize">,
  { interactions, queue, turns, opening }: CommandScene,
): Answer {
  if (command.protocol !== PROTOCOL) {
    const message = `Cannot speak protocol ${command.protocol}: not supported`;
    return refusal("bad_request", message, [String(PROTOCOL)]);
  }
  if (queue.taken > 0) {
    return refusal("bad_request", "Cannot initialize: a prompt came before. Send it first");
  }
  const { approvals, questions } = command.capabilities ?? {};
  interactions.setAvailability({
    ...(approvals && { approvals: "ask" }),
    ...(questions && { questions: "ask" }),
  });
  const result = {
    protocol: PROTOCOL,
    commands: COMMAND_TYPES,
    capabilities: opening.capabilities,
    limits: opening.limits,
    optional_events: OPTIONAL_EVENTS,
    opted_out: turns.optOut(command.opt_out ?? []),
  };
  return { ok: true, result };
}

function state({ session, interactions, queue, model }: CommandScene): unknown {
  const { approvals, questions } = interactions.pending();
  return {
    session_id: session.id,
    model,
    ...queue.describe(),
    messages: session.messageCount,
    pending: { approvals, questions },
    grants: session.grants.list(),
  };
}

async function set(command: Of<"set">, scene: CommandScene): Promise<Answer> {
  if (command.model !== undefined) {
    const refused = await useModel(command.model, scene);
    if (refused) return refused;
  }
  const { session: { grants }, registry } = scene;
  const withdrawn = (command.withdraw_approvals ?? [])
    .map((tool) => tool === "*" ? undefined : registry.resolve(tool)?.name ?? tool)
    .reduce((count, tool) => count + grants.withdraw(tool), 0);
  return { ok: true, result: { withdrawn, ...(command.model !== undefined && { model: scene.model }) } };
}

async function useModel(spec: string, scene: CommandScene): Promise<Answer | undefined> {
  if (scene.queue.busy) {
    return refusal("busy", "Cannot change the model: a turn is running. Wait for it or cancel it");
  }
  try {
    const model = await scene.openModel(spec);
    scene.session.useModel(model);
    scene.model = { provider: model.provider, id: model.id };
    return undefined;
  } catch (error) {
    const { code, message } = classifyError(error);
    // A name that means nothing, or a setting that it cannot do without, is the client's to mend.
    const isMistake = error instanceof RangeError || error instanceof UsageError;
    return refusal(isMistake ? "bad_request" : code, message);
  }
}

function unknownRequest(requestId: string, valid: readonly string[]): Answer {
  return refusal("not_found", `Cannot answer ${JSON.stringify(requestId)}: nothing of that id waits`, valid);
}
