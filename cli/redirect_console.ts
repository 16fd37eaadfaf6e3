/**
 * Keeps standard output for results: whatever a library prints through `console` goes to standard error. Imported
 * first, before any module that could print.
 *
 * @module
 */
const encoder = new TextEncoder();

for (const method of ["log", "info", "debug", "warn", "error", "trace", "dir", "table"] as const) {
  // deno-lint-ignore no-console -- the one place that keeps everybody else's console off standard output
  console[method] = (...values: unknown[]) => {
    const text = values.map((value) => typeof value === "string" ? value : Deno.inspect(value)).join(" ");
    try {
      Deno.stderr.writeSync(encoder.encode(`${text}\n`));
    } catch {
      // Nobody reads standard error; a library's chatter is no reason to stop.
    }
  };
}
