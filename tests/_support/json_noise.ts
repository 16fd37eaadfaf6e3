/**
 * Lines for JSON mode: good ones, spoilt ones and noise, with what each has to be answered.
 *
 * @module
 */
import type { Random } from "./seeded_random.ts";

/** A line without its end, and what is to come of it. */
export interface NoiseLine {
  readonly bytes: Uint8Array;
  /** The id of the only response: `null` when none can be read; `undefined` when the line is blank. */
  readonly answered: string | null | undefined;
}

const LONGEST_LINE = 8 * 1024 * 1024;
const LF = 0x0a;
const CR = 0x0d;
const encoder = new TextEncoder();

const TEXTS = ["订单 A-1024 到哪了？", "Where is order A-1024?", "把订单 B-0001 退款，原因是坏了", "你好 😀"];
/** What is no JSON, no object, or no command. */
const ODDITIES = [
  "",
  "   ",
  "\u3000",
  "null",
  "[]",
  '"ping"',
  "{}",
  '{"id":1,"type":"ping"}',
  '{"id":"","type":"ping"}',
  '{"__proto__":{"type":"ping"},"id":"p"}',
  '{"id":"c","type":"constructor"}',
  '{"id":"a\u2028b","type":"ping"}',
  '{"id":"s","type":"set","model":"nothing:at all"}',
  '{"id":"i","type":"initialize","protocol":1}',
  '{"id":"t","type":"prompt","text":""}',
  "9".repeat(400),
  "[".repeat(5_000),
];

/**
 * Makes one line. No line ends the session: none shuts it down, and none that is spoilt was an `initialize`.
 *
 * @param random Decides on everything.
 * @param id Names the line, if it names itself.
 */
export function noiseLine(random: Random, id: string): NoiseLine {
  const dice = random();
  if (dice < 0.00005) return lineOf(new Uint8Array(LONGEST_LINE + 2).fill(0x78));
  if (dice < 0.15) return lineOf(encoder.encode(pick(random, ODDITIES)));
  if (dice < 0.25) return lineOf(randomBytes(random, 1 + Math.floor(random() * 60)));
  const command = encoder.encode(JSON.stringify(commandOf(random, id)));
  if (dice < 0.65) return lineOf(command);
  if (dice < 0.75) return lineOf(new Uint8Array([...command, CR]));
  if (dice < 0.85) return lineOf(command.slice(0, Math.floor(random() * command.length)));
  const other = encoder.encode(JSON.stringify(commandOf(random, `${id}-other`)));
  return lineOf(dice < 0.93 ? flipped(random, command) : interleaved(random, command, other));
}

function commandOf(random: Random, id: string): Record<string, unknown> {
  const dice = random();
  if (dice < 0.01) {
    const key = random() < 0.5 ? {} : { idempotency_key: `key-${Math.floor(random() * 20)}` };
    return { id, type: "prompt", text: pick(random, TEXTS), on_busy: "queue", ...key };
  }
  if (dice < 0.02) return { id, type: "prompt", text: pick(random, TEXTS) };
  if (dice < 0.1) return { id, type: "cancel" };
  if (dice < 0.2) return { id, type: "approve", request_id: `apr_${id}`, decision: "allow" };
  if (dice < 0.3) return { id, type: "answer", request_id: `qst_${id}`, text: "中文，也有 emoji 😀" };
  if (dice < 0.35) return { id, type: "state" };
  if (dice < 0.4) return { id, type: "set", model: "offline", withdraw_approvals: ["*"] };
  return { id: `${id} 中文 😀`, type: "ping", more: { deep: [1, "二", null] } };
}

/** What has to come of a line, worked out from the protocol alone. */
function lineOf(bytes: Uint8Array): NoiseLine {
  const line = bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
  if (line.length > LONGEST_LINE) return { bytes, answered: null };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
    if (text.trim() === "") return { bytes, answered: undefined };
    const value = JSON.parse(text);
    const id = typeof value === "object" && value !== null && !Array.isArray(value) ? value.id : null;
    return { bytes, answered: typeof id === "string" && id !== "" ? id : null };
  } catch {
    return { bytes, answered: null };
  }
}

function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

function randomBytes(random: Random, length: number): Uint8Array {
  return new Uint8Array(length).map(() => byteOf(random));
}

/** Any byte but that which ends a line. */
function byteOf(random: Random): number {
  const byte = Math.floor(random() * 256);
  return byte === LF ? 0x20 : byte;
}

function flipped(random: Random, bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
    copy[Math.floor(random() * copy.length)] = byteOf(random);
  }
  return copy;
}

/** Two writers on one pipe: pieces of both, each in its own order. */
function interleaved(random: Random, one: Uint8Array, two: Uint8Array): Uint8Array {
  const pieces: number[] = [];
  for (let [a, b] = [0, 0]; a < one.length || b < two.length;) {
    const length = 1 + Math.floor(random() * 20);
    if (b >= two.length || (a < one.length && random() < 0.5)) pieces.push(...one.slice(a, a += length));
    else pieces.push(...two.slice(b, b += length));
  }
  return new Uint8Array(pieces);
}
