import { assertEquals, assertStringIncludes } from "@std/assert";
import { freshEnvironment, handrailCommand } from "../_support/handrail_process.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const REFUND = "把订单 B-0001 退款，原因是坏了";

const CLIENTS = [
  { file: "client.sh", program: "bash", needs: ["bash", "jq"] },
  { file: "client.py", program: "python3", needs: ["python3"] },
  { file: "client.mjs", program: "node", needs: ["node"] },
];

function isThere(program: string): boolean {
  try {
    return new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

async function runClient(program: string, file: string, args: readonly string[]) {
  await using folder = await tempFolder();
  // Without its last word, which the client adds.
  const command = handrailCommand(["json"]);
  const handrail = [command.program, ...command.args.slice(0, -1)].join(" ");
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [`${ROOT}samples/clients/${file}`, ...args],
    clearEnv: true,
    env: { ...freshEnvironment({ home: folder.path }), HANDRAIL: handrail },
    stdin: "null",
  }).output();
  const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: textOf(stdout), err: textOf(stderr) };
}

for (const { file, program, needs } of CLIENTS) {
  const missing = needs.find((name) => !isThere(name));
  const skipped = missing === undefined ? "" : ` (skipped: there is no ${missing})`;
  const ignore = missing !== undefined;

  Deno.test({
    name: `${file} allows what it is asked, and prints the answer (T22)${skipped}`,
    ignore,
    fn: async () => {
      const { code, out, err } = await runClient(program, file, [REFUND, "allow"]);
      assertEquals([code, out], [0, "订单 B-0001 已退款 899 CNY。\n"], err);
      assertStringIncludes(err, "? order_refund ");
    },
  });

  Deno.test({
    name: `${file} denies unless it is told to allow, and exits with the program's code (T20)${skipped}`,
    ignore,
    fn: async () => {
      const { code, out, err } = await runClient(program, file, [REFUND]);
      assertEquals(code, 4, err);
      assertEquals(out.split("\n").length, 2, out);
    },
  });

  Deno.test({
    name: `${file} needs no approval for a question${skipped}`,
    ignore,
    fn: async () => {
      const { code, out, err } = await runClient(program, file, ["Where is order A-1024?"]);
      assertEquals([code, out, err], [0, "Order A-1024 is shipped and should arrive in 2 days.\n", ""]);
    },
  });
}
