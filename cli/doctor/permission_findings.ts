/**
 * What the program may do.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { type Permission, permissionsOf, type Variant } from "../permissions.ts";
import type { Finding } from "./finding.ts";

/** Whose permissions, and for whom they are told. */
export interface PermissionSettings {
  readonly variant: Variant;
  /** Writing is asked for here: elsewhere it need not be allowed. */
  readonly stateFolder: string;
  readonly language: Language;
}

/**
 * Asks which permissions were given, of those that this make of the program needs. None is asked for.
 *
 * @param settings See {@linkcode PermissionSettings}.
 * @param query Asks the runtime. @default {Deno.permissions.query}
 *
 * @example
 * ```ts
 * await permissionFindings(settings); // [{ name: "--allow-env", state: "ok", detail: "settings; …" }, …]
 * ```
 */
export async function permissionFindings(
  { variant, stateFolder, language }: PermissionSettings,
  query: (permission: Deno.PermissionDescriptor) => Promise<{ readonly state: string }> = (permission) =>
    Deno.permissions.query(permission),
): Promise<Finding[]> {
  return await Promise.all(
    permissionsOf(variant).map(async ({ flag, why }): Promise<Finding> => {
      const { state } = await query(descriptorOf(flag, stateFolder));
      if (state === "granted") return { name: flag, state: "ok", detail: why[language] };
      return {
        name: flag,
        // Nothing at all can be done without reading.
        state: flag === "--allow-read" ? "failure" : "warning",
        detail: WORDING[language].missing(why[language]),
        advice: WORDING[language].add(flag),
      };
    }),
  );
}

/** `--allow-run=npm` as the runtime's question. */
function descriptorOf(flag: Permission["flag"], stateFolder: string): Deno.PermissionDescriptor {
  const [, name = "", scope] = /^--allow-(\w+)(?:=(.+))?$/.exec(flag) ?? [];
  const field = { sys: "kind", run: "command" }[name];
  return {
    name,
    ...(field !== undefined && { [field]: scope }),
    ...(name === "write" && { path: stateFolder }),
  } as Deno.PermissionDescriptor;
}

const WORDING = {
  en: {
    missing: (why: string) => `not granted. It is for: ${why}`,
    add: (flag: string) => `Run it with ${flag}`,
  },
  zh: {
    missing: (why: string) => `未授予。用途：${why}`,
    add: (flag: string) => `运行时加上 ${flag}`,
  },
} as const;
