/**
 * The names of the stores.
 *
 * @module
 */

/** The stores there are. */
export const STORE_KINDS = ["memory", "redis", "kv"] as const;

/** Where records are kept. */
export type StoreKind = typeof STORE_KINDS[number];
