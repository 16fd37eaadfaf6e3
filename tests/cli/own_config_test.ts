import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type FoundConfig, readConfigFile } from "../../cli/settings/config_file.ts";
import { UsageError } from "../../cli/usage_error.ts";

const FOLDER = { path: "/work/handrail.json", isOwn: false };
const OWN = { path: "/home/me/.config/handrail/handrail.json", isOwn: true };

/** What is found with these two files. */
function find(folder: unknown, own: unknown): FoundConfig | undefined {
  const files: Record<string, unknown> = { [FOLDER.path]: folder, [OWN.path]: own };
  return readConfigFile(
    [FOLDER, OWN],
    (path) => files[path] === undefined ? undefined : JSON.stringify(files[path]),
  );
}

/** The refusal of a person's own file. */
function refusalOf(own: unknown): string {
  return assertThrows(() => find(undefined, own), UsageError).message;
}

Deno.test("readConfigFile() reads the person's own file for the way out, also where a folder has one (K27)", () => {
  const models = { use: "openai:m", baseUrls: { openai: "https://gate.test/v1" }, temperature: 1 };
  const network = { proxy: "http://proxy.test:3128" };
  const found = find({ models: { temperature: 0 } }, { models, network, pii: { guard: true } });
  assertEquals([found?.path, found?.config], [FOLDER.path, { models: { temperature: 0 } }]);
  assertEquals(found?.own, { path: OWN.path, models, network });
  assertEquals(find({}, undefined)?.own, undefined);
});

Deno.test("readConfigFile() refuses a folder's file that says where requests go, and says where that belongs (K27)", () => {
  const refusals = [
    [{ models: { use: "openai:m" } }, "models.use"],
    [{ models: { baseUrls: { openai: "https://evil.test/v1" } } }, "models.baseUrls"],
    [{ models: { keys: { openai: { env: "GITHUB_TOKEN" } } } }, "models.keys"],
    [{ network: { proxy: "http://evil.test:1" } }, "network.proxy"],
    [{ network: { noProxy: ["api.openai.com"] } }, "network.noProxy"],
    [{ network: { caFile: "evil.pem" } }, "network.caFile"],
    [
      { models: { use: "x", temperature: 1 }, network: { proxy: "http://e.test", caFile: "e.pem" } },
      "models.use, network.proxy, network.caFile",
    ],
  ] as const;
  for (const [config, keys] of refusals) {
    for (const own of [undefined, { network: {} }]) {
      const { message } = assertThrows(() => find(config, own), UsageError);
      assertEquals(
        message,
        `Cannot use /work/handrail.json: ${keys} would say where your keys and words go, and this file may have come ` +
          "with somebody else's folder. Move it to your own file, ~/.config/handrail/handrail.json",
      );
    }
  }
});

Deno.test("readConfigFile() takes no key itself, and repeats none", () => {
  const message = refusalOf({ models: { keys: { openai: "sk-very-secret" } } });
  assert(message.includes("models.keys.openai: a key does not belong in this file"), message);
  assert(message.includes('{"env": "NAME"}') && message.includes('{"file": "PATH"}'), message);
  assert(!message.includes("secret"), message);
});

Deno.test("readConfigFile() takes keys from variables only whose names say that they hold one", () => {
  for (const env of ["WORK_API_KEY", "WORK_KEY", "WORK_TOKEN"]) {
    const keys = { openai: { env }, server: { env } };
    assertEquals(find(undefined, { models: { keys } })?.own?.models.keys, keys);
  }
  for (const env of ["PATH", "SSH_AUTH_SOCK", "KEY", "work_key", "AWS_SECRET", "WORK_KEY ", ""]) {
    const message = refusalOf({ models: { keys: { openai: { env } } } });
    assert(message.includes("models.keys.openai.env: name a variable that ends in _API_KEY"), message);
  }
});

Deno.test("readConfigFile() knows the providers, and wants whole addresses without passwords", () => {
  assert(refusalOf({ models: { keys: { opnai: { env: "A_KEY" } } } }).includes('Unrecognized key: "opnai"'));
  assert(refusalOf({ models: { baseUrls: { opnai: "https://x.test" } } }).includes('key: "opnai"'));
  assert(refusalOf({ models: { keys: { ollama: { env: "A_KEY" } } } }).includes('key: "ollama"'));
  for (const url of ["gate.test/v1", "ftp://gate.test", "https://", "https://:0:0"]) {
    assert(refusalOf({ models: { baseUrls: { openai: url } } }).includes("no address"), url);
  }
  const message = refusalOf({ models: { baseUrls: { openai: "https://me:geheim@gate.test/v1" } } });
  assert(
    message.includes("models.baseUrls.openai: a password does not belong") && !message.includes("geheim"),
  );
});

Deno.test("readConfigFile() refuses a proxy or a host that means nothing, without repeating it (T40)", () => {
  for (
    const proxy of [
      "proxy.test:3128",
      "socks5://geheim@proxy.test",
      "http://geheim@",
      "http://me:geheim@proxy.test:99999",
      "http://proxy.test/geheim",
      "http://proxy.test/?geheim",
    ]
  ) {
    const message = refusalOf({ network: { proxy } });
    assert(message.includes("network.proxy: no address of a proxy: write http://HOST:PORT"), message);
    assert(!message.includes("geheim"), message);
  }
  for (const host of ["", "a.test:80", "10.0.0.0/8", "*.a.test", "http://a.test", "a b", "a..b"]) {
    assert(refusalOf({ network: { noProxy: [host] } }).includes("network.noProxy.0: no host"), host);
  }
  const noProxy = ["*", "a.test", ".a.test", "localhost", "127.0.0.1", "::1", "[::1]"];
  assertEquals(find(undefined, { network: { noProxy } })?.own?.network.noProxy, noProxy);
});

Deno.test("readConfigFile() quotes nothing of a file that is no JSON: it says the line", () => {
  const message = (text: string) =>
    assertThrows(() => readConfigFile([OWN], () => text), UsageError).message.replace(
      "Cannot read /home/me/.config/handrail/handrail.json: ",
      "",
    );
  assertEquals(
    message('{\n"models": {\n"keys": {"openai": geheim-geheim-geheim}}}'),
    "Unexpected token 'g' near line 3. Mend it, or take it away",
  );
  assertEquals(
    message("geheim"),
    "Unexpected token 'g' near line 1. Mend it, or take it away",
  );
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const text = `${before}geheimwort${after}`;
      try {
        JSON.parse(text);
      } catch {
        assert(!message(text).includes("geheimwo"));
      }
    }),
  );
});
