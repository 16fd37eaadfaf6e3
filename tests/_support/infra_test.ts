/**
 * Tests that need time or a server, and run only where somebody asks for them.
 *
 * @module
 */
import { hasRedisServer } from "./redis_server.ts";

/** What an infrastructure test needs beside `RUN_INFRA_TESTS=1`. */
export interface InfraNeeds {
  readonly needsRedis?: boolean;
}

/**
 * Why a test cannot run here.
 *
 * @param needs See {@linkcode InfraNeeds}.
 * @returns `undefined` when it can.
 */
export function missingInfra({ needsRedis = false }: InfraNeeds): string | undefined {
  if (Deno.env.get("RUN_INFRA_TESTS") !== "1") return "set RUN_INFRA_TESTS=1";
  return needsRedis && !hasRedisServer() ? "no redis-server" : undefined;
}

/**
 * Registers a test that runs with `RUN_INFRA_TESTS=1`; otherwise its name says why it is skipped.
 *
 * @param name A sentence.
 * @param needs See {@linkcode InfraNeeds}.
 * @param fn The test.
 *
 * @example
 * ```ts
 * infraTest("two machines share one Redis", { needsRedis: true }, async () => {});
 * ```
 */
export function infraTest(name: string, needs: InfraNeeds, fn: () => Promise<void>): void {
  const missing = missingInfra(needs);
  Deno.test({ name: missing ? `${name} (skipped: ${missing})` : name, ignore: missing !== undefined, fn });
}
