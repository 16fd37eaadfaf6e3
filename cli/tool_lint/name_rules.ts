/**
 * Names that a model can tell apart.
 *
 * @module
 */
import { TOOL_VERBS } from "../../tools/define_tool.ts";
import type { Finding, LintedTool } from "./finding.ts";

/** In characters: some vendors cut a name off at 64, and a model that copies a long one makes mistakes. */
const LONGEST_NAME = 48;

/**
 * Looks at a tool's name: `domain_verb[_object]` with a known verb, or `agent_…` for what concerns the conversation itself.
 *
 * @param tool The tool.
 *
 * @example
 * ```ts
 * nameRules({ ...tool, name: "order_frobnicate" })[0].rule; // "name_verb"
 * ```
 */
export function nameRules({ name }: LintedTool): Finding[] {
  const findings: Finding[] = [];
  const parts = name.split("_");
  const find = (rule: string, en: string, zh: string) =>
    findings.push({ level: "error", rule, tool: name, message: { en, zh } });
  if (parts.length < 2 || parts.some((part) => !/^[a-z]+$/.test(part))) {
    find(
      "name_form",
      "the name is not of the form domain_verb_object in small letters",
      "名称不是“领域_动词_对象”的小写形式",
    );
  } else if (parts[0] !== "agent" && !TOOL_VERBS.some((verb) => verb === parts[1])) {
    const verbs = TOOL_VERBS.join(", ");
    find(
      "name_verb",
      `${parts[1]} is none of the verbs that stand second in a name: ${verbs}`,
      `第二段 ${parts[1]} 不是已知动词：${verbs}`,
    );
  }
  if (parts.some((part) => part.length === 1)) {
    find(
      "name_one_letter",
      "a part of the name is one letter long and says nothing",
      "名称中有一段只有一个字母，说明不了什么",
    );
  }
  if (name.length > LONGEST_NAME) {
    find(
      "name_long",
      `the name has ${name.length} characters; at most ${LONGEST_NAME} are copied without mistakes`,
      `名称有 ${name.length} 个字符；超过 ${LONGEST_NAME} 个容易抄错`,
    );
  }
  return findings;
}
