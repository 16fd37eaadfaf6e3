/**
 * Where `handrail.json` is looked for, and whose it is.
 *
 * @module
 */
import { isAbsolute, join } from "node:path";
import type { Environment } from "./variables.ts";

/** A place for `handrail.json`. */
export interface ConfigPath {
  readonly path: string;
  /** Is it the person's own, which no folder can bring along? */
  readonly isOwn: boolean;
}

/**
 * Where `handrail.json` may stand, the nearest first. Without a home, and with one that is relative, both places lie
 * below the folder that the program was started in, and none of them is anybody's own.
 *
 * @param environment The variables.
 * @param currentFolder The folder that the program was started in.
 *
 * @example
 * ```ts
 * configPaths({ HOME: "/home/me" }, "/work")[1]; // { path: "/home/me/.config/handrail/handrail.json", isOwn: true }
 * ```
 */
export function configPaths(environment: Environment, currentFolder: string): ConfigPath[] {
  const home = environment.HOME?.trim() || currentFolder;
  const folder = environment.XDG_CONFIG_HOME?.trim() || join(home, ".config");
  const isOwn = isAbsolute(environment.XDG_CONFIG_HOME?.trim() || environment.HOME?.trim() || ".");
  return [
    { path: join(currentFolder, "handrail.json"), isOwn: false },
    { path: join(folder, "handrail", "handrail.json"), isOwn },
  ];
}

/**
 * Those of the places where there is a file; a file that is found in both is the person's own.
 *
 * @param paths See {@linkcode configPaths}.
 * @param realPath The path behind all links; `undefined` where nothing is.
 *
 * @example
 * ```ts
 * existingConfigs(configPaths(environment, Deno.cwd()), realPath);
 * ```
 */
export function existingConfigs(
  paths: readonly ConfigPath[],
  realPath: (path: string) => string | undefined,
): ConfigPath[] {
  const found = paths.flatMap((at) => {
    const real = realPath(at.path);
    return real === undefined ? [] : [{ ...at, real }];
  });
  const own = found.find(({ isOwn }) => isOwn);
  return found.filter((at) => at === own || at.real !== own?.real).map(({ path, isOwn }) => ({
    path,
    isOwn,
  }));
}
