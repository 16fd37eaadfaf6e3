/**
 * Lets the person at the terminal change a call's arguments before it runs.
 *
 * @module
 */
import { Input } from "@cliffy/prompt/input";
import { Select } from "@cliffy/prompt/select";
import { cleanText } from "../text/clean_text.ts";
import type { OutputStream } from "../output_stream.ts";
import type { Wording } from "../wording.ts";
import { LINE_FEED_MARK, withLineFeeds } from "./paste_filter.ts";
import { arrowKeysOnly, type PromptReader } from "./prompt_reader.ts";

/** What editing needs. */
export interface EditServices {
  readonly reader: PromptReader;
  readonly output: OutputStream;
  readonly wording: Wording;
}

/** Longer values are shortened in the list; they were shown in full above it. */
const SHOWN_LENGTH = 60;

/**
 * Offers the arguments one by one until the person runs the call or gives it up. Giving up is preselected. What is
 * typed keeps the argument's type; text that is no such value is asked for again.
 *
 * @param input The arguments.
 * @param services See {@linkcode EditServices}.
 * @returns The arguments as edited; `undefined` when the person gave up.
 * @throws {PromptInterrupted} On Ctrl-C, Ctrl-D and the end of input.
 *
 * @example
 * ```ts
 * await editArguments({ orderId: "B-0001", amount: 899 }, services); // { orderId: "B-0001", amount: 100 }
 * ```
 */
export async function editArguments(
  input: Readonly<Record<string, unknown>>,
  { reader, output, wording }: EditServices,
): Promise<Record<string, unknown> | undefined> {
  const edited: Record<string, unknown> = { ...input };
  while (true) {
    const choice = await Select.prompt<string>({
      reader: arrowKeysOnly(reader),
      writer: output,
      message: wording.editAsk,
      options: [
        { value: "back", name: wording.editBack },
        ...Object.keys(edited).map((field) => ({
          value: `field:${field}`,
          name: lineOf(field, edited[field]),
        })),
        { value: "run", name: wording.editRun },
      ],
      default: "back",
    });
    if (choice === "back") return undefined;
    if (choice === "run") return edited;
    const field = choice.slice("field:".length);
    edited[field] = await askValue(field, edited[field], { reader, output, wording });
  }
}

function lineOf(field: string, value: unknown): string {
  const text = cleanText(JSON.stringify(value) ?? "");
  return `${cleanText(field)}: ${text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text}`;
}

async function askValue(
  field: string,
  value: unknown,
  { reader, output, wording }: EditServices,
): Promise<unknown> {
  while (true) {
    const shown = cleanText(typeof value === "string" ? value : JSON.stringify(value) ?? "")
      .replaceAll("\n", LINE_FEED_MARK);
    const typed = await Input.prompt({
      reader,
      writer: output,
      message: cleanText(field),
      default: shown,
    });
    // Enter alone keeps the value, with whatever the terminal was not shown of it.
    if (typed === shown) return value;
    const read = readValue(withLineFeeds(typed), value);
    if (read !== undefined) return read;
    await output.write(`${wording.editMismatch(typeof value)}\n`);
  }
}

/** `undefined` when the text is no value of that type. */
function readValue(typed: string, value: unknown): unknown {
  if (typeof value === "string") return typed;
  try {
    const read = JSON.parse(typed);
    return typeof read === typeof value ? read : undefined;
  } catch {
    return undefined;
  }
}
