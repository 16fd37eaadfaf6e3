import { assertEquals, assertRejects } from "@std/assert";
import { MissingKeyError } from "../../../agent/models/classify_error.ts";
import { type KeyFileServices, readKeyFile, withKeyFile } from "../../../cli/settings/key_file.ts";

/** One file, and what was warned of. */
function fileOf(
  text: string,
  mode: number | null = 0o100600,
  language: "en" | "zh" = "en",
): KeyFileServices & { readonly said: string[] } {
  const said: string[] = [];
  return {
    said,
    readFile: (path) =>
      path === "/k" ? Promise.resolve(text) : Promise.reject(new Deno.errors.NotFound("No such file")),
    modeOf: () => Promise.resolve(mode),
    warn: (message) => said.push(message),
    language,
  };
}

Deno.test("readKeyFile() reads a key without what stands around it, and is silent about a file that is closed", async () => {
  for (const mode of [0o100600, 0o100400, null]) {
    const file = fileOf("\ufeff sk-1\r\n", mode);
    assertEquals([await readKeyFile("/k", "openai", file), file.said], ["sk-1", []]);
  }
});

Deno.test("readKeyFile() warns of a file that others can read, and never of what is in it", async () => {
  for (const mode of [0o100640, 0o100604, 0o100620]) {
    const file = fileOf("sk-1", mode);
    await readKeyFile("/k", "openai", file);
    assertEquals(file.said, ["Others on this machine can read the key in /k. Close it with: chmod 600 /k"]);
  }
  const file = fileOf("sk-1", 0o100644, "zh");
  await readKeyFile("/k", "openai", file);
  assertEquals(file.said, ["这台机器上的其他人也能读取 /k 里的密钥。请执行：chmod 600 /k"]);
});

Deno.test("readKeyFile() refuses a file that is not there or empty like a missing key", async () => {
  const advice = "Write its key into that file, or change models.keys in handrail.json";
  for (const [path, why] of [["/gone", "No such file"], ["/k", "it is empty"]] as const) {
    await assertRejects(
      () => readKeyFile(path, "openai", fileOf(" \n")),
      MissingKeyError,
      `Cannot use openai: ${path}: ${why}. ${advice}`,
    );
  }
});

Deno.test("withKeyFile() reads the file of the provider that is asked, and no other", async () => {
  const sources = {
    modelEnvironment: { ZHIPU_API_KEY: "z" },
    keySources: {
      OPENAI_API_KEY: { file: "/k" },
      ANTHROPIC_API_KEY: { file: "/gone" },
      ZHIPU_API_KEY: { env: "WORK_KEY" },
    },
  };
  const keysFor = (name: string) => withKeyFile(name, sources, fileOf("sk-1"));
  assertEquals(await keysFor("openai"), { ZHIPU_API_KEY: "z", OPENAI_API_KEY: "sk-1" });
  for (const name of ["zhipu", "deepseek", "ollama", "server", "nobody"]) {
    assertEquals(await keysFor(name), { ZHIPU_API_KEY: "z" });
  }
  await assertRejects(() => keysFor("anthropic"), MissingKeyError, "/gone");
});
