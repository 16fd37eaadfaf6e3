/** A file that a compiled program brings along inside itself. */
export interface PackedFile {
  /** Its name once it is copied out; with slashes if it belongs into a folder. */
  readonly name: string;
  /** The file that holds it: one of the program's own, or the program itself. */
  readonly path: string;
  /** Where in that file it begins, in bytes. */
  readonly offset: number;
  /** How many bytes it takes there. */
  readonly length: number;
  /** Bytes, unpacked. */
  readonly size: number;
  /** Of the unpacked bytes, in hexadecimal. */
  readonly sha256: string;
  /** Is it compressed with gzip? */
  readonly gzip: boolean;
}
