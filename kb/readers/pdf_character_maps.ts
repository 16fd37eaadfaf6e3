/** What pdf.js asks its host for. */
export interface BinaryRequest {
  /** `"cMapUrl"` for a character map. */
  readonly kind: string;
  /** The map's name, e.g. `UniGB-UCS2-H`. */
  readonly filename: string;
}

/** Predefined maps whose codes are UTF-16 (PDF 32000-1:2008, table 118). */
const UNICODE = /^Uni(?:GB|CNS|JIS|JIS2004|KS)-(?:UCS2|UTF16)-/;

/** Predefined maps whose codes are text in an encoding that the platform knows (the same table). */
const ENCODINGS: readonly (readonly [RegExp, string])[] = [
  [/^GB(?:K|Kp|K2K|pc|)(?:-EUC)?-/, "gbk"],
  [/^(?:B5pc|HKscs-B5|ETen-B5|ETenms-B5)-/, "big5"],
  [/^90(?:ms|msp|pv)-RKSJ-/, "shift_jis"],
  [/^EUC-/, "euc-jp"],
  [/^KSC(?:ms-UHC|ms-UHC-HW|pc-EUC|-EUC)-/, "euc-kr"],
];

/** From a font's character numbers to Unicode. */
const TO_UNICODE = /^Adobe-(?:GB1|CNS1|Japan1|Korea1)-UCS2$/;

/**
 * Makes the character maps that PDFs with Chinese, Japanese and Korean fonts refer to by name instead of holding them.
 *
 * Such a map leads from a code to a character's number in a collection of Adobe's, and a second one from there to
 * Unicode; together they are megabytes. Where the codes themselves are Unicode, or an encoding that the platform can
 * decode, the number may as well be the character's code point: the second map then changes nothing. What only the
 * real tables could tell is refused, and noted in `missing`.
 *
 * @param missing Gets the names of the maps that are not to be had.
 * @returns The class that pdf.js takes as its `BinaryDataFactory`.
 *
 * @example
 * ```ts
 * const missing = new Set<string>();
 * getDocumentProxy(bytes, { BinaryDataFactory: pdfCharacterMaps(missing), cMapPacked: false });
 * ```
 */
export function pdfCharacterMaps(
  missing: Set<string>,
): new () => { fetch(request: BinaryRequest): Promise<Uint8Array> } {
  return class {
    #byCodePoint = false;

    fetch({ kind, filename }: BinaryRequest): Promise<Uint8Array> {
      const map = kind === "cMapUrl" ? this.#mapOf(filename) : undefined;
      if (map !== undefined) return Promise.resolve(new TextEncoder().encode(map));
      if (kind === "cMapUrl") missing.add(filename);
      return Promise.reject(new Error(`Cannot give ${filename}: it is not there`));
    }

    #mapOf(name: string): string | undefined {
      // Without one of our maps before it, the numbers are Adobe's own.
      if (TO_UNICODE.test(name)) return this.#byCodePoint ? identityToUnicode() : undefined;
      const encoding = ENCODINGS.find(([names]) => names.test(name))?.[1];
      if (encoding === undefined && !UNICODE.test(name)) return undefined;
      this.#byCodePoint = true;
      return encoding === undefined ? identity() : decoding(encoding);
    }
  };
}

function identity(): string {
  return cmap(
    "1 begincodespacerange <0000> <FFFF> endcodespacerange\n1 begincidrange <0000> <FFFF> 0 endcidrange",
  );
}

function identityToUnicode(): string {
  return cmap(
    "1 begincodespacerange <0000> <FFFF> endcodespacerange\n1 beginbfrange <0000> <FFFF> <0000> endbfrange",
  );
}

function decoding(encoding: string): string {
  const decoder = new TextDecoder(encoding);
  const characters: string[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (text.length !== 1 || text === "\ufffd") continue;
      characters.push(`<${(lead * 256 + trail).toString(16)}> ${text.charCodeAt(0)}`);
    }
  }
  return cmap(
    "2 begincodespacerange <00> <80> <8140> <FEFE> endcodespacerange\n1 begincidrange <00> <7F> 0 endcidrange\n" +
      `${characters.length} begincidchar ${characters.join("\n")} endcidchar`,
  );
}

function cmap(body: string): string {
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n/CMapType 1 def\n${body}\nendcmap end end`;
}
