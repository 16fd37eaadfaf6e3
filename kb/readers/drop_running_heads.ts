/** A page's number, alone or among the words that go with it. */
const PAGE_NUMBER =
  /^(?:[-–—]?\s*(?:\d{1,4}|[ivxl]{1,6})\s*[-–—]?|第\s*\d+\s*页(?:\s*[,，/]?\s*共\s*\d+\s*页)?|(?:page\s*)?\d+\s*(?:of|\/)\s*\d+|page\s+\d+)$/i;

/** A first or last paragraph that this many pages share is no text of theirs. */
const FEWEST_PAGES = 3;

/**
 * Takes page numbers, and heads and feet that repeat on most pages, out of a document's pages.
 *
 * @param pages The paragraphs of each page.
 * @returns The same pages, with what is left of them.
 *
 * @example
 * ```ts
 * dropRunningHeads([["Refunds take seven days.", "- 1 -"]]); // [["Refunds take seven days."]]
 * ```
 */
export function dropRunningHeads(pages: readonly (readonly string[])[]): string[][] {
  const numberless = pages.map((page) =>
    page.filter((text, at) => !isEdge(page, at) || !PAGE_NUMBER.test(text))
  );
  const repeated = repeatedEdges(numberless);
  return numberless.map((page) => {
    const rest = page.filter((text, at) => !isEdge(page, at) || !repeated.has(keyOf(text)));
    // A page that has nothing else keeps what it has.
    return rest.length > 0 ? rest : page;
  });
}

function isEdge(page: readonly string[], at: number): boolean {
  return at === 0 || at === page.length - 1;
}

/** "3 Refunds" and "4 Refunds" are the same head. */
function keyOf(text: string): string {
  return text.replaceAll(/\d+/g, "#");
}

function repeatedEdges(pages: readonly (readonly string[])[]): Set<string> {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const edges = new Set(page.filter((_, at) => isEdge(page, at)).map(keyOf));
    for (const edge of edges) counts.set(edge, (counts.get(edge) ?? 0) + 1);
  }
  const enough = Math.max(FEWEST_PAGES, pages.length / 2);
  return new Set([...counts].filter(([, count]) => count >= enough).map(([edge]) => edge));
}
