/**
 * Reads the values of single variables.
 *
 * @module
 */
import { wordsOf } from "../../kb/bilingual_error.ts";
import { type EmbedderChoice, readEmbedderChoice } from "../../kb/embedders/embedder_choice.ts";
import { STORE_KINDS, type StoreKind } from "../../shells/stores/store_kind.ts";
import { deskAddress } from "../../tools/desk_address.ts";
import { unreadable } from "./unreadable.ts";

/** What search by meaning works with. */
export function readEmbedder(value = "local"): EmbedderChoice {
  try {
    return readEmbedderChoice(value);
  } catch (cause) {
    throw unreadable("HANDRAIL_EMBEDDER", wordsOf(cause), cause);
  }
}

/** The URL itself is not repeated: it may hold a password. */
export function readModelUrl(value: string | undefined): string | undefined {
  if (value === undefined || (/^https?:\/\/[^/]/.test(value) && URL.canParse(value))) return value;
  throw unreadable("HANDRAIL_MODEL_URL", {
    en: "it is no address. Write http://… or https://…",
    zh: "不是网址。请写 http://… 或 https://…",
  });
}

/** Where records are kept. */
export function readStoreKind(value: string | undefined): StoreKind {
  const kind = STORE_KINDS.find((known) => known === (value ?? "memory"));
  if (kind) return kind;
  throw unreadable("IDEMPOTENCY_STORE", {
    en: `${JSON.stringify(value)} is unknown. Use ${STORE_KINDS.join(", ")}`,
    zh: `没有 ${JSON.stringify(value)} 这种存储。可用：${STORE_KINDS.join("、")}`,
  });
}

/** A time to wait, in milliseconds. */
export function readWaitMs(name: string, value: string): number {
  if (/^\d{1,7}$/.test(value)) return Number(value);
  throw unreadable(name, {
    en: `${JSON.stringify(value)} is no time. Give milliseconds, 0 to 9999999`,
    zh: `${JSON.stringify(value)} 不是时长。请给出毫秒数，0 到 9999999`,
  });
}

/** The back end of orders and tickets. */
export function readDeskUrl(value: string | undefined): string | undefined {
  try {
    return value && deskAddress(value).href;
  } catch (cause) {
    throw unreadable("HANDRAIL_DESK_URL", wordsOf(cause), cause);
  }
}

/** What the back end is shown; never repeated in an error. */
export function readDeskToken(value: string | undefined): string | undefined {
  if (value === undefined || /^[\x21-\x7e]+$/.test(value)) return value;
  throw unreadable("HANDRAIL_DESK_TOKEN", {
    en: "it holds a character that no header can. Use printable ASCII without blanks",
    zh: "其中有 HTTP 请求头不能带的字符。只能用可打印的 ASCII 字符，不含空格",
  });
}

/** `1` or `0`. */
export function readSwitch(name: string, value = "0"): boolean {
  if (value === "0" || value === "1") return value === "1";
  throw unreadable(name, {
    en: `${JSON.stringify(value)} is neither. Write 1 or 0`,
    zh: `${JSON.stringify(value)} 两者都不是。请写 1 或 0`,
  });
}

/** The URL itself is not repeated: it may hold a password. */
export function readRedisUrl(value = "redis://127.0.0.1:6379"): string {
  if (/^rediss?:\/\/[^/]/.test(value) && URL.canParse(value)) return value;
  throw unreadable("REDIS_URL", {
    en: "it is no URL of Redis. Write redis://HOST:PORT, or rediss:// for TLS",
    zh: "不是 Redis 的地址。请写 redis://主机:端口，用 TLS 则写 rediss://",
  });
}
