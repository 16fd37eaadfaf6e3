/**
 * What opens a vendor's model.
 *
 * @module
 */

/** Where a model is, and with which key. */
export interface ModelAccess {
  readonly provider: string;
  readonly id: string;
  /** The whole address up to the format's own paths, `https://HOST/v1`. */
  readonly baseURL: string;
  readonly apiKey: string | undefined;
  /** Sends requests. */
  readonly fetch: typeof fetch;
}
