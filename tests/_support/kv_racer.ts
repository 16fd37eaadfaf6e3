/**
 * Another process on a KV file.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import type { KvRaceReport } from "./kv_race_worker.ts";

/** A process that claims and commits keys. */
export interface KvRacer {
  /** It runs and waits. */
  readonly ready: Promise<unknown>;
  /** Lets it begin. */
  readonly go: () => Promise<void>;
  /** It has ended. */
  readonly report: Promise<KvRaceReport>;
}

/**
 * Starts kv_race_worker.ts.
 *
 * @param path The file.
 * @param count How many keys: the numbers from 0 in hexadecimal, 64 digits each.
 *
 * @example
 * ```ts
 * const racer = startKvRacer(path, 300);
 * ```
 */
export function startKvRacer(path: string, count: number): KvRacer {
  const worker = fileURLToPath(new URL("./kv_race_worker.ts", import.meta.url));
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--unstable-kv",
      "--allow-read",
      "--allow-write",
      worker,
      path,
      String(count),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const said = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const stderr = new Response(process.stderr).text();
  const ready = said.read();
  return {
    ready,
    go: async () => {
      const writer = process.stdin.getWriter();
      await writer.write(new Uint8Array(1));
      await writer.close();
    },
    report: ready.then(async () => {
      let text = "";
      for (let chunk = await said.read(); !chunk.done; chunk = await said.read()) text += chunk.value;
      assertEquals(await stderr, "");
      assertEquals((await process.status).code, 0);
      return JSON.parse(text);
    }),
  };
}
