// deno-lint-ignore-file no-console -- a benchmark prints its figures
/**
 * Measures the offline model on requests with known calls: how often it picks the right tool, how often every
 * argument is right, and how long a call takes.
 *
 * Reads `questions.jsonl` and `answers.jsonl` in the format of the Berkeley Function-Calling Leaderboard (BFCL
 * v4, "multiple"); its rule decides: each argument must be among the accepted values, `""` means that it may be
 * left out, and an argument that is not listed is wrong.
 *
 * ```sh
 * deno run --allow-read bench/offline_model.ts [DIR] [--wrong]
 * ```
 *
 * @module
 */
import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { createOfflineModel } from "../agent/offline/create_offline_model.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Accepted = Record<string, Json[]>;

interface Question {
  id: string;
  question: { role: string; content: string }[][];
  function: { name: string; description: string; parameters: Json }[];
}

interface Outcome {
  rightTool: boolean;
  /** What came instead of the right call. */
  instead: "nothing" | "another" | "question" | "refusal";
  rightArguments: boolean;
  report: string;
}

const TYPES: Record<string, string> = { dict: "object", float: "number", tuple: "array" };

/** The set's schemas say dict, float and tuple where JSON schema says object, number and array. */
function toJsonSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === "type" && typeof value === "string" ? [key, TYPES[value] ?? value] : [key, toJsonSchema(value)]
    ),
  );
}

function normalised(value: Json): Json {
  if (typeof value === "string") return value.replace(/[ ,./\-_*^]/g, "").toLowerCase().replaceAll("'", '"');
  return Array.isArray(value) ? value.map(normalised) : value;
}

function isAccepted(value: Json, accepted: readonly Json[]): boolean {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return accepted.some((each) =>
      typeof each === "object" && each !== null && !Array.isArray(each) &&
      areAccepted(value, each as Accepted)
    );
  }
  return accepted.some((each) => JSON.stringify(normalised(each)) === JSON.stringify(normalised(value)));
}

function areAccepted(values: Record<string, Json>, accepted: Accepted): boolean {
  return Object.entries(values).every(([name, value]) =>
    Object.hasOwn(accepted, name) && isAccepted(value, accepted[name] ?? [])
  ) && Object.entries(accepted).every(([name, list]) => Object.hasOwn(values, name) || list.includes(""));
}

type ToolChoice = "auto" | "required";

async function ask(
  question: Question,
  toolChoice: ToolChoice,
  accepted: Record<string, Accepted>,
): Promise<Outcome> {
  const tools: LanguageModelV4FunctionTool[] = question.function.map(({ name, description, parameters }) => ({
    type: "function",
    name,
    description,
    inputSchema: toJsonSchema(parameters) as LanguageModelV4FunctionTool["inputSchema"],
  }));
  const text = (question.question[0] ?? []).map(({ content }) => content).join("\n");
  const { content } = await createOfflineModel().doGenerate({
    prompt: [{ role: "user", content: [{ type: "text", text }] }],
    tools,
    toolChoice: { type: toolChoice },
  });
  const call = content.find((part) => part.type === "tool-call");
  const name = call?.toolName ?? "";
  const expected = accepted[name];
  const values = call ? JSON.parse(call.input) as Record<string, Json> : {};
  const said = content.map((part) => part.type === "text" ? part.text : "").join("");
  return {
    rightTool: expected !== undefined,
    instead: expected
      ? "nothing"
      : call
      ? "another"
      : /^(?:What is|请问)/.test(said)
      ? "question"
      : "refusal",
    rightArguments: expected !== undefined && areAccepted(values, expected),
    report: `${question.id} ${text}\n  called   ${name} ${JSON.stringify(values)}${said}\n  accepted ${
      JSON.stringify(accepted)
    }`,
  };
}

async function readLines(path: string): Promise<Json[] | undefined> {
  try {
    const text = await Deno.readTextFile(path);
    return text.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function print(label: string, outcomes: readonly Outcome[]): void {
  const share = (count: number) => `${count}/${outcomes.length} = ${(count / outcomes.length).toFixed(3)}`;
  const instead = (kind: Outcome["instead"]) => outcomes.filter((outcome) => outcome.instead === kind).length;
  console.log(
    `${label}: right tool ${share(outcomes.filter(({ rightTool }) => rightTool).length)}, ` +
      `every argument right ${share(outcomes.filter(({ rightArguments }) => rightArguments).length)} ` +
      `(instead: another tool ${instead("another")}, a question ${instead("question")}, a refusal ${
        instead("refusal")
      })`,
  );
}

async function main(args: readonly string[]): Promise<void> {
  const folder = args.find((arg) => !arg.startsWith("--")) ?? "../shared/eval/tools";
  const questions = await readLines(`${folder}/questions.jsonl`) as Question[] | undefined;
  const answers = await readLines(`${folder}/answers.jsonl`) as
    | { id: string; ground_truth: Record<string, Accepted>[] }[]
    | undefined;
  if (!questions || !answers) return console.log("skipped: no evaluation data");
  const truth = new Map(answers.map(({ id, ground_truth }) => [id, ground_truth[0] ?? {}]));
  const outcomes: Outcome[] = [];
  const started = performance.now();
  for (const question of questions) outcomes.push(await ask(question, "auto", truth.get(question.id) ?? {}));
  const elapsed = performance.now() - started;
  const demanded: Outcome[] = [];
  for (const question of questions) {
    demanded.push(await ask(question, "required", truth.get(question.id) ?? {}));
  }
  const half = Math.ceil(outcomes.length / 2);
  print("all        ", outcomes);
  print("first half ", outcomes.slice(0, half));
  print("second half", outcomes.slice(half));
  console.log("With a call demanded (toolChoice required), where otherwise a missing argument is asked for:");
  print("all        ", demanded);
  print("first half ", demanded.slice(0, half));
  print("second half", demanded.slice(half));
  console.log(`${(elapsed / outcomes.length).toFixed(2)} ms per call`);
  if (!args.includes("--wrong")) return;
  // Reports of the first half only: rules made for the second would measure nothing.
  for (const { rightArguments, report } of outcomes.slice(0, half)) if (!rightArguments) console.log(report);
}

if (import.meta.main) await main(Deno.args);
