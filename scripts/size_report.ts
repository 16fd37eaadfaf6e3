/** The greatest size of a binary, in bytes. */
export const BUDGETS = { full: 165_000_000, lite: 105_000_000 } as const;

/** A line of the table. */
export interface SizedPart {
  readonly label: string;
  /** In the binary, in bytes. */
  readonly packed: number;
  /** What it is when it is unpacked, in bytes. */
  readonly size: number;
}

/**
 * A table of what is in a binary.
 *
 * @param parts What is inside; those of one label become one line.
 * @param total The binary's size, in bytes.
 * @param budget The greatest size that it may have, in bytes.
 *
 * @example
 * ```ts
 * sizeReport([{ label: "program", packed: 4_500_000, size: 4_500_000 }], 97_000_000, BUDGETS.lite);
 * ```
 */
export function sizeReport(parts: readonly SizedPart[], total: number, budget: number): string {
  const byLabel = Map.groupBy(parts, ({ label }) => label);
  const sum = (list: readonly SizedPart[], key: "packed" | "size") =>
    list.reduce((all, part) => all + part[key], 0);
  const rows = [...byLabel].map(([label, list]) => row(label, sum(list, "packed"), sum(list, "size")));
  const rest = total - sum(parts, "packed");
  return [
    ...rows,
    row("what the compiler adds", rest, rest),
    `${"in all".padEnd(28)}${megabytes(total)} of ${megabytes(budget).trim()} at most`,
  ].map((line) => `${line}\n`).join("");
}

function row(label: string, packed: number, size: number): string {
  const unpacked = packed === size ? "" : `   unpacked ${megabytes(size).trim()}`;
  return `${label.padEnd(28)}${megabytes(packed)}${unpacked}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1).padStart(6)} MB`;
}
