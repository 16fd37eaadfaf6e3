/**
 * `handrail schema`: JSON mode for machines that check.
 *
 * @module
 */
import { z } from "zod";
import { JSON_COMMANDS } from "../json/command.ts";
import { ENVELOPE, JSON_EVENTS } from "../json/session_event.ts";
import { EXIT } from "../exit_code.ts";
import type { Program } from "../program.ts";

/**
 * Prints JSON Schema of the events and the commands, made from the definitions that validate them.
 *
 * @param program The program.
 * @returns The exit code.
 *
 * @example
 * ```ts
 * await schemaCommand(program);
 * ```
 */
export async function schemaCommand({ output }: Pick<Program, "output">): Promise<number> {
  // As input: both sides ignore fields that they do not know, so that a later version may add some.
  const describe = (definition: z.ZodType) => z.toJSONSchema(definition, { io: "input" });
  const events = Object.values(JSON_EVENTS).map((event) => describe(event.extend(ENVELOPE.shape)));
  const commands = Object.values(JSON_COMMANDS).map(describe);
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Handrail JSON mode, protocol 1",
    $defs: { event: { oneOf: events }, command: { anyOf: commands } },
  };
  await output.write(`${JSON.stringify(schema, null, 2)}\n`);
  return EXIT.completed;
}
