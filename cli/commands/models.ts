/**
 * `handrail models`: whose models can be used, and what is still needed for them.
 *
 * @module
 */
import { MODEL_PROVIDERS, type ModelProvider, SERVER } from "../../agent/models/model_providers.ts";
import type { Language } from "../../tools/types.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { providerOf } from "../open_model.ts";
import type { KeySource, ModelSources } from "../settings/own_settings.ts";
import type { Program } from "../program.ts";
import { textWidth } from "../text/text_width.ts";
import { UsageError } from "../usage_error.ts";

/** A provider, and whether it can be used. Neither a key nor a part of one. */
interface ShownProvider {
  readonly provider: string;
  readonly title: string;
  /** The variable that the key is taken from; `null` when it is in a file, or none is needed. */
  readonly key_variable: string | null;
  /** The file that it is in, where one is named. */
  readonly key_file: string | null;
  readonly key_set: boolean;
  readonly url_variable: string | null;
  readonly url_set: boolean;
  readonly ready: boolean;
  readonly in_use: boolean;
}

/**
 * Lists the providers, with the variable or the file of each one's key and whether there is something in it, and marks
 * the one whose model is in use. Values are never shown, and no server is asked.
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
    throw new UsageError({
      en: `Cannot run models ${operands.join(" ")}: no such action. Use models list`,
      zh: `无法运行 models ${operands.join(" ")}：没有这个操作。可用：models list`,
    });
  }
  const { settings } = program;
  const model = shownModel(settings.model);
  const providers = [
    { ...OFFLINE, in_use: model === OFFLINE.provider },
    ...MODEL_PROVIDERS.map((provider) => shown(provider, model, settings)),
    ...(providerOf(model) === SERVER.name
      ? [shown({ ...SERVER, title: hostOf(model) }, model, settings)]
      : []),
  ];
  await program.output.write(
    flags.json
      ? `${JSON.stringify({ model, providers })}\n`
      : providers.map((provider) => `${line(provider, model, settings.language)}\n`).join(""),
  );
  return EXIT.completed;
}

const OFFLINE: Omit<ShownProvider, "in_use"> = {
  provider: "offline",
  title: "Handrail",
  key_variable: null,
  key_file: null,
  key_set: false,
  url_variable: null,
  url_set: false,
  ready: true,
};

function shown(
  { name, title, keyVariable, urlVariable }: Pick<ModelProvider, "name" | "title" | "keyVariable"> & {
    readonly urlVariable?: string;
  },
  model: string,
  { modelEnvironment, keySources }: ModelSources,
): ShownProvider {
  const isSet = (variable: string | undefined) => variable !== undefined && variable in modelEnvironment;
  const sources: Readonly<Record<string, KeySource | undefined>> = keySources;
  const source = keyVariable === undefined ? undefined : sources[keyVariable];
  const file = source && "file" in source ? source.file : null;
  const variable = source && "env" in source ? source.env : keyVariable ?? null;
  const [hasKey, hasUrl] = [file === null ? isSet(keyVariable) : isFilled(file), isSet(urlVariable)];
  return {
    provider: name,
    title,
    key_variable: file === null ? variable : null,
    key_file: file,
    key_set: hasKey,
    url_variable: urlVariable ?? null,
    url_set: hasUrl,
    // A server that is named by its address may want no key.
    ready: keyVariable === undefined || urlVariable === undefined || hasKey || (hasUrl && file === null),
    in_use: providerOf(model) === name,
  };
}

function isFilled(path: string): boolean {
  try {
    return Deno.statSync(path).size > 0;
  } catch {
    return false;
  }
}

function shownModel(spec: string): string {
  return spec.trim().replace(/\/\/[^/@]*@/, "//…@");
}

function hostOf(model: string): string {
  return URL.canParse(model) ? new URL(model).host : model;
}

function line(shown: ShownProvider, model: string, language: Language): string {
  const { provider, title, key_variable, key_file, key_set, url_variable, url_set, in_use } = shown;
  const { set, unset, noKey, inUse } = WORDING[language];
  const spec = in_use ? model : provider === "offline" ? provider : `${provider}:…`;
  const source = key_file ?? key_variable;
  const key = source === null ? noKey : `${source} ${key_set ? set : unset}`;
  const address = url_set ? `  ${url_variable} ${set}` : "";
  return `${column(spec, 14)}${column(key, 34)}${title}${address}${in_use ? inUse : ""}`;
}

/** At least two blanks stand behind a text, however long it is. */
function column(text: string, width: number): string {
  return text + " ".repeat(Math.max(2, width - textWidth(text)));
}

const WORDING = {
  en: { set: "is set", unset: "is not set", noKey: "needs no key", inUse: "  ← in use" },
  zh: { set: "已设置", unset: "未设置", noKey: "无需密钥", inUse: "  ← 使用中" },
} as const;
