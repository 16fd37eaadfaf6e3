/**
 * A replay as JUnit's XML, which every build server reads.
 *
 * @module
 */
import { basename, dirname } from "node:path";
import { describeDifference } from "./describe_outcome.ts";
import type { ReplayOutcome } from "./replay_outcome.ts";
import type { ReplayWording } from "./replay_wording.ts";

/**
 * Writes the report: one test case a recording; differences are failures, what cannot be read or did not run is an error.
 *
 * @param outcomes How the replays ended.
 * @param wording The reader's.
 * @returns Well-formed XML 1.0 whatever the recordings hold.
 *
 * @example
 * ```ts
 * await Deno.writeTextFile("replay.xml", junitReport(outcomes, replayWording("en")));
 * ```
 */
export function junitReport(outcomes: readonly ReplayOutcome[], wording: ReplayWording): string {
  const failures = outcomes.filter(({ status }) => status === "different").length;
  const errors = outcomes.filter(({ status }) => status === "failed" || status === "unreadable").length;
  const counts = attributes({
    tests: outcomes.length,
    failures,
    errors,
    time: seconds(outcomes.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="handrail replay"${counts}>
  <testsuite name="handrail replay"${counts}>
${outcomes.map((outcome) => testCase(outcome, wording)).join("")}  </testsuite>
</testsuites>
`;
}

function testCase(outcome: ReplayOutcome, wording: ReplayWording): string {
  const { file, title, status, durationMs, differences } = outcome;
  const problem = outcome.problem?.[wording.language] ?? "";
  const name = title === "" ? basename(file) : `${basename(file)}: ${title}`;
  const head = `    <testcase${
    attributes({ classname: dirname(file), name, file, time: seconds(durationMs) })
  }`;
  const text = differences.flatMap((difference) => describeDifference(difference, wording)).join("\n");
  switch (status) {
    case "same":
    case "updated":
      return `${head}/>\n`;
    case "different": {
      const message = attributes({ message: wording.differences(differences.length), type: "difference" });
      return `${head}>\n      <failure${message}>${escaped(text)}</failure>\n    </testcase>\n`;
    }
    case "failed":
    case "unreadable": {
      const body = [problem, text].filter((part) => part !== "").join("\n");
      return `${head}>\n      <error${attributes({ message: problem, type: status })}>${
        escaped(body)
      }</error>\n    </testcase>\n`;
    }
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).map(([name, value]) =>
    ` ${name}="${escaped(String(value)).replaceAll(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`)}"`
  ).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** XML 1.0 has no way to write most control characters, halves of characters, and two that are none. */
function escaped(text: string): string {
  return text.toWellFormed()
    // deno-lint-ignore no-control-regex -- control characters are what this is about
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]/g, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
