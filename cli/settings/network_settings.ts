/**
 * Proxies and certificates, from the person's own file and from the environment.
 *
 * @module
 */
import type { NetworkEnvironment } from "./variables.ts";

/** What the person's own `handrail.json` says of the network. */
export interface NetworkSettings {
  /** `http(s)://[USER:PASSWORD@]HOST:PORT`. Never to be shown as a whole. */
  readonly proxy: string | undefined;
  /** Hosts that are asked directly. */
  readonly noProxy: readonly string[];
  /** A file of certificates in PEM; an absolute path. */
  readonly caFile: string | undefined;
}

/** Nothing is set. */
export const NO_NETWORK_SETTINGS: NetworkSettings = { proxy: undefined, noProxy: [], caFile: undefined };

/** A scheme of addresses. */
export type Scheme = "http" | "https";

/**
 * Does the file's proxy count for addresses of a scheme? Not where the environment names one.
 *
 * @param scheme Whose addresses.
 * @param network The file's part.
 * @param environment The variables that are set.
 *
 * @example
 * ```ts
 * usesFileProxy("http", network, { HTTPS_PROXY: "http://proxy:3128" }); // true
 * ```
 */
export function usesFileProxy(
  scheme: Scheme,
  { proxy }: NetworkSettings,
  environment: NetworkEnvironment,
): boolean {
  if (proxy === undefined) return false;
  const names = scheme === "http"
    ? ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] as const
    : ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] as const;
  return !names.some((name) => environment[name]);
}

/**
 * Is a host asked directly by what the file says? Not when the environment has a list of its own, which the runtime
 * goes by, also for the file's proxy.
 *
 * @param hostname As {@linkcode URL} gives it.
 * @param network The file's part.
 * @param environment The variables that are set.
 *
 * @example
 * ```ts
 * isAskedDirectly("api.example.com", { ...network, noProxy: ["example.com"] }, {}); // true
 * ```
 */
export function isAskedDirectly(
  hostname: string,
  { noProxy }: NetworkSettings,
  { NO_PROXY, no_proxy }: NetworkEnvironment,
): boolean {
  if (NO_PROXY || no_proxy) return false;
  const host = bare(hostname);
  return noProxy.some((entry) => {
    const name = bare(entry).replace(/^\./, "");
    return name === "*" || host === name || host.endsWith(`.${name}`);
  });
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^\[|\]$|\.$/g, "");
}

/**
 * The file of certificates that counts, if it is the file's to say.
 *
 * @param network The file's part.
 * @param environment The variables that are set.
 *
 * @example
 * ```ts
 * fileAuthority(network, { DENO_CERT: "/ca.pem" }); // undefined
 * ```
 */
export function fileAuthority(
  { caFile }: NetworkSettings,
  environment: NetworkEnvironment,
): string | undefined {
  return environment.DENO_CERT ? undefined : caFile;
}
