import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { binaryPath, type ProcessEnd, runHandrail } from "../_support/handrail_process.ts";
import { startHttpProxy } from "../_support/http_proxy.ts";
import { startModelServer } from "../_support/model_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";
import { hasOpenssl, makeCertificates, startTlsFront } from "../_support/tls_front.ts";

const ignore = !hasOpenssl();
if (ignore) {
  // deno-lint-ignore no-console -- a skipped test must be heard
  console.error("skipped: there is no openssl 3, so certificates that handrail.json names are not tested");
}

const reply = () => ({ text: "Hello." });
const SECRET = /secret-word|geheim/;

/** A person with a file of their own, in a folder that came from elsewhere. */
class Scene {
  readonly home: string;
  readonly folder: string;

  constructor(path: string) {
    this.home = join(path, "home");
    this.folder = join(path, "folder");
  }

  /** Writes both files; no file where nothing is given. */
  async write(own: unknown, folder?: unknown): Promise<void> {
    const ownFolder = join(this.home, ".config/handrail");
    await Deno.mkdir(ownFolder, { recursive: true });
    await Deno.mkdir(this.folder, { recursive: true });
    if (own !== undefined) await Deno.writeTextFile(join(ownFolder, "handrail.json"), JSON.stringify(own));
    if (folder !== undefined) {
      await Deno.writeTextFile(join(this.folder, "handrail.json"), JSON.stringify(folder));
    }
  }

  run(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    input?: string,
  ): Promise<ProcessEnd> {
    return runHandrail(args, {
      home: this.home,
      cwd: this.folder,
      env,
      ...(input !== undefined && { input }),
    });
  }

  /** Everything that the program has kept. */
  async kept(): Promise<string> {
    return await textBelow(join(this.home, ".local"));
  }
}

async function textBelow(folder: string): Promise<string> {
  let text = "";
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    text += isDirectory ? await textBelow(path) : await Deno.readTextFile(path);
  }
  return text;
}

function errorsOf({ events }: ProcessEnd): unknown[] {
  return events.filter(({ type }) => type === "error").map(({ code }) => code);
}

Deno.test("a model is asked through the proxy of the person's own file, in a folder with a file of its own too, and the password is seen nowhere (T40)", async () => {
  await using temp = await tempFolder();
  await using server = startModelServer({ reply });
  await using proxy = startHttpProxy("anna:secret-word");
  const [, host = ""] = proxy.url.split("//");
  const scene = new Scene(temp.path);
  const models = {
    use: "openai:test",
    baseUrls: { openai: server.url },
    keys: { openai: { env: "WORK_KEY" } },
  };
  const withProxy = (address: string, more = {}) =>
    scene.write({ models, network: { proxy: address, ...more } }, { ui: { usage: false } });
  const line = `POST ${server.url}/chat/completions HTTP/1.1`;
  const env = { WORK_KEY: "k" };
  await withProxy(`http://anna:secret-word@${host}`);
  const asked = await scene.run(["run", "hi", "--json", "--log-level", "debug"], env);
  assertEquals([asked.code, proxy.requests], [0, [line]], asked.stderr);
  await using silent = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(),
  );
  const OPENAI_BASE_URL = `http://127.0.0.1:${silent.addr.port}/v1`;
  const examined = await scene.run(["doctor"], { ...env, OPENAI_BASE_URL });
  assertStringIncludes(examined.stdout, `network.proxy ${host}`);
  assertEquals(proxy.requests.slice(1), [`HEAD ${OPENAI_BASE_URL} HTTP/1.1`]);

  await withProxy(`http://anna:geheim@${host}`);
  const refused = await scene.run(["run", "hi", "--json", "--log-level", "debug"], env);
  assertEquals([refused.code, errorsOf(refused)], [6, ["proxy"]]);
  assertStringIncludes(refused.stdout, "or network in handrail.json");
  await withProxy("http://anna:geheim@127.0.0.1:1");
  const nobody = await scene.run(["run", "hi", "--json", "--log-level", "debug"], env);
  assertEquals([nobody.code, proxy.requests.length], [6, 3]);
  for (const { stdout, stderr } of [asked, examined, refused, nobody]) assert(!SECRET.test(stdout + stderr));
  const kept = await scene.kept();
  assert(kept.includes("Hello.") && !SECRET.test(kept));

  await withProxy(`http://anna:geheim@${host}`, { noProxy: ["127.0.0.1"] });
  assertEquals((await scene.run(["run", "hi"], env)).stdout, "Hello.\n");
  assertEquals(proxy.requests.length, 3);
  await withProxy(`http://anna:geheim@${host}`);
  const direct = await scene.run(["run", "hi"], { ...env, NO_PROXY: "127.0.0.1" });
  assertEquals([direct.code, proxy.requests.length], [0, 3]);
  const other = await scene.run(["run", "hi"], { ...env, HTTP_PROXY: `http://anna:secret-word@${host}` });
  assertEquals([other.code, proxy.requests.length], [0, 4]);
});

