import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { folderFindings } from "../../../cli/doctor/folder_findings.ts";
import { configFindings } from "../../../cli/doctor/config_findings.ts";
import { ledgerFindings } from "../../../cli/doctor/ledger_findings.ts";
import { networkFindings } from "../../../cli/doctor/network_findings.ts";
import { permissionFindings } from "../../../cli/doctor/permission_findings.ts";
import { serverFinding } from "../../../cli/doctor/server_findings.ts";
import { storeFindings } from "../../../cli/doctor/store_findings.ts";
import { terminalFindings } from "../../../cli/doctor/terminal_findings.ts";
import { NO_NETWORK_SETTINGS } from "../../../cli/settings/network_settings.ts";
import type { Settings } from "../../../cli/settings/settings.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

Deno.test("permissionFindings() says what is lost without each permission, and fails only without reading", async () => {
  const query = ({ name }: { readonly name: string }) =>
    Promise.resolve({ state: name === "net" || name === "env" ? "granted" : "prompt" });
  const settings = { variant: "source", stateFolder: "/s", language: "en" } as const;
  const found = await permissionFindings(settings, query);
  assertEquals(found.map(({ name, state }) => `${name} ${state}`), [
    "--allow-env ok",
    "--allow-read failure",
    "--allow-write warning",
    "--allow-net ok",
    "--allow-sys=hostname warning",
    "--allow-ffi warning",
    "--allow-run=npm warning",
  ]);
  assertEquals(found[5], {
    name: "--allow-ffi",
    state: "warning",
    detail:
      "not granted. It is for: the native runtime of the embedding model; without it WebAssembly takes its place",
    advice: "Run it with --allow-ffi",
  });
});

Deno.test("permissionFindings() asks for no more than a make of the program needs", async () => {
  const askedFor = async (variant: "full" | "lite") => {
    const asked: Deno.PermissionDescriptor[] = [];
    await permissionFindings({ variant, stateFolder: "/s", language: "zh" }, (permission) => {
      asked.push(permission);
      return Promise.resolve({ state: "granted" });
    });
    return asked;
  };
  const small = [
    { name: "env" },
    { name: "read" },
    { name: "write", path: "/s" },
    { name: "net" },
    { name: "sys", kind: "hostname" },
  ];
  assertEquals<unknown>(await askedFor("lite"), small);
  assertEquals<unknown>(await askedFor("full"), [...small, { name: "ffi" }]);
});

const PLAIN = { store: "memory", secret: undefined, personalData: { guard: false } } as const;

Deno.test("folderFindings() fails where every run needs a secret and none can be kept", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "");
  const settings = {
    stateFolder: join(file, "state"),
    knowledgePath: join(folder.path, "kb.sqlite"),
    cacheFolder: folder.path,
    ...PLAIN,
    language: "en",
  } as const;
  const namesOf = async (more: Partial<Parameters<typeof folderFindings>[0]>) =>
    (await folderFindings({ ...settings, ...more })).map(({ name, state }) => `${name} ${state}`).slice(3);
  assertEquals(await namesOf({}), []);
  assertEquals(await namesOf({ personalData: { guard: true } }), ["secret failure"]);
  assertEquals(await namesOf({ store: "kv" }), ["secret failure"]);
  assertEquals(await namesOf({ store: "kv", secret: "one of mine" }), []);
});

Deno.test("storeFindings() fails where a kv file that is not there yet cannot be made", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "");
  const at = async (kvPath: string) => {
    const settings = { store: "kv", kvPath, redisUrl: "redis://h", secret: undefined, language: "en" };
    const openStore = () => Promise.reject(new Error("not to be opened"));
    const program = { settings, openStore } as unknown as Parameters<typeof storeFindings>[0];
    return (await storeFindings(program)).map(({ state, detail, advice }) => [state, detail, advice]);
  };
  const notYet = join(folder.path, "not", "yet.kv");
  assertEquals(await at(notYet), [["ok", `kv: ${notYet} (made when it is needed)`, undefined]]);
  assertEquals(await at(join(file, "yet.kv")), [[
    "failure",
    `kv: ${file}/yet.kv: Not a directory (os error 20): tmpfile`,
    "Set HANDRAIL_KV to a file that can be written to",
  ]]);
});

