import { assertEquals } from "@std/assert";
import { configPaths, existingConfigs } from "../../../cli/settings/config_paths.ts";

Deno.test("configPaths() looks here first, then in the user's configuration, which is the person's own", () => {
  assertEquals(configPaths({ HOME: "/home/me" }, "/work"), [
    { path: "/work/handrail.json", isOwn: false },
    { path: "/home/me/.config/handrail/handrail.json", isOwn: true },
  ]);
  assertEquals(configPaths({ HOME: "/home/me", XDG_CONFIG_HOME: "/etc/xdg" }, "/work").at(1), {
    path: "/etc/xdg/handrail/handrail.json",
    isOwn: true,
  });
});

Deno.test("configPaths() takes nothing below the current folder for the person's own (K27)", () => {
  for (
    const [environment, path] of [
      [{}, "/work/.config/handrail/handrail.json"],
      [{ HOME: " " }, "/work/.config/handrail/handrail.json"],
      [{ HOME: "home" }, "home/.config/handrail/handrail.json"],
      [{ HOME: "/home/me", XDG_CONFIG_HOME: ".config" }, ".config/handrail/handrail.json"],
    ] as const
  ) {
    assertEquals(configPaths(environment, "/work").at(1), { path, isOwn: false });
  }
});

Deno.test("existingConfigs() leaves out what is not there, and a second name of the person's own file", () => {
  const paths = configPaths({ HOME: "/home/me" }, "/var/home/me/.config/handrail");
  const [here, own] = paths;
  const real: Record<string, string> = {
    "/home/me/.config/handrail/handrail.json": "/var/home/me/.config/handrail/handrail.json",
    "/var/home/me/.config/handrail/handrail.json": "/var/home/me/.config/handrail/handrail.json",
  };
  assertEquals(existingConfigs(paths, (path) => real[path]), [own]);
  assertEquals(existingConfigs(paths, (path) => path), [here, own]);
  assertEquals(existingConfigs(paths, (path) => path === own?.path ? undefined : path), [here]);
  assertEquals(existingConfigs(paths, () => undefined), []);
});
