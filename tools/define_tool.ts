/**
 * Builds a tool, refusing names, descriptions and schemas that a model is known to trip over.
 *
 * @module
 */
import * as z from "zod";
import type { AgentTool, CallOptions, RepeatPolicy, ToolResult, ToolTraits } from "./types.ts";

/** The parts that a description is made of. A model reads them; leave none to guessing. */
export interface ToolDescription {
  /** The situations that call for this tool. */
  readonly whenToUse: string;
  /** The situations that look alike and do not. */
  readonly whenNotToUse: string;
  /** What a person says when this tool is the right one; at least one. */
  readonly examples: readonly [string, ...string[]];
}

/** What {@linkcode defineTool} builds a tool from. */
export interface ToolDefinition<Input extends z.ZodObject> {
  /** `domain_verb[_object]` with the verbs query, create, update, cancel, refund; or `agent_*` for a meta tool. */
  readonly name: string;
  readonly description: ToolDescription;
  /** Flat, at most five fields, each described; an id field carries a pattern or an enum. */
  readonly input: Input;
  readonly kind: ToolTraits["kind"];
  /** @default {"low"} */
  readonly risk?: ToolTraits["risk"];
  /** @default {"extended"} */
  readonly priority?: ToolTraits["priority"];
  /** @default {[]} */
  readonly aliases?: readonly string[];
  /** @default {"once" for a write, "share" for a read} */
  readonly repeat?: RepeatPolicy;
  /** The tool waits for a person. */
  readonly interactive?: true;
  /** Runs the call; the input has passed the schema. */
  readonly execute: (input: z.output<Input>, options: CallOptions) => Promise<ToolResult>;
}

/** A tool that knows the name it was defined under. */
export type DefinedTool = AgentTool & { readonly name: string };

/** What a tool's name may say that it does. */
export const TOOL_VERBS = ["query", "create", "update", "cancel", "refund"] as const;

/** Models fill in more fields than these at their own risk. */
export const MAX_FIELDS = 5;

const NAME = new RegExp(`^(agent(_[a-z]+)+|[a-z]+_(${TOOL_VERBS.join("|")})(_[a-z]+)*)$`);

/**
 * Builds an {@linkcode AgentTool} from its definition.
 *
 * @typeParam Input The zod object that describes and validates the input.
 * @param definition See {@linkcode ToolDefinition}.
 * @returns The tool, with its name and traits.
 * @throws {TypeError} If the name, the description or the schema breaks a rule; the message names the rule.
 *
 * @example
 * ```ts
 * const ping = defineTool({
 *   name: "server_query",
 *   description: { whenToUse: "The user asks whether a server answers.", whenNotToUse: "No host was given.", examples: ["Is db1 up?"] },
 *   input: z.object({ host: z.string().describe("Host name, for example db1; ask the user if it is missing") }),
 *   kind: "read",
 *   execute: ({ host }) => Promise.resolve({ status: "success", summary: `${host} answers.`, structured: { status: "up" } }),
 * });
 * ```
 */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): DefinedTool {
  const { name, kind, input } = definition;
  checkName(name);
  checkDescription(name, definition.description);
  checkInput(name, input);
  const traits: ToolTraits = {
    kind,
    risk: definition.risk ?? "low",
    priority: definition.priority ?? "extended",
    aliases: definition.aliases ?? [],
    repeat: definition.repeat ?? (kind === "write" ? "once" : "share"),
    ...(definition.interactive && { interactive: true }),
  };
  return {
    name,
    description: renderDescription(definition.description),
    inputSchema: input,
    execute: definition.execute,
    traits,
  };
}

function renderDescription({ whenToUse, whenNotToUse, examples }: ToolDescription): string {
  const quoted = examples.map((example) =>
    /\p{Script=Han}/u.test(example) ? `「${example}」` : `"${example}"`
  );
  return `When to use: ${whenToUse}\nWhen not to use: ${whenNotToUse}\nExample requests: ${quoted.join(" ")}`;
}

function checkName(name: string): void {
  if (!NAME.test(name)) {
    throw new TypeError(
      `Cannot define tool: ${JSON.stringify(name)} breaks the naming rule. ` +
        `Use domain_verb[_object] with query, create, update, cancel or refund, or agent_* for a meta tool`,
    );
  }
}

function checkDescription(name: string, description: ToolDescription): void {
  const { whenToUse, whenNotToUse, examples } = description;
  if ([whenToUse, whenNotToUse, ...examples].some((part) => part.trim() === "") || examples.length === 0) {
    throw new TypeError(
      `Cannot define tool: ${name} has an empty description part. Fill whenToUse, whenNotToUse and examples`,
    );
  }
}

function checkInput(name: string, input: z.ZodObject): void {
  const refuse = (rule: string) => new TypeError(`Cannot define tool: ${name}: ${rule}`);
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length > MAX_FIELDS) {
    throw refuse(`${fields.length} fields exceed the limit of ${MAX_FIELDS}. Split the tool`);
  }
  for (const [field, property] of fields) {
    if (
      typeof property === "boolean" || !(isPlain(property) || isOneOf(property.type, ["array", "object"]))
    ) {
      throw refuse(
        `field ${field} has no plain type. Use a string, number, boolean, enum or an array of these`,
      );
    }
    if (property.type === "object" || (property.type === "array" && !hasPlainItems(property))) {
      throw refuse(`field ${field} is nested. Keep the input flat`);
    }
    if (!property.description?.trim()) {
      throw refuse(
        `field ${field} has no description. Say its format, an example, and what to do without it`,
      );
    }
    if (/I[dD]$|(^|_)id$/.test(field) && property.pattern === undefined && property.enum === undefined) {
      throw refuse(`id field ${field} has neither pattern nor enum. Add the one that fits`);
    }
  }
}

/** One type only: a model that may choose between types chooses the wrong one sooner or later. */
function isPlain({ type, enum: values, const: value }: z.core.JSONSchema.BaseSchema): boolean {
  if (type === undefined) return values !== undefined || value !== undefined;
  return isOneOf(type, ["string", "number", "integer", "boolean"]);
}

function isOneOf(type: unknown, types: readonly string[]): boolean {
  return types.some((known) => known === type);
}

function hasPlainItems({ items }: z.core.JSONSchema.BaseSchema): boolean {
  return typeof items === "object" && !Array.isArray(items) && isPlain(items);
}
