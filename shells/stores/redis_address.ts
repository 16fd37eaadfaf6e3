/**
 * Where a Redis server is, and what to say when it does not do what it should. No text made here holds a password.
 *
 * @module
 */
import type { RedisOptions } from "ioredis";

/** A server's address, taken apart. */
export interface RedisAddress {
  /** The URL without user and password, for people. */
  readonly shown: string;
  readonly options: Pick<RedisOptions, "host" | "port" | "db" | "username" | "password" | "tls">;
}

/** What to do about a refusal, by its first word. */
const ADVICE: Readonly<Record<string, string>> = {
  LOADING: "Try again when it has loaded its data",
  MOVED: "It is one node of a cluster: give the address of a cluster proxy",
  NOAUTH: "Give the password in REDIS_URL: redis://:PASSWORD@host:port",
  NOPERM: "Give its user the rights to EVAL, EVALSHA, SCAN, TIME, DEL, EXISTS, GET, GETRANGE and SET",
  OOM: "Give the server more memory; its maxmemory-policy should stay noeviction",
  READONLY: "Let REDIS_URL point to the primary, not to a replica",
  WRONGPASS: "Check the user and the password in REDIS_URL",
};

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
    throw new TypeError(
      "Cannot use the Redis URL: it is none. Give redis://host:port or rediss://host:port/db",
    );
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
  return new Error(
    `Cannot reach Redis: ${address.shown}, ${masked(reason, address)}. Check REDIS_URL and the server`,
  );
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
  return new Error(
    `Cannot use Redis: ${address.shown} says "${masked(said, address)}". ${
      ADVICE[word] ??
        (/syntax error/i.test(said) ? "It has to be Redis 7 or later, or Valkey" : "Check the server")
    }`,
  );
}

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
