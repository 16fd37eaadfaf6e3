/**
 * `handrail models`: whose models can be used, and what is still needed for them.
 *
 * @module
 */
import { MODEL_PROVIDERS, type ModelProvider } from "../../agent/model_providers.ts";
import type { Language } from "../../tools/types.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import type { Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";

/** A provider, and whether it can be used. Neither a key nor a part of one. */
interface ShownProvider {
  readonly provider: string;
  readonly title: string;
  readonly key_variable: string | null;
  readonly key_set: boolean;
  readonly url_variable: string | null;
  readonly url_set: boolean;
  readonly ready: boolean;
}

/**
 * Lists the providers, with the variable of each and whether it is set. Values are never shown, and no server is asked.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code.
 * @throws {UsageError} If the action is unknown.
 *
 * @example
 * ```ts
 * await modelsCommand(program, parseCommandLine(["models", "list"]));
 * ```
 */
export async function modelsCommand(program: Program, { operands, flags }: CommandLine): Promise<number> {
  const [action, ...rest] = operands;
  if (action !== "list" || rest.length > 0) {
    throw new UsageError(`Cannot run models ${operands.join(" ")}: no such action. Use models list`);
  }
  const { modelEnvironment, language } = program.settings;
  const isSet = (variable: string | undefined) => variable !== undefined && variable in modelEnvironment;
  const providers = [OFFLINE, ...MODEL_PROVIDERS.map((provider) => shown(provider, isSet))];
  await program.output.write(
    flags.json
      ? `${JSON.stringify({ providers })}\n`
      : providers.map((provider) => `${line(provider, language)}\n`).join(""),
  );
  return EXIT.completed;
}

const OFFLINE: ShownProvider = {
  provider: "offline",
  title: "Handrail",
  key_variable: null,
  key_set: false,
  url_variable: null,
  url_set: false,
  ready: true,
};

function shown(
  { name, title, keyVariable, urlVariable }: ModelProvider,
  isSet: (variable: string | undefined) => boolean,
): ShownProvider {
  const [hasKey, hasUrl] = [isSet(keyVariable), isSet(urlVariable)];
  return {
    provider: name,
    title,
    key_variable: keyVariable ?? null,
    key_set: hasKey,
    url_variable: urlVariable,
    url_set: hasUrl,
    ready: keyVariable === undefined || hasKey || hasUrl,
  };
}

function line(
  { provider, title, key_variable, key_set, url_variable, url_set }: ShownProvider,
  language: Language,
) {
  const { set, unset, noKey } = WORDING[language];
  const spec = provider === "offline" ? provider : `${provider}:…`;
  const key = key_variable === null ? noKey : `${key_variable} ${key_set ? set : unset}`;
  const address = url_set ? `  ${url_variable} ${set}` : "";
  return `${spec.padEnd(14)}${key.padEnd(34)}${title}${address}`;
}

const WORDING = {
  en: { set: "is set", unset: "is not set", noKey: "needs no key" },
  zh: { set: "已设置", unset: "未设置", noKey: "无需密钥" },
} as const;
