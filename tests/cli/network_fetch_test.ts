import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { networkFetch } from "../../cli/network_fetch.ts";
import { NO_NETWORK_SETTINGS } from "../../cli/settings/network_settings.ts";
import { UsageError } from "../../cli/usage_error.ts";

const PEM = "-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n";
const PROXY = "http://me:pw@proxy.test:3128";

/** Services that send nothing, and what was asked of them. */
function scene(environment: Record<string, string> = {}) {
  const sent: [url: string, client: unknown][] = [];
  const services = {
    environment,
    readFile: (path: string) =>
      path === "/ca.pem" ? Promise.resolve(PEM) : Promise.reject(new Error("No such file")),
    fetch: (input: string | URL | Request, init?: RequestInit & { client?: unknown }) => {
      sent.push([input instanceof Request ? input.url : String(input), init?.client]);
      return Promise.resolve(new Response());
    },
    // A client that is nothing but what it was made with.
    createClient: (options: Deno.CreateHttpClientOptions) => options as unknown as Deno.HttpClient,
  };
  return { sent, services };
}

Deno.test("networkFetch() is the runtime's own where the file says nothing, or the environment all (T40)", async () => {
  const nothing = scene();
  assertStrictEquals(await networkFetch(NO_NETWORK_SETTINGS, nothing.services), nothing.services.fetch);
  const { services } = scene({ ALL_PROXY: "http://x.test:1", DENO_CERT: "/other.pem" });
  const network = { proxy: PROXY, noProxy: [], caFile: "/gone.pem" };
  assertStrictEquals(await networkFetch(network, services), services.fetch);
});

Deno.test("networkFetch() sends by the file's proxy what is not to be sent directly (T40)", async () => {
  const { sent, services } = scene({ HTTP_PROXY: "http://x.test:1" });
  const network = { proxy: PROXY, noProxy: ["b.test"], caFile: undefined };
  const send = await networkFetch(network, services);
  const proxied = { proxy: { url: PROXY } };
  await send("https://a.test/v1");
  await send(new URL("https://b.test/v1"));
  await send(new Request("https://a.test/v2"));
  await send("http://a.test/v1");
  assertEquals(sent, [
    ["https://a.test/v1", proxied],
    ["https://b.test/v1", undefined],
    ["https://a.test/v2", proxied],
    ["http://a.test/v1", undefined],
  ]);
});

Deno.test("networkFetch() trusts the file's certificates, by the proxy and without it (T40)", async () => {
  const { sent, services } = scene();
  const send = await networkFetch({ proxy: PROXY, noProxy: ["b.test"], caFile: "/ca.pem" }, services);
  await send("https://a.test/");
  await send("https://b.test/");
  assertEquals(sent, [
    ["https://a.test/", { caCerts: [PEM], proxy: { url: PROXY } }],
    ["https://b.test/", { caCerts: [PEM] }],
  ]);
});

Deno.test("networkFetch() passes on how a request is to be sent", async () => {
  const given: unknown[] = [];
  const { services } = scene();
  const fetch = (_: unknown, init?: RequestInit) => {
    given.push(init);
    return Promise.resolve(new Response());
  };
  const send = await networkFetch({ ...NO_NETWORK_SETTINGS, proxy: PROXY }, { ...services, fetch });
  await send("https://a.test/", { method: "POST", body: "x" });
  assertEquals(given, [{ method: "POST", body: "x", client: { proxy: { url: PROXY } } }]);
});

Deno.test("networkFetch() refuses certificates that cannot be read, are none, or are broken (T40)", async () => {
  const { services } = scene();
  const refusal = (why: string) => `Cannot use network.caFile: ${why}. Name a file of certificates in PEM`;
  const withFile = (caFile: string, replace = {}) =>
    networkFetch({ ...NO_NETWORK_SETTINGS, caFile }, { ...services, ...replace });
  await assertRejects(() => withFile("/gone.pem"), UsageError, refusal("/gone.pem: No such file"));
  const text = { readFile: () => Promise.resolve("no certificate") };
  await assertRejects(() => withFile("/a", text), UsageError, refusal("/a: there is no certificate in it"));
  // The runtime's own judgement.
  const broken = { createClient: Deno.createHttpClient };
  await assertRejects(
    () => withFile("/ca.pem", broken),
    UsageError,
    "Cannot use network.caFile: /ca.pem: invalid",
  );
});
