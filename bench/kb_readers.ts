// deno-lint-ignore-file no-console -- a benchmark prints its figures
/**
 * Measures reading: for each format, how fast a document of about a megabyte is read and cut into chunks, beside the
 * same document as plain text, and how much memory the process has taken by then.
 *
 * ```sh
 * deno run --allow-read bench/kb_readers.ts
 * ```
 *
 * @module
 */
import { chunkDocument } from "../kb/chunk_document.ts";
import { formatOf } from "../kb/document_formats.ts";
import { docxBytes, paragraph } from "../tests/_support/docx_bytes.ts";
import { pdfBytes, showLines } from "../tests/_support/pdf_bytes.ts";

/** Paragraphs of the document; each has two sentences in either language. */
const PARAGRAPHS = 6000;

/** Each format is read this often; the median counts. */
const ROUNDS = 5;

const LINES = ["退款申请提交后，七个工作日内原路退回。", "Refunds are paid within seven working days."];

function repeat(write: (number: number) => string): string {
  return Array.from({ length: PARAGRAPHS }, (_, number) => write(number)).join("\n");
}

function documents(): Readonly<Record<string, string | Uint8Array>> {
  const text = LINES.join(" ");
  const pages = Array.from({ length: PARAGRAPHS / 30 }, () => ({
    content: Array.from({ length: 30 }, (_, at) => showLines(800 - 25 * at, LINES, 9)).join("\n"),
  }));
  return {
    "a.txt": repeat((number) => `${text} ${number}\n`),
    "a.md": repeat((number) => `## ${number}\n\n${text}\n`),
    "a.html": repeat((number) => `<h2>${number}</h2><div><p>${text.replaceAll("e", "<b>e</b>")}</p></div>`),
    "a.csv": repeat((number) => `R-${number},"${LINES[0]}",${LINES[1]}`),
    "a.json": `[${repeat((number) => `${number === 0 ? "" : ","}{"id":${number},"text":"${text}"}`)}]`,
    "a.jsonl": repeat((number) => `{"id":${number},"text":"${text}"}`),
    "a.docx": docxBytes(repeat((number) => paragraph(String(number), "Heading2") + paragraph(text))),
    "a.pdf": pdfBytes(pages),
  };
}

async function measure(name: string, content: string | Uint8Array): Promise<{ ms: number; chunks: number }> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const times: number[] = [];
  let chunks = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const read = await formatOf(name)?.read(bytes, name);
    chunks = chunkDocument(read?.text ?? "", { ...read }).length;
    times.push(performance.now() - start);
  }
  return { ms: times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0, chunks };
}

const plainBytes = new TextEncoder().encode(repeat(() => LINES.join(" "))).length;
let plainMs = 0;
for (const [name, content] of Object.entries(documents())) {
  const { ms, chunks } = await measure(name, content);
  plainMs ||= ms;
  console.log(
    `${name.padEnd(8)} ${ms.toFixed(0).padStart(6)} ms  ${
      (plainBytes / 1000 / ms).toFixed(1).padStart(5)
    } MB of text/s` +
      `  ${(ms / plainMs).toFixed(1).padStart(5)} × plain text  ${String(chunks).padStart(6)} chunks` +
      `  ${(Deno.memoryUsage().rss / 1e6).toFixed(0).padStart(5)} MB resident`,
  );
}
