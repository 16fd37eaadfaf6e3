/**
 * What else finds personal data, to compare with: LangChain's middleware and openredaction, a library of patterns.
 * Neither is part of the program: they are loaded here alone, by names that neither deno.json nor the lock file knows.
 *
 * @module
 */
const LANGCHAIN: string = "npm:langchain@1.5.14";
const OPENREDACTION: string = "npm:openredaction@1.1.5";

/** A piece of text that somebody takes for personal data. */
export interface Piece {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** A finder under test. */
export interface Finder {
  readonly name: string;
  /** The kinds that it knows, by our names. */
  readonly kinds: readonly string[];
  find(text: string): readonly Piece[] | Promise<readonly Piece[]>;
}

type LangchainDetector = (text: string) => readonly { readonly start: number; readonly end: number }[];

const LANGCHAIN_DETECTORS: Readonly<Record<string, string>> = {
  email: "detectEmail",
  bank_card: "detectCreditCard",
  ip_address: "detectIP",
  mac_address: "detectMacAddress",
};

/** openredaction has a type for each country; ours are fewer. */
const OPENREDACTION_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^EMAIL/, "email"],
  [/PHONE/, "phone"],
  [/^CREDIT_CARD|^DEBIT_CARD/, "bank_card"],
  [/^SSN|SOCIAL_SECURITY/, "us_ssn"],
  [/IBAN/, "iban"],
  [/^IPV?[46]?/, "ip_address"],
  [/^MAC/, "mac_address"],
  [/PASSPORT/, "passport"],
];

/**
 * Loads the peers.
 *
 * @returns Those that can be had.
 */
export async function loadPeers(): Promise<Finder[]> {
  const loaded = await Promise.all(
    [loadLangchain, loadOpenredaction].map((load) => load().catch(() => undefined)),
  );
  return loaded.filter((finder) => finder !== undefined);
}

async function loadLangchain(): Promise<Finder> {
  const module: Readonly<Record<string, LangchainDetector>> = await import(LANGCHAIN);
  const detectors = Object.entries(LANGCHAIN_DETECTORS).map(([kind, name]) => ({
    kind,
    detect: module[name],
  }));
  return {
    name: "LangChain",
    kinds: Object.keys(LANGCHAIN_DETECTORS),
    find: (text) =>
      detectors.flatMap(({ kind, detect }) =>
        detect?.(text).map(({ start, end }) => ({ kind, start, end })) ?? []
      ),
  };
}

interface Openredaction {
  detect(text: string): Promise<{
    readonly detections: readonly { readonly type: string; readonly position: readonly [number, number] }[];
  }>;
}

async function loadOpenredaction(): Promise<Finder> {
  const module: { readonly OpenRedaction: new (options: object) => Openredaction } = await import(
    OPENREDACTION
  );
  const redactor = new module.OpenRedaction({});
  return {
    name: "openredaction",
    kinds: OPENREDACTION_KINDS.map(([, kind]) => kind),
    find: async (text) =>
      (await redactor.detect(text)).detections.map(({ type, position: [start, end] }) => ({
        kind: OPENREDACTION_KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? type,
        start,
        end,
      })),
  };
}