Deno.test("a back end and a server of embeddings are asked through that proxy as well (T40)", async () => {
  await using temp = await tempFolder();
  await using proxy = startHttpProxy("anna:secret-word");
  const authorised: (string | null)[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    if (request.method === "GET") return Response.json({ code: "not_found" }, { status: 404 });
    authorised.push(request.headers.get("authorization"));
    const { input }: { input: string[] } = await request.json();
    return Response.json({
      object: "list",
      data: input.map((_, index) => ({ object: "embedding", index, embedding: [1, 0, 0, 0] })),
    });
  });
  const origin = `http://127.0.0.1:${server.addr.port}`;
  const scene = new Scene(temp.path);
  await scene.write({
    models: { baseUrls: { openai: `${origin}/v1` }, keys: { openai: { file: "openai.key" } } },
    network: { proxy: proxy.url.replace("//", "//anna:secret-word@") },
  });
  const key = join(scene.home, ".config/handrail/openai.key");
  await Deno.writeTextFile(key, "file-key\n", { mode: 0o600 });
  const desk = await scene.run(["run", "Where is order A-1024?"], { HANDRAIL_DESK_URL: origin });
  assertEquals([desk.code, proxy.requests], [0, [`GET ${origin}/orders/A-1024 HTTP/1.1`]], desk.stderr);
  await Deno.writeTextFile(join(scene.folder, "a.md"), "# Leave\n\nFive days.\n");
  const env = { HANDRAIL_EMBEDDER: "openai:e" };
  const kb = await scene.run(["kb", "ingest", "a.md"], env);
  assertEquals(kb.code, 0, kb.stderr);
  assertEquals(new Set(proxy.requests.slice(1)), new Set([`POST ${origin}/v1/embeddings HTTP/1.1`]));
  assertEquals(new Set(authorised), new Set(["Bearer file-key"]));
  assert(!SECRET.test(desk.stdout + desk.stderr + kb.stdout + kb.stderr));
});

Deno.test("a variable that a task may not read counts as not set, and nothing ends by that", async () => {
  await using temp = await tempFolder();
  const authorised: (string | null)[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    authorised.push(request.headers.get("authorization"));
    return Response.json({ error: { message: "no" } }, { status: 401 });
  });
  const scene = new Scene(temp.path);
  const env = { HANDRAIL_EMBEDDER: "openai:e", HANDRAIL_WORK_KEY: "k-1", WORK_KEY: "k-2" };
  for (const name of ["HANDRAIL_WORK_KEY", "WORK_KEY"]) {
    await scene.write({
      models: {
        baseUrls: { openai: `http://127.0.0.1:${server.addr.port}/v1` },
        keys: { openai: { env: name } },
      },
    });
    await Deno.writeTextFile(join(scene.folder, "a.md"), "# Leave\n\nFive days.\n");
    const { stderr } = await scene.run(["kb", "ingest", "a.md"], env);
    assert(!/NotCapable|allow-env/.test(stderr), stderr);
  }
  // The task kb lists what it reads; a binary may read all.
  assertEquals(authorised, ["Bearer k-1", binaryPath() ? "Bearer k-2" : null]);
});

Deno.test("a folder's file that names a proxy, an address, a key or a model ends the program with 2, and nothing is sent (K27)", async () => {
  await using temp = await tempFolder();
  await using server = startModelServer({ reply });
  await using proxy = startHttpProxy();
  const scene = new Scene(temp.path);
  const env = { OPENAI_API_KEY: "k", HANDRAIL_MODEL: "openai:m", OPENAI_BASE_URL: server.url };
  const wishes = [
    ["network.proxy", { network: { proxy: proxy.url } }],
    ["network.caFile", { network: { caFile: "own.pem" } }],
    ["models.baseUrls", { models: { baseUrls: { openai: proxy.url } } }],
    ["models.keys", { models: { keys: { openai: { env: "GITHUB_TOKEN" } } } }],
    ["models.use", { models: { use: `${server.url}#m` } }],
  ] as const;
  for (const [key, config] of wishes) {
    await scene.write(undefined, config);
    const { code, stderr } = await scene.run(["run", "hi"], env);
    assertEquals([key, code], [key, 2]);
    assertStringIncludes(stderr, `${key} would say where your keys and words go`);
    assertStringIncludes(stderr, "Move it to your own file, ~/.config/handrail/handrail.json");
  }
  const json = await scene.run(["json"], env, '{"id":"1","type":"prompt","text":"hi"}\n');
  assertEquals([json.code, errorsOf(json).length], [2, 1]);
  // Without a home, what lies below the folder is nobody's own.
  await Deno.mkdir(join(scene.folder, ".config/handrail"), { recursive: true });
  await Deno.rename(
    join(scene.folder, "handrail.json"),
    join(scene.folder, ".config/handrail/handrail.json"),
  );
  const homeless = await runHandrail(["run", "hi"], { home: "", cwd: scene.folder, env });
  assertEquals(homeless.code, 2, homeless.stderr);
  assertEquals([server.requests, proxy.requests], [[], []]);
});

