/**
 * Takes a folder into an index in memory, in a process of its own: for tests of permissions and memory.
 *
 * @module
 */
import { chunkDocument } from "../../kb/chunk_document.ts";
import { readDocuments } from "../../kb/read_documents.ts";

const told: string[] = [];
for await (const event of readDocuments(Deno.args)) {
  told.push(
    event.kind === "document"
      ? `${chunkDocument(event.document.text, event.document).length}`
      : "reason" in event
      ? event.reason.en
      : event.kind,
  );
}
await Deno.stdout.write(new TextEncoder().encode(told.join("\n")));
