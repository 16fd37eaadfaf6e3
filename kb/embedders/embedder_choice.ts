/** Which embedder the user wants. */
import { bilingual } from "../bilingual_error.ts";
export type EmbedderChoice =
  /** The built-in model. */
  | { readonly kind: "local" }
  /** A model of an OpenAI-compatible server. */
  | { readonly kind: "openai"; readonly model: string }
  /** Search by words alone. */
  | { readonly kind: "none" };

/**
 * Reads the choice as a setting says it.
 *
 * @param value `local`, `openai:MODEL` or `none`.
 * @throws {RangeError} when it is none of them; its message is the bare reason.
 *
 * @example
 * ```ts
 * readEmbedderChoice("openai:text-embedding-3-small"); // { kind: "openai", model: "text-embedding-3-small" }
 * ```
 */
export function readEmbedderChoice(value: string): EmbedderChoice {
  if (value === "local" || value === "none") return { kind: value };
  const [, model] = /^openai:(\S+)$/.exec(value) ?? [];
  if (model !== undefined) return { kind: "openai", model };
  throw bilingual(RangeError, {
    en: `${JSON.stringify(value)} is unknown. Use local, openai:MODEL or none`,
    zh: `没有 ${JSON.stringify(value)} 这一种。可用：local、openai:模型 或 none`,
  });
}
