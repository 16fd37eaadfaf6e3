/**
 * The `fetch` that everything of Handrail's goes through.
 *
 * @module
 */
import type { Bilingual } from "../kb/bilingual_error.ts";
import { fileFault } from "../kb/file_fault.ts";
import {
  fileAuthority,
  isAskedDirectly,
  type NetworkSettings,
  usesFileProxy,
} from "./settings/network_settings.ts";
import { UsageError } from "./usage_error.ts";
import type { NetworkEnvironment } from "./settings/variables.ts";

/** What it is made with. */
export interface NetworkServices {
  /** The variables of proxies and certificates; they win, and the runtime itself goes by them. */
  readonly environment: NetworkEnvironment;
  /** Reads a file. */
  readonly readFile: (path: string) => Promise<string>;
  readonly fetch: typeof fetch;
  /** Makes what sends requests its own way. @default {Deno.createHttpClient} */
  readonly createClient?: (options: Deno.CreateHttpClientOptions) => Deno.HttpClient;
}

/**
 * Makes a `fetch` that goes by the proxy and the certificates of the person's own `handrail.json`. Where that says
 * nothing, it is the runtime's.
 *
 * A redirect is followed on the way of the address that was asked for.
 *
 * @param network What the file says.
 * @param services See {@linkcode NetworkServices}.
 * @throws {UsageError} If the certificates cannot be read.
 *
 * @example
 * ```ts
 * const send = await networkFetch(settings.network, { environment, readFile: Deno.readTextFile, fetch });
 * ```
 */
export async function networkFetch(
  network: NetworkSettings,
  { environment, readFile, fetch, createClient = Deno.createHttpClient }: NetworkServices,
): Promise<typeof globalThis.fetch> {
  const authority = fileAuthority(network, environment);
  const schemes = (["http", "https"] as const).filter((scheme) =>
    usesFileProxy(scheme, network, environment)
  );
  if (authority === undefined && schemes.length === 0) return fetch;
  const trust = authority === undefined ? {} : { caCerts: [await readAuthority(authority, readFile)] };
  const direct = authority === undefined ? undefined : clientOf(authority, trust, createClient);
  const proxied = network.proxy !== undefined && schemes.length > 0
    ? createClient({ ...trust, proxy: { url: network.proxy } })
    : undefined;
  return (input, init) => {
    const { protocol, hostname } = new URL(input instanceof Request ? input.url : input);
    const usesProxy = schemes.some((scheme) => `${scheme}:` === protocol) &&
      !isAskedDirectly(hostname, network, environment);
    const client = usesProxy ? proxied : direct;
    return fetch(input, client ? { ...init, client } : init);
  };
}

async function readAuthority(path: string, readFile: NetworkServices["readFile"]): Promise<string> {
  let text: string;
  try {
    text = await readFile(path);
  } catch (cause) {
    throw unusable(path, fileFault(cause), cause);
  }
  // The runtime takes any text, and trusts nobody by it.
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw unusable(path, { en: "there is no certificate in it", zh: "其中没有证书" });
  }
  return text;
}

function clientOf(
  path: string,
  options: Deno.CreateHttpClientOptions,
  createClient: (options: Deno.CreateHttpClientOptions) => Deno.HttpClient,
): Deno.HttpClient {
  try {
    return createClient(options);
  } catch (cause) {
    throw unusable(path, fileFault(cause), cause);
  }
}

function unusable(path: string, why: Bilingual, cause?: unknown): UsageError {
  return new UsageError({
    en: `Cannot use network.caFile: ${path}: ${why.en}. Name a file of certificates in PEM`,
    zh: `无法使用 network.caFile：${path}：${why.zh}。请指定 PEM 格式的证书文件`,
  }, { cause });
}
