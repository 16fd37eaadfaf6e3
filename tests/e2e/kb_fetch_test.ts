import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { HandrailProcess } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** Waits for a file that has something in it. */
async function contentOf(path: string): Promise<string> {
  const watcher = Deno.watchFs(join(path, ".."));
  const read = async () => (await Deno.readTextFile(path).catch(() => "")).trim();
  try {
    if (await read() !== "") return await read();
    for await (const _ of watcher) {
      if (await read() !== "") break;
    }
    return await read();
  } finally {
    try {
      watcher.close();
    } catch {
      // The loop has closed it.
    }
  }
}

/** The binary brings the model along, and may not start npm. */
const ignore = Deno.env.get("HANDRAIL_BINARY") !== undefined;

for (const [signal, code] of [["SIGTERM", 143], ["SIGINT", 130]] as const) {
  const name = `a program that ends on ${signal} while npm fetches the model takes npm along (T32)`;
  Deno.test(ignore ? `${name} (skipped: the binary never starts npm)` : name, { ignore }, async () => {
    await using folder = await tempFolder();
    const bin = join(folder.path, "bin");
    await Deno.mkdir(bin);
    // An npm that never ends by itself.
    const npm = `#!/bin/sh\necho $$ > "${folder.path}/npm.pid"\nexec sleep 600\n`;
    await Deno.writeTextFile(join(bin, "npm"), npm, { mode: 0o755 });
    await Deno.writeTextFile(join(folder.path, "a.md"), "# Leave\n\nFive days.\n");
    await using program = HandrailProcess.start(["kb", "ingest", join(folder.path, "a.md")], {
      home: folder.path,
      env: {
        HANDRAIL_EMBEDDER: "local",
        PATH: `${bin}:${Deno.env.get("PATH")}`,
        // No server can be reached: npm's turn comes at once.
        HTTPS_PROXY: "http://127.0.0.1:1",
        HTTP_PROXY: "http://127.0.0.1:1",
      },
    });
    const pid = await contentOf(join(folder.path, "npm.pid"));
    program.kill(signal);
    assertEquals((await program.end()).code, code);
    await ended(pid);
    // `ps` finds no such process.
    await assertRejects(() => running(pid));
  });
}

/** The process's name. @throws {Error} If there is no such process, or only its exit code waits to be fetched. */
async function running(pid: string): Promise<string> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "stat=", "-p", pid] }).output();
  const state = new TextDecoder().decode(stdout).trim();
  if (state === "" || state.startsWith("Z")) throw new Error("no such process");
  return state;
}

/** A signal takes a moment. */
async function ended(pid: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await running(pid).catch(() => undefined) === undefined) return;
  }
}
