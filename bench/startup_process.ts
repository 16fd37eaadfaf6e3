/**
 * Starts programs and watches them.
 *
 * @module
 */
import { runCommand } from "../scripts/run_command.ts";

/** A program and its arguments. */
export type CommandWords = readonly [string, ...string[]];

/** Where programs run: an empty home and hardly any variables. */
export interface Surroundings {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * How long a program takes to say its first line, in milliseconds. It is ended then.
 *
 * @param command The program.
 * @param surroundings Where it runs.
 */
export async function timeToFirstLine(command: CommandWords, surroundings: Surroundings): Promise<number> {
  const start = performance.now();
  const child = spawn(command, surroundings);
  const reader = child.stdout.getReader();
  let ended = false;
  for (let seen = false; !seen && !ended;) {
    const { value, done } = await reader.read();
    seen = value?.includes(10) ?? false;
    ended = done;
  }
  const time = performance.now() - start;
  await stop(child, reader);
  return time;
}

/**
 * How long a program takes from its start to its end, in milliseconds.
 *
 * @param command The program.
 * @param surroundings Where it runs.
 * @throws {Error} When it fails.
 */
export async function timeToEnd(
  [program, ...args]: CommandWords,
  surroundings: Surroundings,
): Promise<number> {
  const start = performance.now();
  const { code } = await new Deno.Command(program, {
    args,
    ...optionsFor(surroundings),
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  if (code !== 0) throw new Error(`Cannot measure ${program} ${args.join(" ")}: it ends with code ${code}`);
  return performance.now() - start;
}

/**
 * Memory of a program that waits for input, in bytes: what is resident, two seconds after it last said something.
 *
 * @param command The program.
 * @param surroundings Where it runs.
 * @param input What it is told at first.
 */
export async function idleMemory(
  command: CommandWords,
  surroundings: Surroundings,
  input: string,
): Promise<number> {
  const child = spawn(command, surroundings);
  const reader = child.stdout.getReader();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  writer.releaseLock();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const kilobytes = await runCommand("ps", ["-o", "rss=", "-p", String(child.pid)]);
  await stop(child, reader);
  return Number(kilobytes) * 1_024;
}

function spawn([program, ...args]: CommandWords, surroundings: Surroundings): Deno.ChildProcess {
  return new Deno.Command(program, {
    args,
    ...optionsFor(surroundings),
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
}

function optionsFor({ home, env }: Surroundings): Deno.CommandOptions {
  const path = Deno.env.get("PATH") ?? "/usr/bin";
  return { clearEnv: true, env: { HOME: home, PATH: path, LANG: "en_US.UTF-8", ...env }, cwd: home };
}

async function stop(
  child: Deno.ChildProcess,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<void> {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended already.
  }
  await reader.cancel();
  await child.stdin.close().catch(() => {});
  await child.status;
}
