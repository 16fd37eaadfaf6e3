/**
 * Where a back end is.
 *
 * @module
 */

/**
 * Reads a back end's base URL. What is in it is never repeated in an error: it may hold a password.
 *
 * @param text The URL; a path in it, such as `/api/v1`, stands before every path of the contract.
 * @returns The URL with a slash at its end.
 * @throws {TypeError} If it is not http or https, or carries a name, a password, a query or a fragment.
 *
 * @example
 * ```ts
 * new URL("orders/A-1024", deskAddress("https://shop.example.com/api/v1")).pathname; // "/api/v1/orders/A-1024"
 * ```
 */
export function deskAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new TypeError(
      "Cannot use the desk's address: it is no URL. Write http://HOST/PATH or https://HOST/PATH",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(
      "Cannot use the desk's address: a name or password is in it. Give a token beside the address instead",
    );
  }
  if (/[?#]/.test(text)) {
    throw new TypeError("Cannot use the desk's address: a query or fragment is in it. Leave out ? and #");
  }
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/`;
  return url;
}

/**
 * An id as one segment of a path.
 *
 * @param id Any text.
 * @returns `undefined` for what no URL can hold as a segment, such as `..`, which would lead elsewhere.
 *
 * @example
 * ```ts
 * pathSegment("A/1?x"); // "A%2F1%3Fx"
 * ```
 */
export function pathSegment(id: string): string | undefined {
  return id !== "" && id !== "." && id !== ".." && id.isWellFormed() ? encodeURIComponent(id) : undefined;
}
