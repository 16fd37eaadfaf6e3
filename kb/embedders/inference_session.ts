/** Which runtime computes. */
export type Backend = "native" | "wasm";

/** A loaded model. */
export interface InferenceSession extends AsyncDisposable {
  /** The runtime behind it. */
  readonly backend: Backend;
  /**
   * Runs the model on one text. Calls must not overlap.
   *
   * @param ids The text's tokens, special ones included.
   * @returns What the model says at the first token, as it is.
   */
  run(ids: Int32Array): Promise<Float32Array>;
}
