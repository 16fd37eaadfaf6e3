/**
 * What a record is in Deno KV, whose values hold 64 KiB at most.
 *
 * @module
 */
import { BilingualError } from "../../kb/bilingual_error.ts";
import type { IdempotencyRecord } from "./idempotency_store.ts";

/** A record as KV values, to be written and removed together. */
export interface KvValue {
  /** The record, or all of it but an outcome that is in the parts. */
  readonly head: Uint8Array;
  /** Slices of the outcome's JSON text in UTF-8; none when the head holds it. */
  readonly parts: readonly Uint8Array[];
}

/** What a head says. */
export interface KvHead {
  readonly record: IdempotencyRecord;
  /** How many parts the outcome is in; 0 when the record is whole. */
  readonly partCount: number;
}

const FORMAT = 1;
/** The largest value that Deno KV takes, in bytes. */
const VALUE_BYTES = 65_536;
/** One atomic operation takes 819,200 bytes: eleven parts leave room for the largest head and for all their keys. */
const MOST_PARTS = 11;

/**
 * Turns a record into bytes: JSON in UTF-8. `JSON.stringify` escapes lone surrogates, which UTF-8 cannot say.
 *
 * @param record The record. A result that is no JSON, or larger than 720,896 bytes in UTF-8, becomes `result_lost`: a result
 *   comes after the execution, when it is too late to refuse.
 * @returns The values.
 *
 * @example
 * ```ts
 * const { head, parts } = encodeKvValue({ owner, claimedAt, expiresAt, outcome: { kind: "unknown" } });
 * ```
 */
export function encodeKvValue(record: IdempotencyRecord): KvValue {
  const { outcome, ...rest } = record;
  const lost = { ...rest, outcome: { kind: "result_lost" } as const };
  const text = jsonOf(outcome);
  if (outcome && text === undefined) return encodeKvValue(lost);
  const whole = encodeHead({ ...rest, ...(outcome && { outcome }) });
  if (whole.length <= VALUE_BYTES) return { head: whole, parts: [] };
  const bytes = new TextEncoder().encode(text);
  const partCount = Math.ceil(bytes.length / VALUE_BYTES);
  if (partCount > MOST_PARTS) return encodeKvValue(lost);
  return { head: encodeHead({ ...rest, partCount }), parts: slices(bytes, partCount) };
}

/**
 * Reads a head.
 *
 * @param value What KV holds.
 * @returns What it says.
 * @throws {Error} If it is no head of this format.
 *
 * @example
 * ```ts
 * const { record, partCount } = decodeKvHead(entry.value);
 * ```
 */
export function decodeKvHead(value: unknown): KvHead {
  const { format, partCount = 0, ...record } = parseBytes(value);
  const { owner, claimedAt, expiresAt } = record;
  if (
    format === FORMAT && typeof owner === "string" && typeof claimedAt === "number" &&
    typeof expiresAt === "number" && typeof partCount === "number"
  ) return { record: record as unknown as IdempotencyRecord, partCount };
  throw new BilingualError({
    en: `Cannot read idempotency record: its format is ${JSON.stringify(format)}, not ${FORMAT}. ` +
      "Use the version of the program that wrote it, or set HANDRAIL_KV to a new file",
    zh: `无法读取幂等记录：它的格式是 ${JSON.stringify(format)}，不是 ${FORMAT}。` +
      "请用写入它的那个程序版本，或把 HANDRAIL_KV 设为新文件",
  });
}

/**
 * Reads a record whose outcome is in parts.
 *
 * @param record The head's record.
 * @param parts All of its parts, in order.
 * @returns The whole record.
 * @throws {SyntaxError} If parts are missing.
 *
 * @example
 * ```ts
 * const record = joinKvParts(head.record, parts);
 * ```
 */
export function joinKvParts(record: IdempotencyRecord, parts: readonly Uint8Array[]): IdempotencyRecord {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  // A slice may end inside a character, so the decoder has to see them as one stream.
  const text = parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
  return { ...record, outcome: JSON.parse(text) };
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function encodeHead(head: Readonly<Record<string, unknown>>): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ format: FORMAT, ...head }));
}

function slices(bytes: Uint8Array, count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, at) => bytes.slice(at * VALUE_BYTES, (at + 1) * VALUE_BYTES));
}

function parseBytes(value: unknown): Record<string, unknown> {
  if (!(value instanceof Uint8Array)) return {};
  try {
    return Object(JSON.parse(new TextDecoder().decode(value)));
  } catch {
    return {};
  }
}
