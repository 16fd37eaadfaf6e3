import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import {
  indexSamples,
  isFrom,
  languageOf,
  rankOfAnswer,
  readQuestions,
  shareWithin,
} from "../bench/kb_samples.ts";
import { chunkDocument } from "../kb/chunk_document.ts";
import { readDocuments } from "../kb/read_documents.ts";

const ANSWERED = readQuestions("questions.jsonl");
const EVERY = [...ANSWERED, ...readQuestions("questions_unanswerable.jsonl")];

async function sampleChunks(): Promise<{ documentPath: string; title: string }[]> {
  const chunks: { documentPath: string; title: string }[] = [];
  for await (const event of readDocuments([fileURLToPath(new URL("../samples/kb", import.meta.url))])) {
    if (event.kind !== "document") continue;
    for (const { title } of chunkDocument(event.document.text, event.document)) {
      chunks.push({ documentPath: event.path, title });
    }
  }
  return chunks;
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

Deno.test("every passage that a sample question names exists", async () => {
  const chunks = await sampleChunks();
  const missing = ANSWERED.flatMap(({ id, file, heading, also = [] }) =>
    [{ file, heading }, ...also].filter((section) => !chunks.some((chunk) => isFrom(chunk, section)))
      .map((section) => ({ id, ...section }))
  );
  assertEquals(missing, []);
});

Deno.test("there are at least 150 sample questions with an answer, and some without", () => {
  assert(ANSWERED.length >= 150);
  assert(EVERY.length > ANSWERED.length);
});

Deno.test("no two sample questions have the same id or the same words", () => {
  assertEquals(repeated(EVERY.map(({ id }) => id)), []);
  assertEquals(repeated(EVERY.map(({ question }) => question.trim().toLowerCase())), []);
});

Deno.test("search finds the passage of at least four in five sample questions among the first three", async () => {
  using index = await indexSamples();
  for (const language of ["zh", "en"] as const) {
    const questions = ANSWERED.filter(({ question }) => languageOf(question) === language);
    const share = shareWithin(questions.map((question) => rankOfAnswer(index, question)), 3);
    assert(share >= 0.8, `${language}: ${share}`);
  }
});

Deno.test("search puts the passage first that answers a question of the demo", async () => {
  using index = await indexSamples();
  const firstFor = (question: string) => {
    const [passage] = index.search(question, { limit: 1 });
    return passage && `${passage.documentPath.split(/[\\/]/).at(-1)}: ${passage.title.split(" › ").at(-1)}`;
  };
  assertEquals(
    {
      zh: firstFor("出差住宿标准是多少？"),
      en: firstFor("What does a hotel on a business trip cost at most?"),
    },
    { zh: "company-faq.md: 出差住宿标准", en: "travel-policy.en.md: Hotel caps" },
  );
});
