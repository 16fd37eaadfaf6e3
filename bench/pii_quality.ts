/**
 * Counts what a finder finds, misses and makes up.
 *
 * @module
 */
import type { Finder, Piece } from "./pii_peers.ts";

/** A text and the personal data in it. */
export interface Sample {
  readonly text: string;
  readonly spans: readonly Piece[];
}

/** Counts for one kind. */
export interface Quality {
  readonly kind: string;
  readonly gold: number;
  readonly found: number;
  readonly falsePositives: number;
}

/** presidio-research's names of the kinds that are compared. */
const PRESIDIO_KINDS: Readonly<Record<string, string>> = {
  PHONE_NUMBER: "phone",
  CREDIT_CARD: "bank_card",
  EMAIL_ADDRESS: "email",
  US_SSN: "us_ssn",
  IBAN_CODE: "iban",
  IP_ADDRESS: "ip_address",
};

/**
 * Counts for each kind that both the samples and the finder know. A gold span is found when a finding of its kind
 * overlaps it; a finding that overlaps no gold span of its kind is a false positive.
 *
 * @param samples What to look through.
 * @param finder Who looks.
 */
export async function measureQuality(samples: readonly Sample[], finder: Finder): Promise<Quality[]> {
  const found: Piece[][] = [];
  for (const { text } of samples) found.push([...await finder.find(text)]);
  const kinds = new Set(samples.flatMap(({ spans }) => spans.map(({ kind }) => kind)));
  return [...kinds].filter((kind) => finder.kinds.includes(kind)).sort().map((kind) => {
    const pairs = samples.map(({ spans }, at) => ({
      gold: spans.filter((span) => span.kind === kind),
      findings: (found[at] ?? []).filter((finding) => finding.kind === kind),
    }));
    return {
      kind,
      gold: sum(pairs.map(({ gold }) => gold.length)),
      found: sum(pairs.map(({ gold, findings }) => gold.filter((span) => findings.some(over(span))).length)),
      falsePositives: sum(
        pairs.map(({ gold, findings }) => findings.filter((one) => !gold.some(over(one))).length),
      ),
    };
  });
}

/** presidio-research's synthetic texts, where they are at hand. */
export function readPresidio(path: string): Sample[] | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  const rows: readonly {
    readonly full_text: string;
    readonly spans: readonly {
      readonly entity_type: string;
      readonly start_position: number;
      readonly end_position: number;
    }[];
  }[] = JSON.parse(text);
  return rows.map(({ full_text, spans }) => ({
    text: full_text,
    spans: spans.flatMap(({ entity_type, start_position, end_position }) => {
      const kind = PRESIDIO_KINDS[entity_type];
      return kind === undefined ? [] : [{ kind, start: start_position, end: end_position }];
    }),
  }));
}

/** The Chinese set of the house, and how many values in it look like personal data but are none. */
export function readChinese(path: URL): { readonly samples: Sample[]; readonly negatives: number } {
  const rows: readonly (Sample & { readonly negatives: number })[] = Deno.readTextFileSync(path).trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { samples: [...rows], negatives: sum(rows.map(({ negatives }) => negatives)) };
}

function over(one: Piece): (other: Piece) => boolean {
  return (other) => one.start < other.end && other.start < one.end;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function readIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