Deno.test("folderFindings() tries the folders, makes none and leaves nothing behind", async () => {
  await using folder = await tempFolder();
  const path = (name: string) => join(folder.path, name);
  await Deno.mkdir(path("cache"));
  await Deno.writeTextFile(path("file"), "");
  const found = await folderFindings({
    stateFolder: path("not/yet"),
    knowledgePath: path("file/kb.sqlite"),
    cacheFolder: path("cache"),
    ...PLAIN,
    language: "en",
  });
  assertEquals(found.map(({ name, state }) => `${name} ${state}`), [
    "state folder ok",
    "index folder warning",
    "cache folder ok",
  ]);
  assertEquals(found[0]?.detail, `${path("not/yet")} (made when it is needed)`);
  assertEquals(
    found[1]?.advice,
    "Set HANDRAIL_KB to a file in a folder that can be written to, or kb ingest has nowhere to put its index",
  );
  const left = await Array.fromAsync(Deno.readDir(folder.path));
  assertEquals(left.map(({ name }) => name).sort(), ["cache", "file"]);
});

Deno.test("folderFindings() warns of a secret that others can read", async () => {
  await using folder = await tempFolder();
  const secret = join(folder.path, "secret");
  await Deno.writeTextFile(secret, "s", { mode: 0o600 });
  const settings = {
    stateFolder: folder.path,
    knowledgePath: join(folder.path, "kb.sqlite"),
    cacheFolder: folder.path,
    ...PLAIN,
    language: "zh",
  } as const;
  assertEquals((await folderFindings(settings)).at(-1), { name: "secret", state: "ok", detail: secret });
  await Deno.chmod(secret, 0o644);
  assertEquals((await folderFindings(settings)).at(-1), {
    name: "secret",
    state: "warning",
    detail: `${secret}: 这台机器上的其他人也能读取`,
    advice: `chmod 600 ${secret}`,
  });
});

const deadline = () => new AbortController().signal;

Deno.test("serverFinding() takes any answer for a sign of life, and sends no key", async () => {
  const asked: Request[] = [];
  const fetch = (input: URL | RequestInfo, init?: RequestInit) => {
    asked.push(new Request(input, init));
    return Promise.resolve(new Response(null, { status: 401 }));
  };
  assertEquals(await serverFinding("desk", "https://desk.test/v1", "en", { fetch, deadline }), {
    name: "desk",
    state: "ok",
    detail: "desk.test answers (HTTP 401)",
  });
  assertEquals(asked.map(({ method, headers }) => [method, [...headers]]), [["HEAD", []]]);
});

Deno.test("serverFinding() names the variable to set when a certificate is refused (T40)", async () => {
  const fetch = () =>
    Promise.reject(
      new TypeError("fetch failed", { cause: new Error("invalid peer certificate: UnknownIssuer") }),
    );
  assertEquals(await serverFinding("model server", "https://api.test/v1", "en", { fetch, deadline }), {
    name: "model server",
    state: "failure",
    detail: "cannot reach api.test: invalid peer certificate: UnknownIssuer",
    advice: "Name your certificate authority in DENO_CERT or network.caFile, or set DENO_TLS_CA_STORE=system",
  });
});

Deno.test("serverFinding() gives up on a server that does not answer", async () => {
  const controller = new AbortController();
  const fetch = () => {
    controller.abort();
    return Promise.reject(controller.signal.reason);
  };
  const finding = await serverFinding("desk", "http://desk.test", "zh", {
    fetch,
    deadline: () => controller.signal,
  });
  assertEquals([finding.state, finding.detail], ["failure", "desk.test 没有回应"]);
});

const CONFIG = { configFiles: [], network: NO_NETWORK_SETTINGS, keySources: {}, language: "en" } as const;

