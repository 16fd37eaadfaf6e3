/**
 * Calls as models and servers really stream them, and what may come of each.
 *
 * @module
 */
import { ARGUMENTS, NAMES } from "./contents.ts";
import { ENDS } from "./endings.ts";
import { ENVELOPES } from "./envelopes.ts";
import type { MalformedCall } from "./malformed_call.ts";
import { TEXTS } from "./texts.ts";

/** All of them. */
export const MALFORMED_CALLS: readonly MalformedCall[] = [
  ...ENVELOPES,
  ...NAMES,
  ...ARGUMENTS,
  ...ENDS,
  ...TEXTS,
];
