import { assertEquals } from "@std/assert";
import { hostVariable } from "../../../cli/settings/host_variable.ts";

const PROFILE = "C:\\Users\\me";

function homeOf(environment: Readonly<Record<string, string>>, os: typeof Deno.build.os): string | undefined {
  return hostVariable((name) => environment[name], os)("HOME");
}

Deno.test("the home of Windows is the user's profile, unless HOME says something else", () => {
  assertEquals(homeOf({ USERPROFILE: PROFILE }, "windows"), PROFILE);
  assertEquals(homeOf({ USERPROFILE: PROFILE, HOME: " " }, "windows"), PROFILE);
  assertEquals(homeOf({ USERPROFILE: PROFILE, HOME: "D:\\me" }, "windows"), "D:\\me");
  assertEquals(homeOf({}, "windows"), undefined);
});

Deno.test("elsewhere, and for any other variable, nothing takes a variable's place", () => {
  assertEquals(homeOf({ USERPROFILE: PROFILE }, "linux"), undefined);
  const read = hostVariable((name) => name === "USERPROFILE" ? PROFILE : undefined, "windows");
  assertEquals([read("LANG"), read("USERPROFILE")], [undefined, PROFILE]);
});
