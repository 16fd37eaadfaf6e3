/**
 * `handrail tools lint`.
 *
 * @module
 */
import { asSchema } from "ai";
import type { Agent } from "../../agent/assemble_agent.ts";
import { toolDefinitions } from "../../agent/recording/tool_definitions.ts";
import type { JsonObject } from "../../tools/types.ts";
import { cleanText } from "../text/clean_text.ts";
import { EXIT } from "../exit_code.ts";
import type { Flags } from "../flags.ts";
import type { Program } from "../program.ts";
import { withinDeadline } from "../within_deadline.ts";
import type { LintedTool } from "./finding.ts";
import { likenessByMeaning, likenessByWords } from "./likeness.ts";
import { type LintReport, lintTools } from "./lint_tools.ts";
import { lintWording } from "./lint_wording.ts";
import { TOKEN_BUDGET } from "./table_rules.ts";

/** So long may embedding a table's descriptions take, in milliseconds; on WebAssembly it takes a few seconds. */
const PATIENCE_MS = 30_000;

/**
 * Looks at the tools of a profile as a model sees them.
 *
 * @param program The program.
 * @param agent Whose tools.
 * @param flags `json`; `strict`: warnings count as errors.
 * @returns 1 when something is wrong, else 0.
 *
 * @example
 * ```ts
 * await lintCommand(program, agent, line.flags);
 * ```
 */
export async function lintCommand(
  program: Program,
  agent: Pick<Agent, "registry">,
  { json, strict }: Pick<Flags, "json" | "strict">,
): Promise<number> {
  const report = await look(program, await lintedTools(agent));
  const { findings, tools, tokens, likenessBy, mostAlike } = report;
  const count = (level: "error" | "warning") => findings.filter((finding) => finding.level === level).length;
  const [errors, warnings] = [count("error"), count("warning")];
  if (json) {
    const text = JSON.stringify({
      findings,
      errors,
      warnings,
      tools,
      tokens,
      budget: TOKEN_BUDGET,
      likeness_by: likenessBy,
      most_alike: mostAlike ?? null,
    });
    await program.output.write(`${text}\n`);
  } else {
    const { language } = program.settings;
    const wording = lintWording(language);
    const width = Math.max(0, ...tools.map(({ name }) => name.length));
    const lines = [
      ...findings.map(({ level, rule, tool, field, message }) => {
        const place = [tool, field].filter((part) => part !== undefined).join(".") || wording.table;
        return `${wording.levels[level]}  ${place}: ${message[language]} (${rule})`;
      }),
      ...tools.map(({ name, tokens }) => `${name.padEnd(width)}  ${wording.tokens(tokens)}`),
      wording.sum(tools.length, tokens, TOKEN_BUDGET.table),
      ...(mostAlike ? [wording.mostAlike(...mostAlike.tools, mostAlike.likeness, likenessBy)] : []),
      wording.counts(errors, warnings),
    ];
    await program.output.write(lines.map((line) => `${cleanText(line)}\n`).join(""));
  }
  return errors > 0 || (strict && warnings > 0) ? EXIT.failed : EXIT.completed;
}

/** A model on a server may refuse, or never answer; words always do. */
async function look(program: Program, tools: readonly LintedTool[]): Promise<LintReport> {
  try {
    const byMeaning = await withinDeadline(lookByMeaning(program, tools), AbortSignal.timeout(PATIENCE_MS));
    if (byMeaning) return byMeaning;
  } catch {
    // Its report says what was gone by.
  }
  return await lintTools(tools, likenessByWords());
}

/** Nothing is fetched for a look at names and descriptions. */
async function lookByMeaning(
  program: Program,
  tools: readonly LintedTool[],
): Promise<LintReport | undefined> {
  await using embedder = await program.openEmbedder({ mayFetch: false });
  return embedder && await lintTools(tools, likenessByMeaning(embedder));
}

async function lintedTools({ registry }: Pick<Agent, "registry">): Promise<LintedTool[]> {
  const table = registry.getAll();
  const definitions = await toolDefinitions(table);
  return await Promise.all(definitions.map(async ({ name, description }) => {
    const tool = table[name];
    if (!tool) throw new Error(`Cannot look at ${name}: it is not in the table`);
    // The whole schema, as it goes out: all of it is paid for.
    const parameters = await asSchema(tool.inputSchema).jsonSchema;
    const output = tool.outputSchema && await asSchema(tool.outputSchema).jsonSchema as JsonObject;
    return {
      name,
      description: description.join("\n"),
      parameters: Object(parameters) as JsonObject,
      ...(output && { output }),
      traits: tool.traits,
    };
  }));
}
