/**
 * Which files of settings count, and who may read what is secret in them.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { fileFault } from "../../kb/file_fault.ts";
import { isOpenToOthers } from "../settings/key_file.ts";
import { shellWord } from "../text/shell_word.ts";
import type { Settings } from "../settings/settings.ts";
import type { Finding } from "./finding.ts";

/**
 * Names the files of settings, and looks at the files that `models.keys` names: are they there, and who may read them?
 * No key is read.
 *
 * @param settings The settings.
 *
 * @example
 * ```ts
 * await configFindings(settings); // [{ name: "config", … }, { name: "key", state: "ok", detail: "OPENAI_API_KEY: …" }]
 * ```
 */
export async function configFindings(
  settings: Pick<Settings, "configFiles" | "network" | "keySources" | "language">,
): Promise<Finding[]> {
  const files = Object.entries(settings.keySources).flatMap(([variable, source]) =>
    "file" in source ? [{ variable, file: source.file }] : []
  );
  return [
    await configFinding(settings),
    ...await Promise.all(files.map(({ variable, file }) => keyFinding(variable, file, settings.language))),
  ];
}

/** The person's own file is the last: a proxy, and so its password, can stand in no other. */
async function configFinding(
  { configFiles, network, language }: Pick<Settings, "configFiles" | "network" | "language">,
): Promise<Finding> {
  const words = WORDING[language];
  const [name, own] = ["config", configFiles.at(-1)];
  if (own === undefined) return { name, state: "ok", detail: words.none };
  const detail = configFiles.join(", ");
  const holdsPassword = network.proxy !== undefined && new URL(network.proxy).password !== "";
  if (!holdsPassword || !isOpenToOthers((await Deno.stat(own)).mode)) return { name, state: "ok", detail };
  return {
    name,
    state: "warning",
    detail: `${detail}: ${words.openPassword}`,
    advice: `chmod 600 ${shellWord(own)}`,
  };
}

async function keyFinding(variable: string, file: string, language: Language): Promise<Finding> {
  const words = WORDING[language];
  const [name, detail] = ["key", `${variable}: ${file}`];
  try {
    const { mode } = await Deno.stat(file);
    if (!isOpenToOthers(mode)) return { name, state: "ok", detail };
    return {
      name,
      state: "warning",
      detail: `${detail}: ${words.open}`,
      advice: `chmod 600 ${shellWord(file)}`,
    };
  } catch (error) {
    const why = fileFault(error)[language];
    return { name, state: "warning", detail: `${detail}: ${why}`, advice: words.write };
  }
}

const WORDING = {
  en: {
    none: "no handrail.json",
    open: "others on this machine can read it",
    openPassword: "others on this machine can read the proxy's password",
    write: "Write the key into that file, or change models.keys in handrail.json",
  },
  zh: {
    none: "没有 handrail.json",
    open: "这台机器上的其他人也能读取",
    openPassword: "这台机器上的其他人也能读取代理的密码",
    write: "把密钥写进该文件，或修改 handrail.json 里的 models.keys",
  },
} as const;
