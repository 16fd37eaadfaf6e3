import { fieldRole } from "./field_role.ts";
import type { FillState } from "./fill_state.ts";
import { isNamed, labelWords } from "./label_words.ts";
import type { SchemaField } from "./schema_field.ts";

const OPEN = "[\"'“「『《]?";
/** A value ends at punctuation that is no part of a word. */
const VALUE = '([^\\n,;，。；!！?？"”」』》]+?)';
const END =
  "(?=\\s*(?:[\"'”」』》]|[,;，。；!！?？\\n]|\\.(?:\\s|$)|\\s(?:and|with)\\s(?:the\\s)?(?:LABELS)\\b|$))";

/** A name ends before the next part of the sentence as well. */
const NAME_END = END.replace("(?=", "(?=\\s(?:and|with|in|on|at|for|from|to)\\b|");

/**
 * Fills strings that the text labels: `subject: X`, `reason is X`, 主题是X, `called X`, 因为X.
 *
 * Topics come before anything else, because a reason may hold whatever looks like another value; names after the
 * values with a shape of their own.
 *
 * @param state The call being filled.
 * @param kind Which fields to fill.
 *
 * @example
 * ```ts
 * fillLabelled(state, "topics");
 * ```
 */
export function fillLabelled(state: FillState, kind: "topics" | "names"): void {
  const strings = state.open((field) => field.type === "string" && field.options.length === 0);
  const labels = strings.flatMap(labelWords).map(escape).join("|") || "\\b\\B";
  for (const field of strings) {
    if (isTopic(field) !== (kind === "topics")) continue;
    const end = kind === "topics" ? END : NAME_END;
    for (const lead of leads(field)) {
      const match = new RegExp(`${lead}${OPEN}${VALUE}${end.replace("LABELS", labels)}`, "iud").exec(
        kind === "topics" ? state.text : withoutSpare(state),
      );
      const [start, stop] = match?.indices?.[1] ?? [0, 0];
      // What a person labels is a value whatever else it looks like: a reason may hold an order number.
      if (
        match && /[\p{L}\d]/u.test(match[1] ?? "") &&
        (isTopic(field) || state.isFree({ start, end: stop })) &&
        state.take(field, state.original.slice(start, stop).trim(), { start, end: stop })
      ) {
        break;
      }
    }
  }
}

/** A spare date ends a name: "remind me to call mom tomorrow". */
function withoutSpare({ text, spare, used }: FillState): string {
  return [...spare, ...used].reduce(
    (all, { start, end }) => all.slice(0, start) + ";".repeat(end - start) + all.slice(end),
    text,
  );
}

function isTopic(field: SchemaField): boolean {
  return ["topic", "message"].includes(fieldRole(field));
}

function leads(field: SchemaField): string[] {
  const labels = labelWords(field).map(escape).join("|");
  const found = [
    `(?<![a-z])(?:${labels})\\s*(?:[:：=]|\\bis\\b|\\bwas\\b|\\bto be\\b|是|为|叫|填)\\s*`,
  ];
  if (isNamed(field)) found.push("\\bremind(?:er)?\\s+(?:me\\s+)?(?:to|about|for)\\s+");
  if (isNamed(field)) found.push("\\b(?:called|named|titled|entitled)\\s+", "(?:名为|名叫|叫做|叫)");
  if (/reason|cause|原因|理由/i.test(`${field.name}`)) {
    found.push("\\b(?:because(?: of)?|since|due to)\\s+", "(?:因为|由于)");
  }
  if (/subject|title|topic/i.test(field.name)) {
    found.push("\\b(?:about|regarding|concerning)\\s+(?!what|how)", "关于");
  }
  return found;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
