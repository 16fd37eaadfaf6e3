/**
 * Writes the Chinese evaluation set to standard output: each template of `data/pii_zh_templates.txt` three times, filled
 * with seeded values, one JSON object a line.
 *
 * ```sh
 * deno run --allow-read=bench bench/pii_zh_generate.ts > bench/data/pii_zh.jsonl
 * ```
 *
 * @module
 */
import { seededRandom } from "../tests/_support/seeded_random.ts";
import { slotValue } from "./pii_zh_values.ts";

const TIMES = 3;

interface Span {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

const random = seededRandom(20261130);
const templates = Deno.readTextFileSync(new URL("data/pii_zh_templates.txt", import.meta.url)).trimEnd()
  .split("\n");
for (let time = 0; time < TIMES; time++) {
  for (const template of templates) {
    const spans: Span[] = [];
    let [text, negatives] = ["", 0];
    for (const part of template.split(/(\{\w+\})/)) {
      const slot = /^\{(\w+)\}$/.exec(part)?.[1];
      const value = slot === undefined ? { text: part } : slotValue(slot, random);
      const start = text.length;
      text += value.text;
      if (value.kind !== undefined) spans.push({ kind: value.kind, start, end: text.length });
      else if (slot !== undefined) negatives++;
    }
    // deno-lint-ignore no-console -- printing is what this program is for
    console.log(JSON.stringify({ text, spans, negatives }));
  }
}
