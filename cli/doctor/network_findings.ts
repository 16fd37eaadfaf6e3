/**
 * Proxies and certificates that the runtime and the program were told of.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { fileAuthority, type NetworkSettings, usesFileProxy } from "../settings/network_settings.ts";
import type { NetworkEnvironment } from "../settings/variables.ts";
import type { Finding } from "./finding.ts";

/** What is looked at. */
export interface NetworkFacts {
  /** The variables that are set. */
  readonly environment: NetworkEnvironment;
  /** What the person's own file says. */
  readonly network: NetworkSettings;
  /** Why the file's part cannot be used; `undefined` when it can. */
  readonly fault?: string | undefined;
  /** The reader's. */
  readonly language: Language;
  /** Is there a file of that name? */
  readonly isFile: (path: string) => boolean;
}

/**
 * Says which proxies and certificates are in use. Of an address only the host is shown: it may hold a password.
 *
 * @param facts See {@linkcode NetworkFacts}.
 *
 * @example
 * ```ts
 * networkFindings({ environment: { HTTPS_PROXY: "http://me:pw@proxy:3128" }, … })[0]?.detail; // "HTTPS_PROXY proxy:3128"
 * ```
 */
export function networkFindings(facts: NetworkFacts): Finding[] {
  const { environment, language } = facts;
  const words = WORDING[language];
  const proxies = Object.entries(environment).filter(([name, value]) =>
    value !== "" && /_proxy$/i.test(name)
  );
  const unreadable = proxies.filter(([name, value]) => !/^no_proxy$/i.test(name) && !hostOf(value));
  const all = [...proxies.map(shown), ...ownProxy(facts)];
  const proxy: Finding = unreadable.length > 0
    ? {
      name: "proxy",
      state: "failure",
      detail: words.noAddress(unreadable.map(([name]) => name).join(", ")),
      advice: words.writeAddress,
    }
    : { name: "proxy", state: "ok", detail: all.length === 0 ? words.noProxy : all.join(", ") };
  return [proxy, certificates(facts)];
}

/** The file's proxy, and what it counts for beside the environment's. */
function ownProxy({ network, environment, language }: NetworkFacts): string[] {
  if (network.proxy === undefined) return [];
  const { overruled } = WORDING[language];
  const schemes = (["http", "https"] as const).filter((scheme) =>
    usesFileProxy(scheme, network, environment)
  );
  const extent = schemes.length === 2 ? "" : ` (${schemes[0] ?? overruled})`;
  const { NO_PROXY, no_proxy } = environment;
  const direct = NO_PROXY || no_proxy ? [] : network.noProxy;
  return [
    `network.proxy ${hostOf(network.proxy)}${extent}`,
    ...(schemes.length === 0 || direct.length === 0 ? [] : [`network.noProxy ${direct.join(",")}`]),
  ];
}

function certificates({ environment, network, fault, language, isFile }: NetworkFacts): Finding {
  const { DENO_CERT: file, DENO_TLS_CA_STORE: stores } = environment;
  const words = WORDING[language];
  const name = "certificates";
  if (file && !isFile(file)) {
    return { name, state: "failure", detail: words.noFile(file), advice: words.nameFile };
  }
  if (fault !== undefined) return { name, state: "failure", detail: fault };
  const named = file || fileAuthority(network, environment);
  return { name, state: "ok", detail: [stores ?? "mozilla", ...(named ? [named] : [])].join(", ") };
}

function shown([name, value]: [string, string]): string {
  return `${name} ${/^no_proxy$/i.test(name) ? value : hostOf(value)}`;
}

function hostOf(value: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  return URL.canParse(address) ? new URL(address).host || undefined : undefined;
}

const WORDING = {
  en: {
    noProxy: "none",
    overruled: "the environment's counts",
    noAddress: (names: string) => `${names}: no address`,
    writeAddress: "Write http://HOST:PORT",
    noFile: (path: string) => `DENO_CERT: ${path} is not there`,
    nameFile: "Name a file of PEM certificates in DENO_CERT, or set DENO_TLS_CA_STORE=system",
  },
  zh: {
    noProxy: "无",
    overruled: "以环境变量为准",
    noAddress: (names: string) => `${names}：不是地址`,
    writeAddress: "请写成 http://主机:端口",
    noFile: (path: string) => `DENO_CERT：${path} 不存在`,
    nameFile: "在 DENO_CERT 里写 PEM 证书文件，或设 DENO_TLS_CA_STORE=system",
  },
} as const;
