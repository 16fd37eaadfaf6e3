import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { join } from "node:path";
import { findSecret, readSecret } from "../../../cli/settings/read_secret.ts";
import { wordsOf } from "../../../kb/bilingual_error.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

Deno.test("readSecret() makes a secret once, for its owner only", async () => {
  await using folder = await tempFolder();
  const state = join(folder.path, "state");
  const secret = await readSecret(state);
  assertMatch(secret, /^[0-9a-f]{64}$/);
  assertEquals(await readSecret(state), secret);
  assertEquals(((await Deno.stat(join(state, "secret"))).mode ?? 0) & 0o777, 0o600);
  assertEquals([...Deno.readDirSync(state)].map(({ name }) => name), ["secret"]);
});

Deno.test("readSecret() gives processes that start together one secret", async () => {
  await using folder = await tempFolder();
  const secrets = await Promise.all(Array.from({ length: 20 }, () => readSecret(folder.path)));
  assertEquals(new Set(secrets).size, 1);
});

Deno.test("readSecret() says what to do when it can keep none", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "");
  await assertRejects(() => readSecret(join(file, "state")), Error, "Set HANDRAIL_SECRET");
});

Deno.test("findSecret() finds none behind a file that stands where the folder should be", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "");
  assertEquals(await findSecret(join(file, "state")), undefined);
});

Deno.test("findSecret() says what to do about one that cannot be read, in both languages", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "secret");
  assertEquals(await findSecret(folder.path), undefined);
  await Deno.mkdir(path);
  const error = await assertRejects(() => findSecret(folder.path), Error);
  assertEquals(wordsOf(error), {
    en: `Cannot read the secret: ${path}: Is a directory (os error 21): readfile '${path}'. ` +
      "Set HANDRAIL_STATE to a folder of your own, or HANDRAIL_SECRET",
    zh: `无法读取密钥：${path}：这是文件夹，不是文件（os error 21）：readfile '${path}'。` +
      "请把 HANDRAIL_STATE 设为你自己的文件夹，或设置 HANDRAIL_SECRET",
  });
});

Deno.test("readSecret() makes up no secret of its own beside an empty one: what it seals could never be opened", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "secret");
  await Deno.writeTextFile(path, "\n");
  await assertRejects(
    () => readSecret(folder.path),
    Error,
    `Cannot keep a secret: ${path}: it is empty; delete it to have one made. Set HANDRAIL_SECRET`,
  );
  assertEquals([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["secret"]);
  assertEquals(await findSecret(folder.path), undefined);
});
