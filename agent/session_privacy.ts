/**
 * What a session lets out, and to whom.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import { type AliasEntry, AliasVault } from "../shells/pii/alias_vault.ts";
import { mapTexts } from "../shells/pii/map_texts.ts";
import { maskForLog, SECRET_RECOGNISERS } from "../shells/pii/mask_for_log.ts";
import { PersonalDataGuard } from "../shells/pii/personal_data_guard.ts";
import type { Recogniser } from "../shells/pii/recogniser.ts";
import type { Replacement } from "../shells/pii/replace_findings.ts";
import type { Sealer } from "../shells/seal.ts";
import type { AgentEvent } from "./agent_event.ts";
import { aliasPurpose } from "./alias_purpose.ts";
import { maskEvent } from "./mask_event.ts";
import { maskMessage } from "./mask_message.ts";
import type { SessionMark } from "./sessions/session_record.ts";

/** How personal data is guarded. */
export interface PersonalDataRules {
  readonly recognisers: readonly Recogniser[];
  /** Gives what stands for a finding. @default {an alias that is restored on the way into a tool} */
  readonly replace?: Replacement;
}

/** Settings of {@linkcode SessionPrivacy}. */
export interface SessionPrivacyOptions {
  readonly sessionId: string;
  /** `undefined`: personal data is not guarded. */
  readonly rules?: PersonalDataRules;
  /** Seals the aliases. */
  readonly sealer: Sealer;
  /** The session's aliases, sealed, as they were kept. */
  readonly aliases?: readonly string[];
  /** Is told of aliases that cannot be opened. */
  readonly onProblem: (message: string) => void;
}

/**
 * One session's line between inside and outside: the model, events and files see what stands for personal data; tools,
 * whoever approves, and the person's own screen see what is real. Without rules, only keys and tokens are kept from
 * files.
 *
 * @example
 * ```ts
 * const privacy = new SessionPrivacy({ sessionId, sealer, rules: { recognisers }, onProblem });
 * privacy.text("电话 13800138000"); // "电话 [[PHONE_1]]"
 * ```
 */
export class SessionPrivacy {
  /** Masks and restores around tools; `undefined` when personal data is not guarded. */
  readonly guard: PersonalDataGuard | undefined;
  readonly #options: SessionPrivacyOptions;
  /** The guard finds keys and tokens as well, so that nobody has to look for them once more. */
  readonly #hidesSecrets: boolean;

  /** @param options See {@linkcode SessionPrivacyOptions}. */
  constructor(options: SessionPrivacyOptions) {
    const { rules, aliases = [], onProblem } = options;
    this.#options = options;
    this.#hidesSecrets = SECRET_RECOGNISERS.every((one) => rules?.recognisers.includes(one) === true);
    if (rules === undefined) return;
    const vault = new AliasVault(aliases.flatMap((sealed) => this.#open(sealed, onProblem)));
    const { recognisers, replace } = rules;
    this.guard = new PersonalDataGuard({ recognisers, vault, ...(replace && { replace }) });
  }

  /** What the model and events may see of a text. */
  text(text: string): string {
    return this.guard?.mask(text) ?? text;
  }

  /** What the model may see of a conversation. */
  messages(messages: readonly ModelMessage[]): ModelMessage[] {
    const { guard } = this;
    return guard
      ? messages.map((message) => maskMessage(message, (text) => guard.mask(text)))
      : [...messages];
  }

  /** What a file may hold of a conversation that went through {@linkcode messages}. */
  forFile(messages: readonly ModelMessage[]): ModelMessage[] {
    return messages.map((message) => maskMessage(message, (text) => maskForLog(text)));
  }

  /** What the call log may hold of a JSON value: neither keys and tokens nor, where it is guarded, personal data. */
  forLog(value: unknown): unknown {
    return mapTexts(value, (text) => this.#hidesSecrets ? this.text(text) : maskForLog(this.text(text)));
  }

  /** What a front end may see of an event. */
  event(event: AgentEvent): AgentEvent {
    const { guard } = this;
    return guard ? maskEvent(event, (text) => guard.mask(text)) : event;
  }

  /** What the person who said it may see again. */
  reveal(text: string): string {
    return this.guard?.vault.restore(text) ?? text;
  }

  /** Makes sure that no alias in an earlier conversation is given to something else. */
  reserve(messages: readonly ModelMessage[]): void {
    if (this.guard) this.guard.vault.reserve(JSON.stringify(messages));
  }

  /** What the session's file must learn before it hears of a new alias; `undefined` when there is nothing new. */
  takeNewAliases(): SessionMark | undefined {
    const entries = this.guard?.vault.takeNew() ?? [];
    if (entries.length === 0) return undefined;
    const { sealer, sessionId } = this.#options;
    return { type: "aliases", sealed: sealer.seal(JSON.stringify(entries), aliasPurpose(sessionId)) };
  }

  #open(sealed: string, onProblem: (message: string) => void): AliasEntry[] {
    const { sealer, sessionId } = this.#options;
    try {
      return JSON.parse(sealer.open(sealed, aliasPurpose(sessionId)));
    } catch (error) {
      onProblem(`The aliases of session ${sessionId} are lost: ${(error as Error).message}`);
      return [];
    }
  }
}
