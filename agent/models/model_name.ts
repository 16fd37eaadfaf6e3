/**
 * What a model is called in records.
 *
 * @module
 */
import type { NamedModel } from "./create_model.ts";

/**
 * The name of a model, with whose it is.
 *
 * @param model The model.
 *
 * @example
 * ```ts
 * modelName({ provider: "openai", id: "gpt-4o-mini" }); // "openai:gpt-4o-mini"
 * ```
 */
export function modelName({ provider, id }: Pick<NamedModel, "provider" | "id">): string {
  return `${provider}:${id}`;
}
