/**
 * The recognisers that are used when nobody chose.
 *
 * @module
 */
import type { Recogniser } from "./recogniser.ts";

/** One for each of `DEFAULT_KINDS`, in that order: of two that claim parts of each other, the earlier wins. */
export const DEFAULT_RECOGNISERS: readonly Recogniser[] = [];
