/**
 * Can the model be used?
 *
 * @module
 */
import { MODEL_PROVIDERS } from "../../agent/models/model_providers.ts";
import { wordsOf } from "../../kb/bilingual_error.ts";
import type { Program } from "../program.ts";
import type { Finding } from "./finding.ts";
import { serverFinding, type ServerServices } from "./server_findings.ts";

/**
 * Opens the model that the settings name, which shows whether its key is there, and asks its server whether it is there.
 * No model is asked anything.
 *
 * @param program The program.
 * @param services How a server is asked.
 *
 * @example
 * ```ts
 * await modelFindings(program, services); // [{ name: "model", state: "ok", detail: "offline: …" }]
 * ```
 */
export async function modelFindings(
  program: Pick<Program, "settings" | "openModel">,
  services: ServerServices,
): Promise<Finding[]> {
  const { model, language } = program.settings;
  const { offline, fix } = WORDING[language];
  if (model === "offline") return [{ name: "model", state: "ok", detail: `offline: ${offline}` }];
  try {
    const { provider, id } = await program.openModel(model);
    const key: Finding = { name: "model", state: "ok", detail: `${provider}:${id}` };
    const url = addressOf(program.settings);
    return url === undefined ? [key] : [key, await serverFinding("model server", url, language, services)];
  } catch (error) {
    return [{ name: "model", state: "failure", detail: wordsOf(error)[language], advice: fix }];
  }
}

function addressOf({ model, modelEnvironment }: Program["settings"]): string | undefined {
  const named = /^(https?:\/\/[^#]+)#/.exec(model)?.[1];
  if (named !== undefined) return named;
  const provider = MODEL_PROVIDERS.find(({ name }) => model.startsWith(`${name}:`));
  return provider && (modelEnvironment[provider.urlVariable] ?? provider.baseUrl);
}

const WORDING = {
  en: {
    offline: "built in, needs no key; HANDRAIL_MODEL chooses a real one",
    fix: "See handrail models list, or set HANDRAIL_MODEL=offline to work offline",
  },
  zh: {
    offline: "内置，无需密钥；HANDRAIL_MODEL 可选用真实模型",
    fix: "见 handrail models list，或设 HANDRAIL_MODEL=offline 以离线使用",
  },
} as const;
