/**
 * The lines of a session's file.
 *
 * @module
 */
import type { ModelMessage, ToolCallPart, ToolResultPart } from "ai";
import type { ApprovalGrant } from "../../shells/approval_grants.ts";
import type { Language } from "../../tools/types.ts";
import type { TokenCount } from "../agent_event.ts";
import { NO_TOKENS } from "../models/token_count.ts";

/** The format that this program writes, and the newest that it reads. */
export const SESSION_VERSION = 1;

/** Something beside its messages that a session must not forget. Where nothing else is said the latest counts. */
export type SessionMark =
  /** The epoch that has begun. */
  | { readonly type: "epoch"; readonly epoch: number }
  /** All permissions that hold for the session now. */
  | { readonly type: "grants"; readonly grants: readonly ApprovalGrant[] }
  /** Aliases that were issued since the last such mark, sealed; all of them count. */
  | { readonly type: "aliases"; readonly sealed: string }
  /** What the person calls it. */
  | { readonly type: "title"; readonly title: string }
  /** What stands for the session's first turns when a model is asked; empty when nobody could sum them up. */
  | { readonly type: "summary"; readonly turns: number; readonly text: string }
  /** What all turns took so far, and what the model counts for each token that we estimate. */
  | { readonly type: "usage"; readonly session: TokenCount; readonly model: string; readonly ratio: number }
  /** A write is about to run; each of them counts. */
  | { readonly type: "tool.started"; readonly call: ToolCallPart }
  /** A write has ended, with this result. */
  | { readonly type: "tool.completed"; readonly result: ToolResultPart }
  | TurnMark;

/** A turn has ended: what its messages do not tell. */
export interface TurnMark {
  readonly type: "turn";
  /** When it began, RFC 3339. */
  readonly at: string;
  /** `PROVIDER:MODEL`. */
  readonly model: string;
  /** Which tools there were. */
  readonly profile?: string;
  /** The language for requests that are in none. */
  readonly language?: Language;
  /** When each of its calls began, RFC 3339, by the call's id. */
  readonly calls: Readonly<Record<string, string>>;
}

/** The first line; files from before there was one lack it. */
export interface SessionHeader {
  readonly type: "session";
  readonly version: number;
  readonly id: string;
}

/** One line of the file. */
export type SessionRecord =
  | SessionHeader
  | { readonly type: "message"; readonly message: ModelMessage }
  | SessionMark;

/**
 * Reads one line.
 *
 * @param line Without its line feed.
 * @returns `undefined` when the line is torn or none of ours.
 *
 * @example
 * ```ts
 * parseRecord('{"type":"epoch","epoch":1}'); // { type: "epoch", epoch: 1 }
 * ```
 */
export function parseRecord(line: string): SessionRecord | undefined {
  try {
    const record = JSON.parse(line);
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is SessionRecord {
  const record = Object(value) as Record<string, unknown>;
  switch (record.type) {
    case "session":
      return Number.isInteger(record.version);
    case "message":
      return isMessage(Object(record.message));
    case "epoch":
      return Number.isInteger(record.epoch);
    case "grants":
      return Array.isArray(record.grants) && record.grants.every(isGrant);
    case "aliases":
      return typeof record.sealed === "string";
    case "title":
      return typeof record.title === "string";
    case "summary":
      return Number.isInteger(record.turns) && typeof record.text === "string";
    case "usage":
      return isTokenCount(Object(record.session)) && typeof record.model === "string" &&
        typeof record.ratio === "number";
    case "tool.started":
      return isCallPart(record.call);
    case "tool.completed":
      return isCallPart(record.result);
    case "turn":
      return typeof record.at === "string" && typeof record.model === "string" &&
        Object.values(Object(record.calls)).every((at) => typeof at === "string");
    default:
      return false;
  }
}

function isMessage({ role, content }: Record<string, unknown>): boolean {
  return typeof role === "string" &&
    (typeof content === "string" ||
      (Array.isArray(content) && content.every((part) => typeof Object(part).type === "string")));
}

function isTokenCount(count: Record<string, unknown>): boolean {
  return Object.keys(NO_TOKENS).every((name) => count[name] === null || Number.isInteger(count[name]));
}

function isGrant(grant: unknown): boolean {
  const { tool, rule, at } = Object(grant) as Record<string, unknown>;
  return [tool, rule, at].every((field) => typeof field === "string");
}

function isCallPart(part: unknown): boolean {
  const { toolCallId, toolName } = Object(part) as Record<string, unknown>;
  return typeof toolCallId === "string" && typeof toolName === "string";
}
