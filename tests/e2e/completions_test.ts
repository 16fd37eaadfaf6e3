import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { freshEnvironment, handrailCommand } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A shell with a `handrail` on its path, which prints what it would offer. */
async function inShell(shell: string, setup: (script: string) => string): Promise<string[]> {
  await using folder = await tempFolder();
  const { program, args } = handrailCommand(["completions"]);
  const env = freshEnvironment({ home: folder.path });
  const quoted = [program, ...args.slice(0, -1)].map((word) => `'${word}'`).join(" ");
  const wrapper = join(folder.path, "handrail");
  await Deno.writeTextFile(wrapper, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
  await Deno.mkdir(join(folder.path, ".local/state/handrail/sessions"), { recursive: true });
  await Deno.writeTextFile(join(folder.path, ".local/state/handrail/sessions/trip.jsonl"), "");
  const script = join(folder.path, `script.${shell}`);
  const printed = await new Deno.Command(wrapper, { args: ["completions", shell], env }).output();
  assertEquals(printed.code, 0, decode(printed.stderr));
  await Deno.writeFile(script, printed.stdout);
  const { stdout, stderr, code } = await new Deno.Command(shell, {
    args: [
      ...(shell === "bash" ? ["--norc"] : shell === "zsh" ? ["-f"] : ["--no-config"]),
      "-c",
      setup(script),
    ],
    env: { ...env, PATH: `${folder.path}:${env.PATH}` },
  }).output();
  assertEquals(decode(stderr), "");
  assertEquals(code, 0);
  return decode(stdout).split("\n").filter((line) => line !== "");
}

function isThere(shell: string): boolean {
  try {
    return new Deno.Command(shell, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

function testIn(shell: string, name: string, fn: () => Promise<void>): void {
  const ignore = !isThere(shell);
  Deno.test({ name: ignore ? `${name} (skipped: there is no ${shell})` : name, ignore, fn });
}

const bash = (line: string) => (script: string) =>
  `source ${script}; COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; _handrail 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`;

testIn("bash", "completions complete actions, flags and sessions in bash", async () => {
  assertEquals(await inShell("bash", bash("handrail kb in")), ["ingest", "info"]);
  assertEquals(await inShell("bash", bash("handrail run --out")), ["--output"]);
  assertEquals(await inShell("bash", bash("handrail sessions show ")), ["trip"]);
});

testIn("bash", "completions give bash only what follows a colon, where it breaks words", async () => {
  assertEquals(await inShell("bash", bash("handrail chat --model=off")), ["offline"]);
  assertEquals(await inShell("bash", bash("handrail chat --model oll")), ["ollama:"]);
});

testIn("fish", "completions complete actions in fish, with what they do", async () => {
  const fish = (script: string) => `source ${script}; complete -C 'handrail kb in'`;
  assertEquals(await inShell("fish", fish), ["info\twhat the index holds", "ingest"]);
});

testIn("zsh", "completions complete actions in zsh, with what they do", async () => {
  const zsh = (script: string) =>
    `compdef() { : }; compadd() { print -r -- "$@[-2,-1]"; print -r -- "$shown[2]" }; source ${script}; ` +
    `words=(handrail kb in); CURRENT=3; _handrail`;
  assertEquals(await inShell("zsh", zsh), ["ingest info", "info  -- what the index holds"]);
});

testIn(
  "zsh",
  "completions end what goes on behind a colon without a blank in zsh, whatever stands before it",
  async () => {
    const zsh = (script: string) =>
      `compdef() { : }; compadd() { print -r -- "$@" }; source ${script}; words=(handrail chat --model o); CURRENT=4; _handrail`;
    assertEquals(await inShell("zsh", zsh), [
      "-l -d shown -- offline",
      "-S  -- openai: openrouter: ollama:",
    ]);
  },
);

testIn("fish", "completions complete the names of files in fish, also behind an equals sign", async () => {
  const fish = (script: string) =>
    `source ${script}; cd (mktemp -d); touch report.xml; complete -C 'handrail replay x --junit=re'; complete -C 'handrail replay re'`;
  assertEquals(await inShell("fish", fish), ["--junit=report.xml", "report.xml"]);
});

testIn("zsh", "completions complete the names of files in zsh, also behind an equals sign", async () => {
  const zsh = (script: string) =>
    `compdef() { : }; compset() { print -r -- compset "$@" }; _files() { print files }; source ${script}; ` +
    `PREFIX=--junit=re; words=(handrail replay x $PREFIX); CURRENT=4; _handrail; ` +
    `PREFIX=re; words=(handrail replay $PREFIX); CURRENT=3; _handrail`;
  assertEquals(await inShell("zsh", zsh), ["compset -P *=", "files", "files"]);
});

testIn("fish", "completions complete the small binary's commands as well", async () => {
  const fish = (script: string) =>
    `source ${script}; function handrail-lite; handrail $argv; end; complete -C 'handrail-lite kb in'`;
  assertEquals(await inShell("fish", fish), ["info\twhat the index holds", "ingest"]);
});

testIn("bash", "completions are there for both makes of the program in bash", async () => {
  const printed = (script: string) => `source ${script}; complete -p handrail handrail-lite`;
  assertEquals(await inShell("bash", printed), [
    "complete -F _handrail handrail",
    "complete -F _handrail handrail-lite",
  ]);
});

Deno.test("completions for an unknown shell say which there are", async () => {
  await using folder = await tempFolder();
  const { program, args } = handrailCommand(["completions", "csh"]);
  const { code, stderr } = await new Deno.Command(program, {
    args,
    env: freshEnvironment({ home: folder.path }),
  }).output();
  assertEquals(code, 2);
  assertStringIncludes(
    decode(stderr),
    'Cannot write completions for "csh": no such shell. Use bash, zsh, fish, powershell',
  );
});
