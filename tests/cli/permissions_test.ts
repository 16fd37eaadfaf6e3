import { assert, assertEquals } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { PERMISSIONS, permissionsOf } from "../../cli/permissions.ts";

function flagsOf(command: string): string[] {
  return command.split(" ").filter((word) => word.startsWith("--allow-")).sort();
}

function flags(variant: "source" | "full" | "lite"): string[] {
  return permissionsOf(variant).map(({ flag }) => flag).sort();
}

Deno.test("the permissions from source are those of the task handrail", () => {
  assertEquals(flags("source"), flagsOf(config.tasks.handrail.command));
});

Deno.test("no task that runs the program may do anything that the list does not name", () => {
  const known = flags("source");
  for (const { command } of Object.values(config.tasks)) {
    if (!/ main\.ts/.test(command)) continue;
    const more = flagsOf(command).filter((flag) =>
      !known.some((one) => flag === one || flag.startsWith(`${one}=`))
    );
    assertEquals(more, [], command);
  }
});

Deno.test("the binaries may do less: no npm, and the small one loads no library", () => {
  assertEquals(flags("full"), [
    "--allow-env",
    "--allow-ffi",
    "--allow-net",
    "--allow-read",
    "--allow-sys=hostname",
    "--allow-write",
  ]);
  assertEquals(flags("lite"), [
    "--allow-env",
    "--allow-net",
    "--allow-read",
    "--allow-sys=hostname",
    "--allow-write",
  ]);
});

Deno.test("every permission says why, in both languages", () => {
  for (const { flag, why } of PERMISSIONS) {
    assert(/^[a-z]|^the AI SDK/.test(why.en) && /\p{Script=Han}/u.test(why.zh), flag);
  }
});
