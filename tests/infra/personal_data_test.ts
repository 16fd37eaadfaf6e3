import { assert, assertEquals } from "@std/assert";
import { Redis } from "ioredis";
import { infraTest } from "../_support/infra_test.ts";
import { holdPrivateConversation, PRIVATE_PHONE } from "../_support/private_conversation.ts";
import { startRedisServer } from "../_support/redis_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";

infraTest("Redis holds what was done, and no number that was said (H30)", { needsRedis: true }, async () => {
  await using folder = await tempFolder();
  await using server = await startRedisServer();
  const seen = await holdPrivateConversation(folder.path, {
    IDEMPOTENCY_STORE: "redis",
    REDIS_URL: server.url,
    HANDRAIL_SECRET: "of all machines",
  });
  assertEquals(seen.subjects.length, 2);
  assert(!seen.model.includes(PRIVATE_PHONE) && !seen.printed.includes(PRIVATE_PHONE));
  assertEquals(seen.leaks, []);
  const kept = await everythingIn(server.url);
  assertEquals(kept.match(/handrail:sealed/g)?.length, 2);
  assert(!kept.includes(PRIVATE_PHONE) && !kept.includes("打印机"), kept);
});

async function everythingIn(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys("*");
    const values = await Promise.all(
      keys.map((key) => redis.get(key).catch(async () => JSON.stringify(await redis.hgetall(key)))),
    );
    return [...keys, ...values].join("\n");
  } finally {
    redis.disconnect();
  }
}
