/**
 * Proxies and certificates that the runtime was told of.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import type { NetworkEnvironment } from "../variables.ts";
import type { Finding } from "./finding.ts";

/**
 * Says which proxies and certificates are in use. Of an address only the host is shown: it may hold a password.
 *
 * @param environment The variables that are set.
 * @param language The reader's.
 * @param isFile Is there a file of that name?
 *
 * @example
 * ```ts
 * networkFindings({ HTTPS_PROXY: "http://me:pw@proxy:3128" }, "en", isFile)[0]?.detail; // "HTTPS_PROXY proxy:3128"
 * ```
 */
export function networkFindings(
  environment: NetworkEnvironment,
  language: Language,
  isFile: (path: string) => boolean,
): Finding[] {
  const words = WORDING[language];
  const set = Object.entries(environment).filter(([, value]) => value !== "");
  const proxies = set.filter(([name]) => /_proxy$/i.test(name));
  const unreadable = proxies.filter(([name, value]) => !/^no_proxy$/i.test(name) && !hostOf(value));
  const proxy: Finding = unreadable.length > 0
    ? {
      name: "proxy",
      state: "failure",
      detail: words.noAddress(unreadable.map(([name]) => name).join(", ")),
      advice: words.writeAddress,
    }
    : {
      name: "proxy",
      state: "ok",
      detail: proxies.length === 0 ? words.noProxy : proxies.map(shown).join(", "),
    };
  return [proxy, certificates(environment, words, isFile)];
}

function certificates(
  { DENO_CERT: file, DENO_TLS_CA_STORE: stores }: NetworkEnvironment,
  words: typeof WORDING[Language],
  isFile: (path: string) => boolean,
): Finding {
  const name = "certificates";
  if (file && !isFile(file)) {
    return { name, state: "failure", detail: words.noFile(file), advice: words.nameFile };
  }
  const parts = [stores ?? "mozilla", ...(file ? [file] : [])];
  return { name, state: "ok", detail: parts.join(", ") };
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
    noAddress: (names: string) => `${names}: no address`,
    writeAddress: "Write http://HOST:PORT",
    noFile: (path: string) => `DENO_CERT: ${path} is not there`,
    nameFile: "Name a file of PEM certificates in DENO_CERT, or set DENO_TLS_CA_STORE=system",
  },
  zh: {
    noProxy: "无",
    noAddress: (names: string) => `${names}：不是地址`,
    writeAddress: "请写成 http://主机:端口",
    noFile: (path: string) => `DENO_CERT：${path} 不存在`,
    nameFile: "在 DENO_CERT 里写 PEM 证书文件，或设 DENO_TLS_CA_STORE=system",
  },
} as const;
