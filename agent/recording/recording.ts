/**
 * What a recording is: a conversation with its calls, as a file that replay checks today's tools or a model against.
 *
 * @module
 */
import * as z from "zod";
import { BilingualError } from "../../kb/bilingual_error.ts";

/** The format that this program writes, and the newest that it reads. */
export const RECORDING_VERSION = 1;

const time = z.iso.datetime().describe("RFC 3339, in UTC");

const approval = z.discriminatedUnion("decision", [
  z.strictObject({
    decision: z.literal("allow"),
    input: z.json().optional().describe("What ran in place of the call's input"),
    runAgain: z.literal(true).optional().describe("Ran although an equal call had run before"),
  }),
  z.strictObject({ decision: z.literal("deny"), reason: z.string().optional() }),
]);

const reply = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ nobody: z.string().describe("Why nobody could answer") }),
]);

const call = z.strictObject({
  step: z.int().min(1).describe("Counts the model's answers within the turn"),
  tool: z.string().min(1),
  input: z.json(),
  at: time.optional().describe("When the call began; the turn's time if it is absent"),
  approval: approval.optional().describe("What a person decided; a call without it is allowed"),
  reply: reply.optional().describe("What a person answered when the call asked them"),
  output: z.json().describe("What the model saw"),
});

const turn = z.strictObject({
  user: z.string(),
  at: time.optional(),
  again: z.literal(true).optional().describe("Earlier requests count as new ones from here on"),
  calls: z.array(call),
  answer: z.string().describe("The model's last words of the turn"),
});

const tool = z.strictObject({
  name: z.string().min(1),
  description: z.array(z.string()).describe("As the model saw it, line by line"),
  parameters: z.json().describe("JSON Schema, as the model saw it"),
});

const recording = z.strictObject({
  version: z.literal(RECORDING_VERSION),
  title: z.string(),
  recordedAt: time,
  profile: z.string().describe("Which tools there were"),
  model: z.string().describe("PROVIDER:MODEL that made the choices"),
  language: z.enum(["zh", "en"]).describe("The language for requests that are in none"),
  documents: z.enum(["samples", "index"]).describe(
    "What kb_query searched: the bundled samples, or an index",
  ),
  search: z.enum(["words", "meaning"]).describe("What it went by"),
  volatile: z.array(z.string().min(1)).describe(
    "Paths within a call that differ from run to run, such as output.structured.ticketId or output.structured.*At",
  ),
  turns: z.array(turn),
  tools: z.array(tool),
});

/** A conversation with its calls. */
export type Recording = z.infer<typeof recording>;

/** One turn of it. */
export type RecordedTurn = Recording["turns"][number];

/** One call of a turn. */
export type RecordedCall = RecordedTurn["calls"][number];

/** A tool as the model saw it. */
export type RecordedTool = Recording["tools"][number];

/** What differs from run to run in the results of our own tools. */
export const DEFAULT_VOLATILE: readonly string[] = [
  "output.structured.ticketId",
  "output.structured.*At",
  "output.structured.events.*.time",
];

/**
 * Reads a recording.
 *
 * @param text The file's text.
 * @throws {Error} If it is no recording, or one of a newer program; the message says where and why.
 *
 * @example
 * ```ts
 * parseRecording(await Deno.readTextFile("refund.recording.json")).turns.length;
 * ```
 */
export function parseRecording(text: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new BilingualError({
      en: "it is no JSON. Export the session anew",
      zh: "不是有效的 JSON。请重新导出会话",
    }, { cause });
  }
  const { version } = Object(value) as { version?: unknown };
  if (typeof version === "number" && version > RECORDING_VERSION) {
    throw new BilingualError({
      en: `it is written in version ${version}, and this program reads ${RECORDING_VERSION}. Update Handrail`,
      zh: `它的版本是 ${version}，本程序只读 ${RECORDING_VERSION}。请更新 Handrail`,
    });
  }
  const parsed = recording.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String).join(".") || "the whole";
  const why = issue?.message ?? "it is no recording";
  throw new BilingualError({
    en: `${path}: ${why}. Mend it, or export the session anew`,
    zh: `${path}：不符合格式（${why}）。请修正，或重新导出会话`,
  });
}

/**
 * Writes a recording: fields in the order of the format, one value a line, so that a change is a small difference in git.
 *
 * @param value The recording.
 *
 * @example
 * ```ts
 * await Deno.writeTextFile(path, writeRecording(recording));
 * ```
 */
export function writeRecording(value: Recording): string {
  // The parser puts the fields into the order of the format.
  return `${JSON.stringify(recording.parse(value), null, 2)}\n`;
}
