/**
 * `handrail schema`: JSON mode for machines that check.
 *
 * @module
 */
import * as z from "zod";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { JSON_COMMANDS } from "../json/command.ts";
import { ENVELOPE, JSON_EVENTS } from "../json/session_event.ts";
import { type SchemaNode, typescriptOf } from "../json/typescript_of.ts";
import type { Program } from "../program.ts";

const TITLE = "Handrail JSON mode, protocol 1";

/**
 * Prints the events and the commands as JSON Schema, or with `--typescript` as types, made from the definitions that
 * validate them.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code.
 *
 * @example
 * ```ts
 * await schemaCommand(program, parseCommandLine(["schema", "--typescript"]));
 * ```
 */
export async function schemaCommand(
  { output }: Pick<Program, "output">,
  { flags }: { readonly flags: Pick<CommandLine["flags"], "typescript"> },
): Promise<number> {
  await output.write(flags.typescript ? types() : `${JSON.stringify(schema(), null, 2)}\n`);
  return EXIT.completed;
}

/** As input: both sides ignore fields that they do not know, so that a later version may add some. */
function describe(definition: z.ZodType): SchemaNode {
  return z.toJSONSchema(definition, { io: "input" }) as SchemaNode;
}

function events(): [string, SchemaNode][] {
  return Object.entries(JSON_EVENTS).map(([type, event]) => [type, describe(event.extend(ENVELOPE.shape))]);
}

function commands(): [string, SchemaNode][] {
  return Object.entries(JSON_COMMANDS).map(([type, command]) => [type, describe(command)]);
}

function schema(): unknown {
  const only = (named: readonly [string, SchemaNode][]) => named.map(([, definition]) => definition);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: TITLE,
    $defs: { event: { oneOf: only(events()) }, command: { anyOf: only(commands()) } },
  };
}

function types(): string {
  return [
    `// ${TITLE}. Made by handrail schema --typescript.`,
    ...declare(events(), "Event", "One line of standard output."),
    ...declare(commands(), "Command", "One line of standard input."),
  ].join("\n\n") + "\n";
}

/** `turn.started` becomes `TurnStartedEvent`; their union is `HandrailEvent`. */
function declare(named: readonly [string, SchemaNode][], suffix: string, about: string): string[] {
  const nameOf = (type: string) =>
    type.split(".").map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("") + suffix;
  const names = named.map(([type]) => nameOf(type));
  return [
    ...named.map(([type, definition]) =>
      `/** \`${type}\` */\nexport type ${nameOf(type)} = ${typescriptOf(definition)};`
    ),
    `/** ${about} */\nexport type Handrail${suffix} =\n  | ${names.join("\n  | ")};`,
  ];
}
