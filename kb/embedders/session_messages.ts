/** What a worker is told. */
export type SessionRequest =
  | {
    readonly kind: "open";
    readonly modelPath: string;
    /** The native runtime's shared library, where the system would not find it by itself. */
    readonly libraryPath?: string | undefined;
  }
  | { readonly kind: "run"; readonly ids: Int32Array }
  | { readonly kind: "close" };

/** What it answers, once per request. */
export type SessionReply =
  | { readonly kind: "done"; readonly vector?: Float32Array }
  | { readonly kind: "failed"; readonly reason: string };