Deno.test("configFindings() warns of a key's file that others can read, or that is not there", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "a.key");
  await Deno.writeTextFile(file, "sk-1");
  const found = async (keySources: Settings["keySources"]) =>
    (await configFindings({ ...CONFIG, keySources })).slice(1);
  const OPENAI_API_KEY = { file };
  await Deno.chmod(file, 0o600);
  assertEquals(await found({ OPENAI_API_KEY, ZHIPU_API_KEY: { env: "WORK_KEY" } }), [
    { name: "key", state: "ok", detail: `OPENAI_API_KEY: ${file}` },
  ]);
  await Deno.chmod(file, 0o640);
  assertEquals(await found({ OPENAI_API_KEY }), [{
    name: "key",
    state: "warning",
    detail: `OPENAI_API_KEY: ${file}: others on this machine can read it`,
    advice: `chmod 600 ${file}`,
  }]);
  const [gone] = await found({ OPENAI_API_KEY: { file: join(folder.path, "gone.key") } });
  assertEquals([gone?.detail, gone?.state, gone?.advice], [
    `OPENAI_API_KEY: ${folder.path}/gone.key: No such file or directory (os error 2)`,
    "warning",
    "Write the key into that file, or change models.keys in handrail.json",
  ]);
});

Deno.test("configFindings() names the files that count, and warns of a proxy's password that others can read (T40)", async () => {
  await using folder = await tempFolder();
  const own = join(folder.path, "handrail.json");
  await Deno.writeTextFile(own, "{}");
  const configFiles = ["/work/handrail.json", own];
  const found = async (proxy: string | undefined, mode: number) => {
    await Deno.chmod(own, mode);
    return (await configFindings({ ...CONFIG, configFiles, network: { ...CONFIG.network, proxy } }))[0];
  };
  const detail = `/work/handrail.json, ${own}`;
  const fine = { name: "config", state: "ok", detail };
  assertEquals(await found(undefined, 0o644), fine);
  assertEquals(await found("http://proxy.test:1", 0o644), fine);
  assertEquals(await found("http://me:geheim@proxy.test:1", 0o600), fine);
  assertEquals<unknown>(await found("http://me:geheim@proxy.test:1", 0o644), {
    name: "config",
    state: "warning",
    detail: `${detail}: others on this machine can read the proxy's password`,
    advice: `chmod 600 ${own}`,
  });
  assertEquals((await configFindings({ ...CONFIG, language: "zh" }))[0]?.detail, "没有 handrail.json");
});

const NETWORK = { network: NO_NETWORK_SETTINGS, language: "en", isFile: () => true } as const;

Deno.test("networkFindings() shows the hosts of proxies, never their passwords (T40)", () => {
  const environment = { HTTPS_PROXY: "http://me:geheim@proxy.test:3128", no_proxy: "localhost" };
  assertEquals(networkFindings({ ...NETWORK, environment }), [
    { name: "proxy", state: "ok", detail: "HTTPS_PROXY proxy.test:3128, no_proxy localhost" },
    { name: "certificates", state: "ok", detail: "mozilla" },
  ]);
});

Deno.test("networkFindings() notices a proxy that is no address and a certificate file that is not there (T40)", () => {
  const found = networkFindings({
    ...NETWORK,
    environment: { HTTP_PROXY: "http://", DENO_CERT: "/ca.pem" },
    isFile: () => false,
  });
  assertEquals(found, [
    { name: "proxy", state: "failure", detail: "HTTP_PROXY: no address", advice: "Write http://HOST:PORT" },
    {
      name: "certificates",
      state: "failure",
      detail: "DENO_CERT: /ca.pem is not there",
      advice: "Name a file of PEM certificates in DENO_CERT, or set DENO_TLS_CA_STORE=system",
    },
  ]);
});

Deno.test("networkFindings() shows the file's proxy by its host, and what it counts for beside the environment's (T40)", () => {
  const network = {
    proxy: "http://me:geheim@own.test:3128",
    noProxy: ["a.test", "b.test"],
    caFile: "/own.pem",
  };
  const details = (environment: Record<string, string>) =>
    networkFindings({ ...NETWORK, network, environment }).map(({ detail }) => detail);
  assertEquals(details({}), [
    "network.proxy own.test:3128, network.noProxy a.test,b.test",
    "mozilla, /own.pem",
  ]);
  assertEquals(details({ HTTPS_PROXY: "http://x:1", NO_PROXY: "c.test", DENO_CERT: "/ca.pem" }), [
    "HTTPS_PROXY x:1, NO_PROXY c.test, network.proxy own.test:3128 (http)",
    "mozilla, /ca.pem",
  ]);
  assertEquals(details({ ALL_PROXY: "http://x:1" }), [
    "ALL_PROXY x:1, network.proxy own.test:3128 (the environment's counts)",
    "mozilla, /own.pem",
  ]);
});

