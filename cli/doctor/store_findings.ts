/**
 * Where what was done is remembered, and whether that can be reached.
 *
 * @module
 */
import { dirname } from "node:path";
import { wordsOf } from "../../kb/bilingual_error.ts";
import type { Program } from "../program.ts";
import type { Finding } from "./finding.ts";
import { tryFolder } from "./try_folder.ts";

/**
 * Asks the store of idempotency records for a record that nobody has. A KV file that is not there yet is not made.
 *
 * @param program The program.
 *
 * @example
 * ```ts
 * await storeFindings(program); // [{ name: "store", state: "ok", detail: "memory: …" }]
 * ```
 */
export async function storeFindings(
  program: Pick<Program, "settings" | "openStore">,
): Promise<Finding[]> {
  const { store, kvPath, redisUrl, secret, language } = program.settings;
  const words = WORDING[language];
  const name = "store";
  if (store === "memory") return [{ name, state: "ok", detail: `memory: ${words.memory}` }];
  const where = store === "kv" ? kvPath : new URL(redisUrl).host;
  if (store === "kv" && !await isThere(kvPath)) {
    const { problem } = await tryFolder(dirname(kvPath));
    if (problem !== undefined) {
      return [{ name, state: "failure", detail: `kv: ${where}: ${problem[language]}`, advice: words.kv }];
    }
    return [{ name, state: "ok", detail: `kv: ${where} (${words.willBeMade})` }];
  }
  try {
    await (await program.openStore()).read("handrail-doctor");
  } catch (error) {
    const detail = `${store}: ${where}: ${wordsOf(error)[language]}`;
    return [{ name, state: "failure", detail, advice: words[store] }];
  }
  const shared = store === "redis" && secret === undefined
    ? [{ name: "secret", state: "warning", detail: words.noSecret, advice: words.setSecret } as const]
    : [];
  return [{ name, state: "ok", detail: `${store}: ${where}` }, ...shared];
}

async function isThere(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch {
    return false;
  }
}

const WORDING = {
  en: {
    memory: "what was done is forgotten when the program ends; IDEMPOTENCY_STORE=kv keeps it",
    willBeMade: "made when it is needed",
    kv: "Set HANDRAIL_KV to a file that can be written to",
    redis: "Start the server, or set REDIS_URL to one that runs: redis://HOST:PORT",
    noSecret: "HANDRAIL_SECRET is not set: other machines on this Redis will not recognise these requests",
    setSecret: "Set HANDRAIL_SECRET to the same value on all of them",
  },
  zh: {
    memory: "程序结束后就忘记做过什么；IDEMPOTENCY_STORE=kv 可以保留",
    willBeMade: "需要时创建",
    kv: "把 HANDRAIL_KV 设为可写的文件",
    redis: "启动该服务，或把 REDIS_URL 设为正在运行的地址：redis://主机:端口",
    noSecret: "未设置 HANDRAIL_SECRET：使用同一 Redis 的其他机器认不出这些请求",
    setSecret: "在所有机器上把 HANDRAIL_SECRET 设为同一个值",
  },
} as const;
