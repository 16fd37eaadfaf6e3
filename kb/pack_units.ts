import { fits, type SizeLimit, splitGraphemes } from "./split_graphemes.ts";

/** A sentence, table row or line: what stays in one piece when it is small enough. */
export interface Unit {
  /** Its text. */
  readonly text: string;
  /** What joins it to the unit before it. */
  readonly before: string;
  /** What is repeated above it at the head of a chunk: the header of its table, or nothing. */
  readonly header: string;
}

/**
 * Packs the units of one section into texts of about equal size.
 *
 * @param units The section's units, in order.
 * @param target The size to aim at; the number of texts is the section's size divided by it, rounded.
 * @param size The limit that no text exceeds.
 * @returns The texts, trimmed of outer blank space; none of them empty.
 *
 * @example
 * ```ts
 * const size = { measure: (text: string) => text.length, limit: 10, maxCharacters: 10 };
 * packUnits([{ text: "abcd.", before: "", header: "" }, { text: "efgh.", before: "", header: "" }], 5, size); // ["abcd.", "efgh."]
 * ```
 */
export function packUnits(units: readonly Unit[], target: number, size: SizeLimit): string[] {
  const small = units.flatMap((unit) => smallUnits(unit, size));
  const total = small.reduce((sum, unit) => sum + size.measure(unit.text), 0);
  const aim = total / Math.max(1, Math.round(total / target));
  const texts: string[] = [];
  let text = "";
  for (const unit of small) {
    const longer = text === "" ? opening(unit, size) : text + unit.before + unit.text;
    if (text !== "" && (!fits(longer, size) || overshoots(text, longer, aim, size))) {
      texts.push(text);
      text = opening(unit, size);
    } else {
      text = longer;
    }
  }
  return [...texts, text].map(trimBlank).filter((part) => part !== "");
}

function smallUnits(unit: Unit, size: SizeLimit): Unit[] {
  if (fits(unit.text, size)) return [unit];
  return splitGraphemes(unit.text, size).map((text, part): Unit => ({
    text,
    before: part === 0 ? unit.before : "",
    header: unit.header,
  }));
}

/** Ends a chunk where it is nearer to the aim without the next unit than with it. */
function overshoots(text: string, longer: string, aim: number, size: SizeLimit): boolean {
  return size.measure(longer) - aim > aim - size.measure(text);
}

function opening(unit: Unit, size: SizeLimit): string {
  const withHeader = `${unit.header}\n${unit.text}`;
  return unit.header !== "" && fits(withHeader, size) ? withHeader : unit.text;
}

function trimBlank(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
}
