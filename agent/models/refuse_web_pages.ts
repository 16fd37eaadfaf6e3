/**
 * Tells a web page from a model's answer.
 *
 * @module
 */

/** Thrown in place of a page: the address is another one's, or somebody stands between (a sign-in page, a proxy). */
export class WebPageError extends Error {
  override readonly name = "WebPageError";
}

/** Longer titles are no titles. */
const TITLE_LENGTH = 100;

/**
 * A `fetch` that gives back no page. A page under status 200 would be read as an answer of which nothing came.
 *
 * @param fetch What fetches. Its fetches throw a {@linkcode WebPageError} that names the server, and the page's title.
 *
 * @example
 * ```ts
 * createOpenAICompatible({ name, baseURL, fetch: refuseWebPages(fetch) });
 * ```
 */
export function refuseWebPages(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (
      !response.ok ||
      !/^\s*(?:text\/html|application\/xhtml)/i.test(response.headers.get("content-type") ?? "")
    ) {
      return response;
    }
    const [, title = ""] = /<title[^>]*>([^<]*)/i.exec(await response.text()) ?? [];
    const named = title.replaceAll(/\s+/g, " ").trim().slice(0, TITLE_LENGTH).toWellFormed();
    const { host } = new URL(input instanceof Request ? input.url : input);
    throw new WebPageError(`${host} answered with a web page${named === "" ? "" : `, ${named}`}`);
  };
}
