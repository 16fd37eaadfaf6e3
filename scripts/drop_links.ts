/**
 * Takes the stand-ins for JSR packages out of deno.json, where the published ones can be had: a release is made of those.
 *
 * @module
 */

/**
 * deno.json without `links`.
 *
 * @param text What it says.
 * @returns What it says without them.
 * @throws {SyntaxError} When it is no JSON.
 *
 * @example
 * ```ts
 * dropLinks('{"links": ["./jsr/std_cli"]}'); // "{}\n"
 * ```
 */
export function dropLinks(text: string): string {
  const { links: _, ...rest } = JSON.parse(text);
  return `${JSON.stringify(rest, null, 2)}\n`;
}

if (import.meta.main) await Deno.writeTextFile("deno.json", dropLinks(await Deno.readTextFile("deno.json")));
