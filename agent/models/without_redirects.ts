/**
 * Keeps requests with a key at the address that they are meant for.
 *
 * @module
 */

/**
 * A `fetch` that follows no redirect. Whoever follows one sends a request's body on, and every header but
 * `Authorization`: the conversation, and the key of a vendor that has a header of its own for it. The redirect itself
 * is the answer.
 *
 * @param fetch What fetches.
 *
 * @example
 * ```ts
 * createAnthropic({ baseURL, apiKey, fetch: withoutRedirects(fetch) });
 * ```
 */
export function withoutRedirects(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => fetch(input, { ...init, redirect: "manual" });
}
