/**
 * Files with keys.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { fileFault } from "../file_fault.ts";
import { isOpenToOthers } from "../key_file.ts";
import type { Settings } from "../settings.ts";
import type { Finding } from "./finding.ts";

/**
 * Looks at the files that `models.keys` names: are they there, and who may read them? None is opened.
 *
 * @param settings The settings.
 *
 * @example
 * ```ts
 * await keyFindings(settings); // [{ name: "key", state: "ok", detail: "OPENAI_API_KEY: /home/me/openai.key" }]
 * ```
 */
export async function keyFindings(
  { keySources, language }: Pick<Settings, "keySources" | "language">,
): Promise<Finding[]> {
  const files = Object.entries(keySources).flatMap(([variable, source]) =>
    "file" in source ? [{ variable, file: source.file }] : []
  );
  return await Promise.all(files.map(({ variable, file }) => keyFinding(variable, file, language)));
}

async function keyFinding(variable: string, file: string, language: Language): Promise<Finding> {
  const words = WORDING[language];
  const [name, detail] = ["key", `${variable}: ${file}`];
  try {
    const { mode } = await Deno.stat(file);
    if (!isOpenToOthers(mode)) return { name, state: "ok", detail };
    return { name, state: "warning", detail: `${detail}: ${words.open}`, advice: `chmod 600 ${file}` };
  } catch (error) {
    const why = fileFault(error);
    return { name, state: "warning", detail: `${detail}: ${why}`, advice: words.write };
  }
}

const WORDING = {
  en: {
    open: "others on this machine can read it",
    write: "Write the key into that file, or change models.keys in handrail.json",
  },
  zh: {
    open: "这台机器上的其他人也能读取",
    write: "把密钥写进该文件，或修改 handrail.json 里的 models.keys",
  },
} as const;
