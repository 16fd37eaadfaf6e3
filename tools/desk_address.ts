/**
 * Where a back end is.
 *
 * @module
 */
import { bilingual } from "../kb/bilingual_error.ts";

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
    throw bilingual(TypeError, {
      en: "Cannot use the desk's address: it is no URL. Write http://HOST/PATH or https://HOST/PATH",
      zh: "后端地址不是网址。请写 http://主机/路径 或 https://主机/路径",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw bilingual(TypeError, {
      en:
        "Cannot use the desk's address: a name or password is in it. Give a token beside the address instead",
      zh: "后端地址里带有用户名或密码。请去掉，另用令牌（HANDRAIL_DESK_TOKEN）",
    });
  }
  if (/[?#]/.test(text)) {
    throw bilingual(TypeError, {
      en: "Cannot use the desk's address: a query or fragment is in it. Leave out ? and #",
      zh: "后端地址里带有查询参数或片段。请去掉 ? 和 #",
    });
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
