/**
 * Reads the values of single variables.
 *
 * @module
 */
import { type EmbedderChoice, readEmbedderChoice } from "../kb/embedders/embedder_choice.ts";
import { STORE_KINDS, type StoreKind } from "../shells/stores/store_kind.ts";
import { deskAddress } from "../tools/desk_address.ts";
import { UsageError } from "./usage_error.ts";

/** What search by meaning works with. */
export function readEmbedder(value = "local"): EmbedderChoice {
  try {
    return readEmbedderChoice(value);
  } catch (cause) {
    throw new UsageError(`Cannot read HANDRAIL_EMBEDDER: ${(cause as Error).message}`, { cause });
  }
}

/** The URL itself is not repeated: it may hold a password. */
export function readModelUrl(value: string | undefined): string | undefined {
  if (value === undefined || (/^https?:\/\/[^/]/.test(value) && URL.canParse(value))) return value;
  throw new UsageError("Cannot read HANDRAIL_MODEL_URL: it is no address. Write http://… or https://…");
}

/** Where records are kept. */
export function readStoreKind(value: string | undefined): StoreKind {
  const kind = STORE_KINDS.find((known) => known === (value ?? "memory"));
  if (kind) return kind;
  throw new UsageError(
    `Cannot read IDEMPOTENCY_STORE: ${JSON.stringify(value)} is unknown. Use ${STORE_KINDS.join(", ")}`,
  );
}

/** A time to wait, in milliseconds. */
export function readWaitMs(name: string, value: string): number {
  if (/^\d{1,7}$/.test(value)) return Number(value);
  throw new UsageError(
    `Cannot read ${name}: ${JSON.stringify(value)} is no time. Give milliseconds, 0 to 9999999`,
  );
}

/** The back end of orders and tickets. */
export function readDeskUrl(value: string | undefined): string | undefined {
  try {
    return value && deskAddress(value).href;
  } catch (cause) {
    throw new UsageError(`Cannot read HANDRAIL_DESK_URL: ${(cause as Error).message}`, { cause });
  }
}

/** What the back end is shown; never repeated in an error. */
export function readDeskToken(value: string | undefined): string | undefined {
  if (value === undefined || /^[\x21-\x7e]+$/.test(value)) return value;
  throw new UsageError(
    "Cannot read HANDRAIL_DESK_TOKEN: it holds a character that no header can. Use printable ASCII without blanks",
  );
}

/** `1` or `0`. */
export function readSwitch(name: string, value = "0"): boolean {
  if (value === "0" || value === "1") return value === "1";
  throw new UsageError(`Cannot read ${name}: ${JSON.stringify(value)} is neither. Write 1 or 0`);
}

/** The URL itself is not repeated: it may hold a password. */
export function readRedisUrl(value = "redis://127.0.0.1:6379"): string {
  if (/^rediss?:\/\/[^/]/.test(value) && URL.canParse(value)) return value;
  throw new UsageError(
    "Cannot read REDIS_URL: it is no URL of Redis. Write redis://HOST:PORT, or rediss:// for TLS",
  );
}
