/** What the YAML front matter of a Markdown document says of it. */
export interface FrontMatter {
  /** The number of lines it takes, 0 when there is none. */
  readonly end: number;
  /** Its `title:`. */
  readonly title?: string;
  /** Its `date:`, or else `updated:` or `lastmod:`, in milliseconds since 1970. A day alone is midnight UTC. */
  readonly dateMs?: number;
}

const DATE_KEYS = ["date", "updated", "lastmod"] as const;

/** ISO 8601 with `-` or `/` in the date, as people write it in front matter; the time and its zone may be left out. */
const DATE =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[Tt ]+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?[ \t]*(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Blank, indented, a comment, an item, the end of a list or map, or a key: prose at the margin is none of them. */
const YAML = /^(?:\s|$|#|-(?:\s|$)|[\]}]|[^\s:][^:]*:(?:\s|$))/;

/**
 * Reads the front matter of a Markdown document: the lines between two `---` at its head. No more of YAML is read than
 * scalars at the top level: plain, quoted, and folded or literal (`>`, `|`) ones.
 *
 * @param lines The document's lines.
 * @returns Where it ends, and its title and date when it has them. A date that is none is passed over.
 *
 * @example
 * ```ts
 * readFrontMatter(["---", "title: 退款政策", "date: 2026-03-01", "---", "七天。"]); // { end: 4, title: "退款政策", dateMs: 1772323200000 }
 * ```
 */
export function readFrontMatter(lines: readonly string[]): FrontMatter {
  const end = endOf(lines);
  const matter = lines.slice(1, Math.max(1, end - 1));
  const title = scalarOf("title", matter);
  const dateMs = DATE_KEYS.map((key) => parseDate(scalarOf(key, matter))).find((date) => date !== undefined);
  return { end, ...(title ? { title } : {}), ...(dateMs === undefined ? {} : { dateMs }) };
}

function endOf(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---" || !/^[\p{L}\p{N}_-]+[ \t]*:/u.test(lines[1] ?? "")) return 0;
  const last = lines.findIndex((line, number) => number > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  // What stands between two rules of the text would be lost.
  return lines.slice(2, Math.max(2, last)).every((line) => YAML.test(line)) ? last + 1 : 0;
}

function scalarOf(key: string, matter: readonly string[]): string | undefined {
  const at = matter.findIndex((line) =>
    line.toLowerCase().startsWith(key) && /^[\w-]+[ \t]*:(?:\s|$)/.test(line) &&
    line.split(":")[0]?.trim().toLowerCase() === key
  );
  if (at < 0) return undefined;
  const value = matter[at]?.replace(/^[^:]*:/, "").trim() ?? "";
  if (!/^[>|][-+\d]*$/.test(value) && value !== "") return unquote(value);
  const rest = matter.slice(at + 1);
  const next = rest.findIndex((line) => /^\S/.test(line));
  const folded = rest.slice(0, next < 0 ? rest.length : next).map((line) => line.trim()).join(" ").trim();
  return unquote(folded);
}

function unquote(value: string): string {
  const single = /^'((?:[^']|'')*)'/.exec(value)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  const double = /^"(?:[^"\\]|\\.)*"/.exec(value)?.[0];
  if (double !== undefined) return parseQuoted(double);
  return value.replace(/\s#.*$/, "").trimEnd();
}

function parseQuoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // YAML knows escapes that JSON does not; the words matter more than they do.
    return quoted.slice(1, -1);
  }
}

function parseDate(value: string | undefined): number | undefined {
  const [, year, month = "", day = "", time = "00:00", zone = "Z"] = DATE.exec(value ?? "") ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const dateMs = Date.parse(`${date}T${time.padStart(time.length < 6 ? 5 : 8, "0")}${zone}`);
  // The parser lets 31 February roll over into March.
  const rolled = new Date(`${date}T00:00Z`).getUTCDate() !== Number(day);
  return Number.isNaN(dateMs) || rolled ? undefined : dateMs;
}
