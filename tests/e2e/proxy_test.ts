import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { type ProcessEnd, runHandrail } from "../_support/handrail_process.ts";
import { startHttpProxy } from "../_support/http_proxy.ts";
import { startModelServer } from "../_support/model_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";
import { hasOpenssl, makeCertificates, startTlsFront } from "../_support/tls_front.ts";

const ignore = !hasOpenssl();
if (ignore) {
  // deno-lint-ignore no-console -- a skipped test must be heard
  console.error("skipped: there is no openssl 3, so certificates of one's own authority are not tested");
}

const reply = () => ({ text: "Hello." });

/** Asks a model at an address, with these variables. */
function ask(home: string, url: string, env: Readonly<Record<string, string>>): Promise<ProcessEnd> {
  const model = { HANDRAIL_MODEL: "openai:test", OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: `${url}/v1` };
  return runHandrail(["run", "--json", "hi"], { home, env: { ...model, ...env } });
}

function errorsOf({ events }: ProcessEnd): unknown[] {
  return events.filter(({ type }) => type === "error").map(({ code, retryable }) => [code, retryable]);
}

Deno.test("a model is asked through the proxy that the environment names, unless NO_PROXY names its host (T40)", async () => {
  await using folder = await tempFolder();
  await using server = startModelServer({ reply });
  await using proxy = startHttpProxy();
  const origin = server.url.replace("/v1", "");
  const line = `POST ${origin}/v1/chat/completions HTTP/1.1`;
  for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"]) {
    const before = proxy.requests.length;
    assertEquals((await ask(folder.path, origin, { [name]: proxy.url })).code, 0);
    assertEquals([name, proxy.requests.slice(before)], [name, [line]]);
  }
  const before = proxy.requests.length;
  const direct = await ask(folder.path, origin, { HTTP_PROXY: proxy.url, NO_PROXY: "localhost,127.0.0.1" });
  assertEquals([direct.code, proxy.requests.length], [0, before]);
  assertEquals(server.requests.length, 5);
});

Deno.test("a proxy that wants a password gets the one in its address, which nobody sees, and is named when it refuses (T40)", async () => {
  await using folder = await tempFolder();
  await using server = startModelServer({ reply });
  await using proxy = startHttpProxy("anna:secret-word");
  const origin = server.url.replace("/v1", "");
  const [, host] = proxy.url.split("//");
  const letIn = await ask(folder.path, origin, { HTTP_PROXY: `http://anna:secret-word@${host}` });
  assertEquals(letIn.code, 0);
  const refused = await ask(folder.path, origin, { HTTP_PROXY: `http://anna:wrong-word@${host}` });
  assertEquals([refused.code, errorsOf(refused)], [6, [["proxy", false]]]);
  assertStringIncludes(refused.stdout, "Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY");
  for (const { stdout, stderr } of [letIn, refused]) {
    assert(!/secret-word|wrong-word/.test(stdout + stderr));
  }
  assertEquals([proxy.requests.length, server.requests.length], [2, 1]);
});

Deno.test({
  name:
    "a model behind a certificate of one's own authority is trusted by DENO_CERT or the system's store, and not else (T40)",
  ignore,
  fn: async () => {
    await using folder = await tempFolder();
    await makeCertificates(folder.path);
    const authority = join(folder.path, "authority.pem");
    await using server = startModelServer({ reply });
    await using front = await startTlsFront(folder.path, Number(new URL(server.url).port));
    assertEquals((await ask(folder.path, front.url, { DENO_CERT: authority })).code, 0);
    // Where the system's store is, the operating system says; on Linux this variable does.
    if (Deno.build.os === "linux") {
      const system = { DENO_TLS_CA_STORE: "system", SSL_CERT_FILE: authority };
      assertEquals((await ask(folder.path, front.url, system)).code, 0);
    }
    const before = server.requests.length;
    const refused = await ask(folder.path, front.url, {});
    assertEquals([refused.code, errorsOf(refused)], [6, [["tls", false]]]);
    assertStringIncludes(refused.stdout, "Name your certificate authority in DENO_CERT or network.caFile");
    assertEquals(server.requests.length, before);
  },
});

Deno.test({
  name:
    "a model over TLS is asked through a tunnel of the proxy, and a tunnel that is refused is not asked for again (T40)",
  ignore,
  fn: async () => {
    await using folder = await tempFolder();
    await makeCertificates(folder.path);
    const DENO_CERT = join(folder.path, "authority.pem");
    await using server = startModelServer({ reply });
    await using front = await startTlsFront(folder.path, Number(new URL(server.url).port));
    const line = `CONNECT ${new URL(front.url).host} HTTP/1.1`;
    await using proxy = startHttpProxy();
    const asked = await ask(folder.path, front.url, { HTTPS_PROXY: proxy.url, DENO_CERT });
    assertEquals([asked.code, proxy.requests], [0, [line]]);
    await using closed = startHttpProxy("anna:secret-word");
    const refused = await ask(folder.path, front.url, { HTTPS_PROXY: closed.url, DENO_CERT });
    assertEquals([refused.code, errorsOf(refused)], [6, [["proxy", false]]]);
    assertEquals([closed.requests, server.requests.length], [[line], 1]);
  },
});
