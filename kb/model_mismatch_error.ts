import { BilingualError } from "./bilingual_error.ts";

/** Thrown when an index holds vectors of another model than the one at hand. */
export class ModelMismatchError extends BilingualError {
  override readonly name = "ModelMismatchError";
}
