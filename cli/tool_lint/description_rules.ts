/**
 * Descriptions that say when a tool is the right one, and when it is not.
 *
 * @module
 */
import { parseDescription } from "../../agent/offline/parse_description.ts";
import type { Finding, LintedTool } from "./finding.ts";

/** In characters; less than this names the tool once more and explains nothing. */
const SHORTEST_DESCRIPTION = 20;

const AVOID = /when not to use|do not use|don't use|not for|何时不用|不适用|不要用|时不用|不用于/i;

/**
 * Looks at a tool's description.
 *
 * @param tool The tool.
 *
 * @example
 * ```ts
 * descriptionRules({ ...tool, description: "" })[0].rule; // "description_missing"
 * ```
 */
export function descriptionRules({ name, description }: LintedTool): Finding[] {
  const find = (level: Finding["level"], rule: string, en: string, zh: string): Finding => ({
    level,
    rule,
    tool: name,
    message: { en, zh },
  });
  const text = description.trim();
  if (text === "") return [find("error", "description_missing", "there is no description", "没有说明")];
  const findings: Finding[] = [];
  const { positive, examples } = parseDescription(text);
  if (positive.length < SHORTEST_DESCRIPTION) {
    findings.push(
      find(
        "warning",
        "description_short",
        `what speaks for the tool is ${positive.length} characters long: say which requests call for it`,
        `正面说明只有 ${positive.length} 个字符：请写明哪些请求该用它`,
      ),
    );
  }
  if (!AVOID.test(text)) {
    findings.push(
      find(
        "warning",
        "avoidance_missing",
        "nothing says when not to use it, and which tool is the right one then",
        "没有写明什么时候不用它，以及那时该用哪个工具",
      ),
    );
  }
  if (examples.length === 0) {
    findings.push(
      find(
        "warning",
        "example_missing",
        "there is no example of a request, in quotes",
        "没有用引号给出请求示例",
      ),
    );
  }
  return findings;
}
