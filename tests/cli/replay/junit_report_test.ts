import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { junitReport } from "../../../cli/replay/junit_report.ts";
import type { ReplayOutcome } from "../../../cli/replay/replay_outcome.ts";
import { replayWording } from "../../../cli/replay/replay_wording.ts";

const SAME: ReplayOutcome = {
  file: "suite/a.recording.json",
  title: "A & B",
  status: "same",
  turns: 1,
  calls: 1,
  skipped: 0,
  differences: [],
  durationMs: 12.4,
};

const DIFFERENT: ReplayOutcome = {
  ...SAME,
  file: "suite/b.recording.json",
  title: "",
  status: "different",
  differences: [{
    kind: "output",
    turn: 1,
    call: 2,
    tool: "kb_query",
    path: "output.summary",
    recorded: 'a "<b>"',
    now: "\u0000x\uFFFE\uD800",
  }],
};

const BAD: ReplayOutcome = {
  ...SAME,
  file: "suite/c.recording.json",
  title: "",
  status: "unreadable",
  problem: { en: "it is no JSON", zh: "不是 JSON" },
};

Deno.test("junitReport() has a case for each recording, a failure for differences and an error for what is none", () => {
  assertEquals(
    junitReport([SAME, DIFFERENT, BAD], replayWording("en")),
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="handrail replay" tests="3" failures="1" errors="1" time="0.037">
  <testsuite name="handrail replay" tests="3" failures="1" errors="1" time="0.037">
    <testcase classname="suite" name="a.recording.json: A &amp; B" file="suite/a.recording.json" time="0.012"/>
    <testcase classname="suite" name="b.recording.json" file="suite/b.recording.json" time="0.012">
      <failure message="1 difference" type="difference">turn 1, call 2, kb_query: output.summary
  recorded  &quot;a \\&quot;&lt;b&gt;\\&quot;&quot;
  now       &quot;\\u0000x\\ud800&quot;</failure>
    </testcase>
    <testcase classname="suite" name="c.recording.json" file="suite/c.recording.json" time="0.012">
      <error message="it is no JSON" type="unreadable">it is no JSON</error>
    </testcase>
  </testsuite>
</testsuites>
`,
  );
});

Deno.test("junitReport() is in the reader's language", () => {
  assert(junitReport([DIFFERENT], replayWording("zh")).includes('<failure message="1 处差异"'));
});

/** What XML 1.0 allows in a document. */
const XML_TEXT = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

Deno.test("junitReport() is well-formed whatever a recording holds", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(fc.property(text, text, fc.jsonValue(), (title, problem, recorded) => {
    const differences = [{ ...DIFFERENT.differences[0], tool: title, path: problem, recorded }] as never;
    const xml = junitReport([
      { ...DIFFERENT, title, file: title, differences },
      { ...BAD, problem: { en: problem, zh: "" } },
    ], replayWording("en"));
    assert(XML_TEXT.test(xml));
    const tags = [...xml.matchAll(/<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g)];
    const open: string[] = [];
    for (const [, closes, name = "", , isEmpty] of tags) {
      if (closes) assertEquals(open.pop(), name);
      else if (!isEmpty) open.push(name);
    }
    assertEquals([open, tags.length], [[], 12]);
    // Nothing is left over that looks like a tag or an open entity.
    const rest = xml.replace(/<\?xml[^>]*>/, "").replaceAll(/<\/?[a-z]+(?: [a-z]+="[^"<]*")*\/?>/g, "");
    assert(!/[<>]|&(?!(amp|lt|gt|quot|apos|#\d+);)/.test(rest), rest);
  }));
});
