/**
 * Can the servers that the settings name be reached?
 *
 * @module
 */
import { classifyError } from "../../agent/models/classify_error.ts";
import type { Language } from "../../tools/types.ts";
import type { Finding } from "./finding.ts";

/** How a server is asked. */
export interface ServerServices {
  readonly fetch: typeof fetch;
  /** Gives up; a fresh signal for each server. */
  readonly deadline: () => AbortSignal;
}

/**
 * Sends a `HEAD` without any key to an address, through the same proxies and certificates as everything else. Whatever
 * is answered shows that somebody is there.
 *
 * @param name What the server is for.
 * @param url Its address.
 * @param language The reader's.
 * @param services See {@linkcode ServerServices}.
 *
 * @example
 * ```ts
 * await serverFinding("desk", "http://127.0.0.1:8080", "en", services);
 * ```
 */
export async function serverFinding(
  name: string,
  url: string,
  language: Language,
  { fetch, deadline }: ServerServices,
): Promise<Finding> {
  const { answers, silent, cannotReach, network } = WORDING[language];
  const { host } = new URL(url);
  const signal = deadline();
  try {
    const response = await fetch(url, { method: "HEAD", redirect: "manual", signal });
    await response.body?.cancel();
    return { name, state: "ok", detail: answers(host, response.status) };
  } catch (error) {
    if (signal.aborted) return { name, state: "failure", detail: silent(host), advice: network };
    const { code, message, hint } = classifyError(error);
    const why = message.replace(/^Cannot reach the model: /, "");
    const advice = code === "tls" ? hint : network;
    return { name, state: "failure", detail: cannotReach(host, why), ...(advice && { advice }) };
  }
}

const WORDING = {
  en: {
    answers: (host: string, status: number) => `${host} answers (HTTP ${status})`,
    silent: (host: string) => `${host} does not answer`,
    cannotReach: (host: string, why: string) => `cannot reach ${host}: ${why}`,
    network: "Check the address, the network, and HTTPS_PROXY and NO_PROXY, or network in handrail.json",
  },
  zh: {
    answers: (host: string, status: number) => `${host} 有回应（HTTP ${status}）`,
    silent: (host: string) => `${host} 没有回应`,
    cannotReach: (host: string, why: string) => `无法连接 ${host}：${why}`,
    network: "请检查地址、网络，以及 HTTPS_PROXY 和 NO_PROXY，或 handrail.json 里的 network",
  },
} as const;
