/**
 * The table as a whole: its order, its names, its length.
 *
 * @module
 */
import { estimateToolTokens } from "../../agent/estimate_tool_tokens.ts";
import { ASK_USER_TOOL } from "../../tools/tool_registry.ts";
import type { Finding, LintedTool } from "./finding.ts";

/** What tools may cost in every request, in tokens. */
export const TOKEN_BUDGET = { tool: 600, table: 4_000 } as const;

/**
 * Looks at the table.
 *
 * @param tools The tools, in the order of the table.
 *
 * @example
 * ```ts
 * tableRules(tools).map(({ rule }) => rule);
 * ```
 */
export function tableRules(tools: readonly LintedTool[]): Finding[] {
  return [
    ...orderFindings(tools),
    ...aliasFindings(tools),
    ...outputFindings(tools),
    ...lengthFindings(tools),
  ];
}

function orderFindings(tools: readonly LintedTool[]): Finding[] {
  const findings: Finding[] = [];
  if (tools.findIndex(({ name }) => name === ASK_USER_TOOL) > 0) {
    findings.push({
      level: "error",
      rule: "order_ask_first",
      tool: ASK_USER_TOOL,
      message: {
        en: "it does not stand first: models guess instead of asking",
        zh: "不在第一位：模型会猜而不是问",
      },
    });
  }
  const firstExtended = tools.findIndex(({ traits }) => traits.priority === "extended");
  for (const [at, { name, traits }] of tools.entries()) {
    if (firstExtended < 0 || at < firstExtended || traits.priority !== "core") continue;
    findings.push({
      level: "error",
      rule: "order_core_first",
      tool: name,
      message: {
        en: `a core tool stands behind an extended one, ${tools[firstExtended]?.name}`,
        zh: `核心工具排在扩展工具 ${tools[firstExtended]?.name} 之后`,
      },
    });
  }
  return findings;
}

function aliasFindings(tools: readonly LintedTool[]): Finding[] {
  const owners = new Map<string, { readonly tool: string; readonly text: string }>();
  const findings: Finding[] = [];
  const names = tools.flatMap(({ name, traits }) =>
    [name, ...traits.aliases].map((text) => ({ tool: name, text }))
  );
  for (const { tool, text } of names) {
    const plain = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
    const owner = owners.get(plain);
    if (!owner) owners.set(plain, { tool, text });
    else if (owner.tool !== tool || owner.text === text) {
      const isSame = owner.text === text;
      findings.push({
        level: isSame ? "error" : "warning",
        rule: isSame ? "alias_collides" : "alias_alike",
        tool,
        message: isSame
          ? { en: `${text} is what ${owner.tool} answers to as well`, zh: `${owner.tool} 也叫 ${text}` }
          : {
            en: `${text} is all but the same as ${owner.text} of ${owner.tool}`,
            zh: `${text} 与 ${owner.tool} 的 ${owner.text} 几乎一样`,
          },
      });
    }
  }
  return findings;
}

function outputFindings(tools: readonly LintedTool[]): Finding[] {
  return tools.filter(({ output }) => output && Object(output.properties).summary === undefined)
    .map(({ name }) => ({
      level: "warning",
      rule: "output_summary_missing",
      tool: name,
      message: {
        en: "its output has no summary: the model must find words for it, and may find wrong ones",
        zh: "输出没有 summary：模型得自己组织语言，可能说错",
      },
    }));
}

function lengthFindings(tools: readonly LintedTool[]): Finding[] {
  const findings: Finding[] = [];
  let total = 0;
  for (const tool of tools) {
    const tokens = estimateToolTokens(tool);
    total += tokens;
    if (tokens <= TOKEN_BUDGET.tool) continue;
    findings.push({
      level: "warning",
      rule: "tokens_tool",
      tool: tool.name,
      message: {
        en: `about ${tokens} tokens in every request; the budget is ${TOKEN_BUDGET.tool}`,
        zh: `每次请求约占 ${tokens} 个 token，预算是 ${TOKEN_BUDGET.tool}`,
      },
    });
  }
  if (total > TOKEN_BUDGET.table) {
    findings.push({
      level: "warning",
      rule: "tokens_table",
      message: {
        en: `the tools cost about ${total} tokens in every request; the budget is ${TOKEN_BUDGET.table}`,
        zh: `所有工具每次请求约占 ${total} 个 token，预算是 ${TOKEN_BUDGET.table}`,
      },
    });
  }
  return findings;
}
