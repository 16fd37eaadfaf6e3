import { findPatternValues, isTelling } from "./find_pattern_values.ts";
import { foldWidth } from "./fold_width.ts";
import { matchOption } from "./match_option.ts";
import type { OfflineTool } from "./offline_tool.ts";
import { schemaFit } from "./schema_fit.ts";
import { isWrite } from "./is_write.ts";
import { isCurrencyField, namesCurrency } from "./canonical_value.ts";
import { isStopWord } from "./stop_words.ts";
import { textTerms } from "./text_terms.ts";

/** How like a request is to a tool. */
export interface ToolScore {
  readonly tool: OfflineTool;
  /** Compares tools of one table for one request; no absolute meaning. */
  readonly score: number;
  /** Share of the request's terms that the tool knows, 0…1. */
  readonly share: number;
  /** What the tool knows of the request, whatever other tools know: about 1 for one telling word. */
  readonly evidence: number;
  /** The request holds a value of a shape that this tool requires. */
  readonly hasValue: boolean;
  /** The request holds a word that sets this tool apart: without one, nothing asks for its action. */
  readonly isSingledOut: boolean;
  /** Likeness (Dice) to the most alike example request, ids left out, 0…1. */
  readonly example: number;
}

const WEIGHTS = { name: 1.5, example: 1, positive: 1, fieldName: 0.6, fieldText: 0.4 };
const VALUE_BONUS = 1.5;
const OPTION_BONUS = 0.5;
const CURRENCY_BONUS = 1;
/** Taken off a tool that changes something when no word of the request asks for that. */
const IDLE_WRITE = 1.5;

/**
 * Ranks tools by likeness to a request: terms shared with the name, the description, the example requests and
 * the fields, weighted by their rarity across the table (Spärck Jones 1972), plus values that fit the schema.
 * Tools that ask the person are never chosen by likeness and are left out.
 *
 * @param tools The table.
 * @param request The request as typed.
 * @returns Scores, best first; equal ones in the order of the table.
 *
 * @example
 * ```ts
 * scoreTools(tools, "Where is order A-1024?")[0]?.tool.name; // "order_query_status"
 * ```
 */
export function scoreTools(tools: readonly OfflineTool[], request: string): ToolScore[] {
  const rated = tools.filter((tool) => tool.role !== "asks");
  const vocabularies = rated.map(toolTerms);
  const terms = [...new Set(textTerms(request))];
  const total = terms.reduce((sum, term) => sum + termWeight(term), 0);
  const few = Math.max(1, Math.floor(rated.length / 3));
  const holders = (term: string) => vocabularies.filter((vocabulary) => vocabulary.has(term)).length;
  const rarity = (term: string) => Math.log((rated.length + 1) / (holders(term) + 0.5));
  const scores = rated.map((tool, index) => {
    const vocabulary = vocabularies[index] ?? new Map<string, number>();
    const known = terms.filter((term) => vocabulary.has(term));
    const likeness = known.reduce(
      (sum, term) => sum + rarity(term) * termWeight(term) * (vocabulary.get(term) ?? 0),
      0,
    );
    const { bonus, hasValue } = schemaEvidence(tool, request);
    const evidence = known.reduce((sum, term) => sum + (vocabulary.get(term) ?? 0) * termWeight(term), 0);
    const share = known.reduce((sum, term) => sum + termWeight(term), 0) / Math.max(1, total);
    const example = bestExample(tool, terms);
    const score = likeness + bonus + nameShare(tool, terms) + 1.5 * example +
      schemaFit(tool, request) + namedFields(tool, terms);
    const own = new Set(textTerms(`${tool.name}\n${tool.positive}`));
    const isSingledOut = known.some((term) => own.has(term) && isSubject(term) && holders(term) <= few);
    return {
      tool,
      score: score - (isWrite(tool) && !isSingledOut ? IDLE_WRITE : 0),
      share,
      evidence,
      hasValue,
      isSingledOut,
      example,
    };
  });
  return scores.sort((a, b) => b.score - a.score);
}

/** A pair of Han characters that holds a function word is no subject matter, and neither is an id. */
function isSubject(term: string): boolean {
  return term !== "#id" && !(/^\p{Script=Han}/u.test(term) && [...term].some(isStopWord));
}

/** A single Han character says much less than a pair or a word. */
function termWeight(term: string): number {
  return /^\p{Script=Han}$/u.test(term) ? 0.3 : 1;
}

function toolTerms(tool: OfflineTool): Map<string, number> {
  const terms = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const term of textTerms(text)) terms.set(term, Math.max(weight, terms.get(term) ?? 0));
  };
  add(tool.name, WEIGHTS.name);
  add(tool.positive, WEIGHTS.positive);
  for (const example of tool.examples) add(example, WEIGHTS.example);
  for (const field of tool.fields) {
    add(field.name, WEIGHTS.fieldName);
    add(field.description, WEIGHTS.fieldText);
  }
  return terms;
}

/** A tool most of whose own name is asked for is meant rather than one with a longer, different name. */
function nameShare(tool: OfflineTool, terms: readonly string[]): number {
  const name = [...new Set(textTerms(tool.name))];
  return name.length === 0 ? 0 : name.filter((term) => terms.includes(term)).length / name.length;
}

/** Share of the required fields' own words that the request holds: "distance is 8 and current is 12". */
function namedFields(tool: OfflineTool, terms: readonly string[]): number {
  const shares = tool.fields.filter(({ required }) => required).map(({ name }) => {
    const own = textTerms(name.replace(/\d+$/, ""));
    return own.length === 0 ? 0 : own.filter((term) => terms.includes(term)).length / own.length;
  });
  return shares.length === 0 ? 0 : 0.8 * shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Overlap (Dice) with the most alike example request. An id in both is no likeness of what is asked. */
function bestExample(tool: OfflineTool, terms: readonly string[]): number {
  return Math.max(
    0,
    ...tool.examples.map((example) => {
      const own = [...new Set(textTerms(example))].filter((term) => term !== "#id");
      const asked = terms.filter((term) => term !== "#id");
      const shared = own.filter((term) => asked.includes(term)).length;
      return own.length === 0 ? 0 : 2 * shared / (own.length + asked.length);
    }),
  );
}

function schemaEvidence(tool: OfflineTool, request: string): { bonus: number; hasValue: boolean } {
  const text = foldWidth(request);
  const telling = tool.fields.filter((field) => field.required).filter(isTelling);
  const hasValue = telling.some((field) => isTelling(field) && findPatternValues(field, text).length > 0);
  const options = tool.fields.flatMap((field) => [...field.options, ...(field.items?.options ?? [])]);
  const named = options.some((option) =>
    typeof option === "string" && matchOption(option, text)?.strength === 3
  );
  const paid = tool.fields.some(isCurrencyField) && namesCurrency(text);
  return {
    bonus: (hasValue ? VALUE_BONUS : 0) + (named ? OPTION_BONUS : 0) + (paid ? CURRENCY_BONUS : 0),
    hasValue,
  };
}
