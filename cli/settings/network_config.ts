/**
 * What `handrail.json` sets for the network; only the person's own file may.
 *
 * @module
 */
import * as z from "zod";
import { CONFIG_WORDING } from "./config_wording.ts";

/** A name, all below it with a dot in front, or a number; what is not understood must not pass for a host. */
const HOST = /^(?:\*|\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[?[0-9a-f]*:[0-9a-f:.]+\]?)$/i;

/** The key `network`. The messages never repeat a value: there may be a password in it. */
export const networkConfig = z.strictObject({
  /** As `HTTP_PROXY` and `HTTPS_PROXY`, which win. */
  proxy: z.string().refine(isProxy, CONFIG_WORDING.proxy.en).optional(),
  /** As `NO_PROXY`, which wins. */
  noProxy: z.array(
    z.string().regex(HOST, CONFIG_WORDING.host.en),
  ).optional(),
  /** As `DENO_CERT`, which wins. */
  caFile: z.string().min(1).optional(),
});

/** What the key `network` holds. */
export type NetworkConfig = z.infer<typeof networkConfig>;

function isProxy(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const { pathname, search, hash } = new URL(text);
  return pathname === "/" && search === "" && hash === "";
}
