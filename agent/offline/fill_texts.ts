import { fieldRole } from "./field_role.ts";
import type { FillState } from "./fill_state.ts";
import type { SchemaField } from "./schema_field.ts";

/**
 * Fills the required texts that are still open: a query takes the whole request, a message what the
 * command's verb governs.
 *
 * @param state The call being filled.
 *
 * @example
 * ```ts
 * fillTexts(state);
 * ```
 */
export function fillTexts(state: FillState): void {
  for (const field of state.open(isOpenText)) {
    const role = fieldRole(field);
    if (role === "query") state.take(field, state.original.trim());
    if (role === "message") takeObject(state, field);
    if (isUsersWords(field)) state.take(field, state.original.trim());
  }
}

/** A description that wants the user's words and does not say to ask for them is content with the request itself. */
function isUsersWords({ description }: SchemaField): boolean {
  return /\b(?:user|customer)['’]s (?:own )?words\b|用户(?:的)?原话/i.test(description) &&
    !/\bask\b|询问|就问|先问/i.test(description);
}

function isOpenText(field: SchemaField): boolean {
  return field.required && field.type === "string" && field.options.length === 0 &&
    field.format === undefined;
}

const COMMAND_VERB =
  /^\s*(?:please\s+)?(?:translate|send|say|write|post|tweet|summari[sz]e|analy[sz]e|count|read|encode|reverse|speak)\s+/i;

/** "Translate Hello, how are you? from English to French": what stands between the verb and the first value. */
function takeObject(state: FillState, field: SchemaField): void {
  const start = COMMAND_VERB.exec(state.text)?.[0].length;
  if (start === undefined) return;
  const next = Math.min(
    state.text.length,
    ...state.used.filter((span) => span.start >= start).map((span) => span.start),
  );
  const piece = state.text.slice(start, next).replace(/(?:\s(?:from|to|into|in))?\s*$/i, "");
  if (/\p{L}{2}/u.test(piece)) {
    state.take(field, state.original.slice(start, start + piece.length), {
      start,
      end: start + piece.length,
    });
  }
}