Deno.test("networkFindings() fails on certificates of the file that cannot be used (T40)", () => {
  const network = { ...NO_NETWORK_SETTINGS, caFile: "/own.pem" };
  const [, found] = networkFindings({ ...NETWORK, network, environment: {}, fault: "Cannot use it" });
  assertEquals(found, { name: "certificates", state: "failure", detail: "Cannot use it" });
});

Deno.test("terminalFindings() warns of a window that is too narrow", () => {
  const output = (columns: number) => ({ isTerminal: () => true, columns: () => columns });
  const found = (columns: number) =>
    terminalFindings(
      {
        settings: { language: "en", color: true },
        output: output(columns),
      } as Parameters<typeof terminalFindings>[0],
    )[0];
  assertEquals(found(80), { name: "terminal", state: "ok", detail: "80 columns, colour, English" });
  assertEquals(found(39), {
    name: "terminal",
    state: "warning",
    detail: "39 columns, colour, English",
    advice: "Make the window at least 40 columns wide",
  });
});

Deno.test("ledgerFindings() counts the entries of the embedded desk, and fails on one that nobody could read", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "ledger.jsonl");
  const settings = { deskUrl: undefined, stateFolder: folder.path, language: "en" } as const;
  assertEquals(await ledgerFindings(settings), []);
  await Deno.writeTextFile(path, "no entry\n");
  assertEquals(await ledgerFindings(settings), [{
    name: "ledger",
    state: "failure",
    detail: `Cannot read ledger: line 1 of ${path} is no entry. Move the file aside to start a new one`,
  }]);
  assertEquals(await ledgerFindings({ ...settings, deskUrl: "https://desk.test" }), []);
  assertEquals(
    (await ledgerFindings({ ...settings, language: "zh" }))[0]?.detail.slice(0, 7),
    "无法读取台账：",
  );
  await Deno.remove(path);
  await Deno.mkdir(path);
  assertEquals(await ledgerFindings(settings), [{
    name: "ledger",
    state: "failure",
    detail: `${path}: Is a directory (os error 21)`,
    advice: "Make it a file of your own that can be read, or move it aside to start a new one",
  }]);
});

Deno.test("folderFindings() advises a command that can be copied, blanks in the path or not", async () => {
  await using folder = await tempFolder();
  const stateFolder = join(folder.path, "my state");
  await Deno.mkdir(stateFolder);
  await Deno.writeTextFile(join(stateFolder, "secret"), "s");
  await Deno.chmod(join(stateFolder, "secret"), 0o644);
  const knowledgePath = join(folder.path, "kb.sqlite");
  const found = await folderFindings({
    ...{ stateFolder, knowledgePath, cacheFolder: folder.path },
    ...PLAIN,
    language: "en",
  });
  assertEquals(found.at(-1)?.advice, `chmod 600 '${stateFolder}/secret'`);
});

Deno.test("folderFindings() fails on a secret that cannot be read, whatever keeps it from that", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "secret");
  await Deno.mkdir(path);
  const settings = {
    stateFolder: folder.path,
    knowledgePath: join(folder.path, "kb.sqlite"),
    cacheFolder: folder.path,
    ...PLAIN,
    language: "en",
  } as const;
  assertEquals((await folderFindings(settings)).at(-1), {
    name: "secret",
    state: "failure",
    detail: `${path}: it cannot be read, and no turn begins without it`,
    advice: "Set HANDRAIL_STATE to a folder of your own that can be written to, or HANDRAIL_SECRET",
  });
});

Deno.test("folderFindings() tells of an empty secret, which a loss of power can leave", async () => {
  await using folder = await tempFolder();
  const secret = join(folder.path, "secret");
  await Deno.writeTextFile(secret, "", { mode: 0o600 });
  const settings = {
    stateFolder: folder.path,
    knowledgePath: join(folder.path, "kb.sqlite"),
    cacheFolder: folder.path,
    ...PLAIN,
    language: "en",
  } as const;
  const found = {
    name: "secret",
    detail: `${secret}: it is empty`,
    advice: `Delete ${secret} to have one made`,
  };
  assertEquals((await folderFindings(settings)).at(-1), { ...found, state: "warning" });
  const kv = { ...settings, store: "kv" } as const;
  assertEquals((await folderFindings(kv)).at(-1), { ...found, state: "failure" });
});
