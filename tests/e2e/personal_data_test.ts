import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { runHandrail } from "../_support/handrail_process.ts";
import { holdPrivateConversation, PRIVATE_PHONE } from "../_support/private_conversation.ts";
import { tempFolder } from "../_support/temp_folder.ts";

Deno.test("a number is seen by the desk alone, also when another process goes on with the session (H30)", async () => {
  await using folder = await tempFolder();
  const seen = await holdPrivateConversation(folder.path, { IDEMPOTENCY_STORE: "kv" });
  assertEquals(seen.subjects, [
    `打印机坏了，电话 ${PRIVATE_PHONE}`,
    `打印机坏了（第二张），电话 ${PRIVATE_PHONE}`,
  ]);
  assert(!seen.model.includes(PRIVATE_PHONE) && !seen.printed.includes(PRIVATE_PHONE));
  assertStringIncludes(seen.model, "打印机坏了，请建工单，电话 [[PHONE_1]]");
  assertEquals(seen.leaks, []);
});

Deno.test("what the guard takes is set in handrail.json as well, and a word that means nothing is refused", async () => {
  await using folder = await tempFolder();
  const config = join(folder.path, ".config/handrail");
  await Deno.mkdir(config, { recursive: true });
  const write = (value: unknown) => Deno.writeTextFile(join(config, "handrail.json"), JSON.stringify(value));
  const said = ["run", "Open a ticket: call 13800138000 or a@b.cn"];
  await write({ pii: { guard: true, kinds: ["email"] } });
  const some = await runHandrail(said, { home: folder.path });
  assertEquals(some.code, 0, some.stderr);
  assertStringIncludes(some.stdout, "call 13800138000 or [[EMAIL_1]]");
  await write({ pii: { guard: true, kinds: ["emails"] } });
  const unknown = await runHandrail(said, { home: folder.path });
  assertEquals(unknown.code, 2);
  assertStringIncludes(unknown.stderr, 'Cannot guard "emails": no such kind. Known: ');
});

Deno.test("guarded records on Redis need the secret of all machines: exit 2 says so", async () => {
  await using folder = await tempFolder();
  const env = { AGENT_GUARD_PII: "1", IDEMPOTENCY_STORE: "redis", REDIS_URL: "redis://127.0.0.1:1" };
  const { code, stderr } = await runHandrail(["run", "hi"], { home: folder.path, env });
  assertEquals(code, 2);
  assertStringIncludes(stderr, "Cannot guard personal data on Redis: ");
  assertStringIncludes(stderr, "Set HANDRAIL_SECRET");
});
