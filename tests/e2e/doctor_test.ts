import { assert, assertEquals } from "@std/assert";
import { freshEnvironment, handrailCommand } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

interface Examined {
  readonly version: string;
  readonly ok: boolean;
  readonly findings: readonly { readonly name: string; readonly state: string; readonly detail: string }[];
}

async function doctor(args: readonly string[], env: Record<string, string>, home: string) {
  const command = handrailCommand(["doctor", ...args]);
  const { code, stdout, stderr } = await new Deno.Command(command.program, {
    args: command.args,
    env: freshEnvironment({ home, env }),
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: decode(stdout), stderr: decode(stderr) };
}

Deno.test("doctor finds a fresh machine healthy and leaves it as it was", async () => {
  await using folder = await tempFolder();
  const { code, stdout, stderr } = await doctor(["--json"], {}, folder.path);
  const { ok, findings }: Examined = JSON.parse(stdout);
  assertEquals([code, ok, stderr], [0, true, ""], stdout);
  assertEquals(findings.filter(({ state }) => state === "failure"), []);
  const state = new Map(findings.map(({ name, state }) => [name, state]));
  for (const name of ["version", "--allow-read", "store", "model", "index", "terminal", "proxy"]) {
    assertEquals(state.get(name), "ok", name);
  }
  assertEquals(await Array.fromAsync(Deno.readDir(folder.path)), []);
});

Deno.test("doctor fails on a key that is missing, a Redis that is dead and an index that is damaged", async () => {
  await using folder = await tempFolder();
  const index = `${folder.path}/kb.sqlite`;
  await Deno.writeTextFile(index, "no database");
  const { code, stdout } = await doctor([], {
    HANDRAIL_MODEL: "deepseek:deepseek-chat",
    HANDRAIL_KB: index,
    IDEMPOTENCY_STORE: "redis",
    REDIS_URL: "redis://:geheim@127.0.0.1:1",
    LANG: "zh_CN.UTF-8",
  }, folder.path);
  assertEquals(code, 1);
  assertEquals(
    stdout.split("\n").filter((line) => line.startsWith("失败")).map((line) => line.split(/ +/)[1]),
    ["store", "model", "index"],
  );
  assert(stdout.includes("DEEPSEEK_API_KEY"), stdout);
  assert(!stdout.includes("geheim"), stdout);
});

Deno.test({
  name: "a variable that is no UTF-8 is named, with what to do",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using folder = await tempFolder();
    const { program, args } = handrailCommand(["doctor"]);
    const { code, stderr } = await new Deno.Command("sh", {
      args: ["-c", `HANDRAIL_KB=$(printf '/tmp/\\377') exec "$@"`, "sh", program, ...args],
      env: freshEnvironment({ home: folder.path }),
    }).output();
    assertEquals(
      [code, new TextDecoder().decode(stderr)],
      [2, "handrail: Cannot read HANDRAIL_KB: it is not UTF-8. Set it to text in UTF-8\n"],
    );
  },
});
