/** Thrown when an index holds vectors of another model than the one at hand. */
export class ModelMismatchError extends Error {
  override readonly name = "ModelMismatchError";
}
