/**
 * Where a Redis server is, and what to say when it does not do what it should. No text made here holds a password.
 *
 * @module
 */
import type { RedisOptions } from "ioredis";
import { type Bilingual, bilingual, BilingualError } from "../../kb/bilingual_error.ts";

/** A server's address, taken apart. */
export interface RedisAddress {
  /** The URL without user and password, for people. */
  readonly shown: string;
  readonly options: Pick<RedisOptions, "host" | "port" | "db" | "username" | "password" | "tls">;
}

/** What to do about a refusal, by its first word. */
const ADVICE: Readonly<Record<string, Bilingual>> = {
  LOADING: { en: "Try again when it has loaded its data", zh: "请等它载入数据后再试" },
  MOVED: {
    en: "It is one node of a cluster: give the address of a cluster proxy",
    zh: "它是集群中的一个节点：请给出集群代理的地址",
  },
  NOAUTH: {
    en: "Give the password in REDIS_URL: redis://:PASSWORD@host:port",
    zh: "请在 REDIS_URL 中给出密码：redis://:密码@主机:端口",
  },
  NOPERM: {
    en: "Give its user the rights to EVAL, EVALSHA, SCAN, TIME, DEL, EXISTS, GET, GETRANGE and SET",
    zh: "请给该用户 EVAL、EVALSHA、SCAN、TIME、DEL、EXISTS、GET、GETRANGE 和 SET 的权限",
  },
  OOM: {
    en: "Give the server more memory; its maxmemory-policy should stay noeviction",
    zh: "请给服务器更多内存；maxmemory-policy 应保持 noeviction",
  },
  READONLY: {
    en: "Let REDIS_URL point to the primary, not to a replica",
    zh: "请让 REDIS_URL 指向主节点，而不是副本",
  },
  WRONGPASS: {
    en: "Check the user and the password in REDIS_URL",
    zh: "请检查 REDIS_URL 中的用户名和密码",
  },
};
const TOO_OLD: Bilingual = {
  en: "It has to be Redis 7 or later, or Valkey",
  zh: "需要 Redis 7 或更新的版本，或 Valkey",
};
const CHECK_SERVER: Bilingual = { en: "Check the server", zh: "请检查服务器" };

/**
 * Takes a URL apart.
 *
 * @param url `redis://[[user]:password@]host[:port][/db]`; `rediss://` for TLS.
 * @returns The address.
 * @throws {TypeError} If it is no such URL.
 *
 * @example
 * ```ts
 * parseRedisUrl("redis://:secret@db.example/1").shown; // redis://db.example:6379/1
 * ```
 */
export function parseRedisUrl(url: string): RedisAddress {
  const parsed = URL.parse(url);
  const db = /^\/?(\d*)$/.exec(parsed?.pathname ?? "")?.[1];
  const [username, password] = [decode(parsed?.username), decode(parsed?.password)];
  if (
    !parsed || !/^rediss?:$/.test(parsed.protocol) || !parsed.hostname ||
    db === undefined || username === undefined || password === undefined
  ) {
    // Not shown: what cannot be taken apart may have a password anywhere.
    throw bilingual(TypeError, {
      en: "Cannot use the Redis URL: it is none. Give redis://host:port or rediss://host:port/db",
      zh: "无法使用 Redis 地址：不是 Redis 的网址。请写 redis://主机:端口 或 rediss://主机:端口/库号",
    });
  }
  const { protocol, hostname } = parsed;
  const port = Number(parsed.port || 6379);
  return {
    shown: `${protocol}//${hostname}:${port}${db && `/${db}`}`,
    options: {
      host: hostname.replace(/^\[|\]$/g, ""),
      port,
      db: Number(db),
      ...(username && { username }),
      ...(password && { password }),
      ...(protocol === "rediss:" && { tls: {} }),
    },
  };
}

/**
 * Makes the error for a server that does not answer.
 *
 * @param address The server's.
 * @param cause What went wrong.
 * @returns The error. It has no `cause`: the client's errors carry whole commands.
 */
export function unreachableError(address: RedisAddress, cause: unknown): Error {
  const { code, message } = cause as { readonly code?: string; readonly message?: string };
  const reason = code === "ECONNREFUSED"
    ? "connection refused"
    : (message || code || "connection lost").replace(/(\. Please report this)?\.*$/, "");
  const why = reasonWords(masked(reason, address));
  return new BilingualError({
    en: `Cannot reach Redis: ${address.shown}, ${why.en}. Check REDIS_URL and the server`,
    zh: `无法连接 Redis：${address.shown}，${why.zh}。请检查 REDIS_URL 和服务器`,
  });
}

/**
 * Makes the error for a server that answers with an error.
 *
 * @param address The server's.
 * @param reply What the server said.
 * @returns The error.
 */
export function refusedError(address: RedisAddress, reply: Error): Error {
  // "unknown command" repeats its arguments, AUTH's among them.
  const [said = ""] = reply.message.split(/\.? script: |,? with args beginning with/);
  const word = /\b[A-Z]{3,}\b/.exec(said.replace(/^ERR /, ""))?.[0] ?? "";
  const advice = ADVICE[word] ?? (/syntax error/i.test(said) ? TOO_OLD : CHECK_SERVER);
  const quoted = masked(said, address);
  return new BilingualError({
    en: `Cannot use Redis: ${address.shown} says "${quoted}". ${advice.en}`,
    zh: `无法使用 Redis：${address.shown} 回答“${quoted}”。${advice.zh}`,
  });
}

/** Why a server cannot be reached, as it is mostly put. */
function reasonWords(reason: string): Bilingual {
  const [, late] = /^no answer within (\d+) ms$/.exec(reason) ?? [];
  const zh = late === undefined ? REASONS[reason] ?? reason : `${late} 毫秒内没有应答`;
  return { en: reason, zh };
}

const REASONS: Readonly<Record<string, string>> = {
  "connection refused": "连接被拒绝",
  "connection lost": "连接中断",
  "it does not talk like Redis": "对方不像是 Redis",
};

function masked(text: string, { options: { password } }: RedisAddress): string {
  return password ? text.replaceAll(password, "***") : text;
}

function decode(part = ""): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
