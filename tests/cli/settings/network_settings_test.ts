import { assertEquals } from "@std/assert";
import {
  isAskedDirectly,
  NO_NETWORK_SETTINGS,
  usesFileProxy,
} from "../../../cli/settings/network_settings.ts";

const PROXY = { ...NO_NETWORK_SETTINGS, proxy: "http://proxy.test:3128" };

Deno.test("usesFileProxy() gives way to the environment, scheme by scheme (T40)", () => {
  const counts = (environment: Record<string, string>) => [
    usesFileProxy("http", PROXY, environment),
    usesFileProxy("https", PROXY, environment),
  ];
  assertEquals(counts({}), [true, true]);
  assertEquals(counts({ HTTP_PROXY: "" }), [true, true]);
  for (const name of ["HTTP_PROXY", "http_proxy"]) {
    assertEquals(counts({ [name]: "http://x" }), [false, true]);
  }
  for (const name of ["HTTPS_PROXY", "https_proxy"]) {
    assertEquals(counts({ [name]: "http://x" }), [true, false]);
  }
  for (const name of ["ALL_PROXY", "all_proxy"]) assertEquals(counts({ [name]: "http://x" }), [false, false]);
  assertEquals(usesFileProxy("http", NO_NETWORK_SETTINGS, {}), false);
});

Deno.test("isAskedDirectly() knows a host by its name, by one above it and by its number (T40)", () => {
  const matches = (entry: string, host: string, environment = {}) =>
    isAskedDirectly(host, { ...PROXY, noProxy: [entry] }, environment);
  const direct = [
    ["a.test", "a.test"],
    ["A.Test", "a.test"],
    ["a.test", "b.a.test"],
    [".a.test", "b.a.test"],
    [".a.test", "a.test"],
    ["a.test", "a.test."],
    ["127.0.0.1", "127.0.0.1"],
    ["::1", "[::1]"],
    ["[::1]", "[::1]"],
    ["*", "any.test"],
  ] as const;
  for (const [entry, host] of direct) assertEquals([entry, host, matches(entry, host)], [entry, host, true]);
  const others = [["a.test", "ba.test"], ["b.a.test", "a.test"], ["a", "b"], [
    "7.0.0.1",
    "127.0.0.1",
  ]] as const;
  for (const [entry, host] of others) assertEquals([entry, host, matches(entry, host)], [entry, host, false]);
  assertEquals(matches("a.test", "a.test", { NO_PROXY: "b.test" }), false);
  assertEquals(matches("a.test", "a.test", { no_proxy: "b.test" }), false);
});