Deno.test("a key comes out of a file, with a warning while others can read that, and models list says what is in use", async () => {
  await using temp = await tempFolder();
  const keys: (string | null)[] = [];
  await using server = startModelServer({
    reply: (_, headers) => {
      keys.push(headers.get("authorization"));
      return { text: "Hello." };
    },
  });
  const scene = new Scene(temp.path);
  await scene.write({
    models: {
      use: "deepseek:m",
      baseUrls: { deepseek: server.url },
      keys: { deepseek: { file: "~/d.key" } },
    },
  });
  const file = join(scene.home, "d.key");
  const list = async () =>
    (await scene.run(["models", "list"])).stdout.split("\n").find((line) => /in use$/.test(line));
  assertEquals(
    await list(),
    `deepseek:m    ${file} is not set  DeepSeek 深度求索  DEEPSEEK_BASE_URL is set  ← in use`,
  );
  const missing = await scene.run(["run", "hi"], { DEEPSEEK_API_KEY: "usual" });
  assertEquals(missing.code, 3);
  assertStringIncludes(missing.stderr, `Cannot use deepseek: ${file}: `);
  await Deno.writeTextFile(file, "file-secret-word\n", { mode: 0o644 });
  await Deno.chmod(file, 0o644);
  const open = await scene.run(["run", "hi"], { DEEPSEEK_API_KEY: "usual" });
  assertEquals([open.code, open.stdout], [0, "Hello.\n"]);
  assertStringIncludes(open.stderr, `Others on this machine can read the key in ${file}`);
  await Deno.chmod(file, 0o600);
  const closed = await scene.run(["run", "hi"]);
  assertEquals([closed.code, closed.stderr.includes("Others")], [0, false]);
  assertEquals(keys, ["Bearer file-secret-word", "Bearer file-secret-word"]);
  assertStringIncludes(await list() ?? "", `${file} is set`);
  for (const { stdout, stderr } of [open, closed]) assert(!SECRET.test(stdout + stderr));
  const kept = await scene.kept();
  assert(kept.includes("Hello.") && !SECRET.test(kept));
});

Deno.test({
  name:
    "a model over TLS is trusted by network.caFile, through a tunnel too, and DENO_CERT takes its place (T40)",
  ignore,
  fn: async () => {
    await using temp = await tempFolder();
    await makeCertificates(temp.path);
    await using server = startModelServer({ reply });
    await using front = await startTlsFront(temp.path, Number(new URL(server.url).port));
    await using proxy = startHttpProxy();
    const scene = new Scene(temp.path);
    const models = { use: "openai:test", baseUrls: { openai: `${front.url}/v1` } };
    const caFile = join(temp.path, "authority.pem");
    const codeWith = async (network: unknown, env = {}) => {
      await scene.write({ models, network });
      return (await scene.run(["run", "--json", "hi"], env)).code;
    };
    assertEquals(await codeWith({ caFile }), 0);
    assertEquals(await codeWith({ caFile, proxy: proxy.url }), 0);
    assertEquals(proxy.requests, [`CONNECT ${new URL(front.url).host} HTTP/1.1`]);
    assertEquals(await codeWith({}), 6);
    assertEquals(await codeWith({ proxy: proxy.url }, { DENO_CERT: caFile }), 0);
    assertEquals(await codeWith({ caFile: join(temp.path, "server.key") }), 2);
    assertEquals(await codeWith({ caFile: "gone.pem" }, { DENO_CERT: caFile }), 0);
    assertEquals(await codeWith({ caFile: "gone.pem" }, { HANDRAIL_MODEL: "offline" }), 0);
    const doctor = await scene.run(["doctor"]);
    assertEquals(doctor.code, 1);
    assertStringIncludes(doctor.stdout, "Cannot use network.caFile: ");
  },
});
