import { assertEquals, assertThrows } from "@std/assert";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { checkKbUsage, type KbAction } from "../../../cli/commands/check_kb_usage.ts";
import { UsageError } from "../../../cli/usage_error.ts";

function check(...args: string[]): void {
  const { operands: [action, ...operands], flags } = parseCommandLine(["kb", ...args]);
  checkKbUsage(action as KbAction, operands, flags);
}

Deno.test("checkKbUsage() refuses flags that an action would pass over", () => {
  const error = assertThrows(() => check("remove", "docs", "--dry-run"), UsageError);
  assertEquals(
    error.message,
    "Cannot use --dry-run with kb remove: it has no such flag. See handrail kb --help",
  );
  for (
    const args of [
      ["remove", "docs", "--glob", "*.md"],
      ["ingest", "docs", "--under", "docs"],
      ["export", "--since", "2026-01-01"],
      ["info", "--limit", "3"],
    ]
  ) assertThrows(() => check(...args), UsageError, "it has no such flag");
});

Deno.test("checkKbUsage() refuses what stands behind an action that takes nothing", () => {
  for (const action of ["info", "verify", "export"]) {
    assertThrows(
      () => check(action, "docs"),
      UsageError,
      `Cannot use "docs" with kb ${action}: it takes no argument. See handrail kb --help`,
    );
  }
});

Deno.test("checkKbUsage() takes what the help names", () => {
  check(
    "ingest",
    "a",
    "b",
    "--glob",
    "*.md",
    "--glob",
    "!x",
    "--dry-run",
    "--prune",
    "--max-size",
    "3",
    "--json",
  );
  check(
    "search",
    "two",
    "words",
    "--limit",
    "3",
    "--under",
    "a",
    "--since",
    "2026-01-01",
    "--until",
    "2026-02-01",
  );
  check("info", "--json", "--lang", "zh");
  check("verify", "--json");
  check("remove", "a", "--json");
  check("export", "--under", "a", "--json");
});
