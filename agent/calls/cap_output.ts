/**
 * Keeps a tool's output small and readable enough for a model.
 *
 * @module
 */
import type { JsonValue } from "../../tools/types.ts";
import { normaliseJson } from "../../shells/normalise_json.ts";

/** What a model gets to see of an output. */
export interface CappedOutput {
  readonly output: JsonValue;
  /** Something was left out. */
  readonly truncated: boolean;
}

/** A summary takes at most this part of the limit, counted in characters of up to four bytes. */
const SUMMARY_SHARE = 16;

/**
 * Turns an output into JSON of at most `maxBytes`. A larger one keeps its status, summary and notice, and the
 * beginning of the rest as text. An output that is no JSON at all (it contains itself, say) is replaced by a note: the AI SDK
 * would end the whole run over it.
 *
 * @param output What the shells returned.
 * @param maxBytes The limit in UTF-8 bytes.
 *
 * @example
 * ```ts
 * capOutput({ status: "success", summary: "…", structured: { rows } }, 16_384).truncated; // true for many rows
 * ```
 */
export function capOutput(output: unknown, maxBytes: number): CappedOutput {
  let json: JsonValue;
  try {
    json = normaliseJson(output);
  } catch {
    return { output: unreadable(), truncated: true };
  }
  const text = JSON.stringify(json);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return { output: json, truncated: false };
  return { output: shortened(json, bytes, maxBytes), truncated: true };
}

/** Escaping makes text longer by what it holds, so the beginning is halved until the whole fits. */
function shortened(json: JsonValue, bytes: Uint8Array, maxBytes: number): JsonValue {
  const fields = typeof json === "object" && json !== null && !Array.isArray(json) ? json : {};
  const share = (text: unknown) => String(text ?? "").slice(0, Math.floor(maxBytes / SUMMARY_SHARE));
  const summary = share(fields.summary ?? fields.message);
  const notice = share(fields.notice);
  for (let length = Math.floor(maxBytes / 2);; length = Math.floor(length / 2)) {
    const preview = new TextDecoder().decode(bytes.subarray(0, length)).replace(/\uFFFD+$/, "");
    const output = {
      status: fields.status ?? "success",
      summary: wellFormed(summary),
      structured: { status: "truncated", bytes: bytes.length, preview },
      ...(notice !== "" && { notice: wellFormed(notice) }),
    };
    if (length === 0 || new TextEncoder().encode(JSON.stringify(output)).length <= maxBytes) return output;
  }
}

/** A cut may have left half of a surrogate pair at the end. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}

function unreadable(): JsonValue {
  return {
    status: "success",
    summary: "The call was carried out, but its result cannot be shown.",
    structured: { status: "unreadable_result" },
  };
}
