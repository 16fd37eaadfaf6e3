import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { join } from "node:path";
import type { CallRecord } from "../../../agent/calls/call_record.ts";
import { readCallLog } from "../../../cli/log/read_call_log.ts";
import { textStyle } from "../../../cli/text/text_style.ts";
import { textWidth } from "../../../cli/text/text_width.ts";
import { renderFindings } from "../../../cli/tool_stats/render_findings.ts";
import { ToolStatistics } from "../../../cli/tool_stats/tool_statistics.ts";
import { renderTraceHtml } from "../../../cli/trace/render_trace_html.ts";
import { renderTraceText } from "../../../cli/trace/render_trace_text.ts";
import { traceSession } from "../../../cli/trace/trace_session.ts";
import { callRecord } from "../../_support/call_records.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const NAMES = Object.keys({
  ...callRecord(),
  error_type: "",
  result: "",
  approval: "",
  circuit: "",
  misfits: "",
  repair: "",
  repeat: "",
});
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: "binary" }),
  fc.constantFrom("constructor", "__proto__", "denied", ""),
);
/** A record of ours in which some fields are somebody else's, and some are gone. */
const record = fc.tuple(
  fc.dictionary(fc.constantFrom(...NAMES), odd, { maxKeys: 5 }),
  fc.subarray(NAMES, { maxLength: 4 }),
).map(([others, gone]) => {
  const fields = Object.entries({ ...callRecord(), ...others });
  return Object.fromEntries(fields.filter(([name]) => !gone.includes(name)));
});

Deno.test("whatever stands in a log can be counted, drawn and written on a page", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "calls.jsonl");
  const check = (lines: readonly unknown[]) => {
    Deno.writeTextFileSync(path, lines.map((line) => JSON.stringify(line)).join("\n"));
    const records: CallRecord[] = [];
    const statistics = new ToolStatistics({ known: new Map() });
    const tally = readCallLog([path], (record) => {
      records.push(record);
      statistics.add(record);
    });
    const findings = statistics.findings();
    const numbers = findings.tools.flatMap(({ retries, output_tokens }) => [retries, output_tokens.total]);
    assertEquals(numbers.filter((number) => !Number.isFinite(number)), []);
    const turns = traceSession([], records);
    const tree = renderTraceText(turns, { width: 40, language: "en", style: textStyle(false), hasLog: true });
    assertEquals(tree.split("\n").filter((line) => textWidth(line) > 40), []);
    const page = renderTraceHtml({ sessionId: "s", title: "t", turns, hasLog: true, language: "en" });
    assertEquals(/native code|\[object/.exec(renderFindings(findings, tally, "en", 40) + tree + page), null);
  };
  fc.assert(fc.property(fc.array(record, { maxLength: 12 }), check), { numRuns: 300 });
});
