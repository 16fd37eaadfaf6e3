import { join, relative, sep } from "node:path";
import { BilingualError } from "./bilingual_error.ts";
import { fileFault } from "./file_fault.ts";
import { isMissing } from "./is_missing.ts";

/** The files that say what a folder does not want to be read; the last one wins. */
const NAMES = [".gitignore", ".handrailignore"] as const;

/** What the ignore files from a root down to a folder say. */
export interface IgnoreRules {
  /**
   * Says whether a path is to be passed over.
   *
   * @param path An absolute path below the folder.
   * @param isFolder Patterns that end in `/` match folders only.
   * @returns True when the last pattern that matches it does not begin with `!`.
   */
  isIgnored(path: string, isFolder: boolean): boolean;
  /**
   * Adds what the ignore files of a folder say, which win over those above it.
   *
   * @param folder The folder, absolute.
   * @returns The rules for what is in it.
   */
  within(folder: string): Promise<IgnoreRules>;
}

interface Layer {
  readonly folder: string;
  test(path: string): { readonly ignored: boolean; readonly unignored: boolean };
}

/** Rules that ignore nothing, to begin with at a root. */
export const NO_RULES: IgnoreRules = rulesOf([]);

function rulesOf(layers: readonly Layer[]): IgnoreRules {
  return {
    isIgnored: (path, isFolder) => {
      for (const layer of layers.toReversed()) {
        const below = relative(layer.folder, path).replaceAll(sep, "/");
        const { ignored, unignored } = layer.test(isFolder ? `${below}/` : below);
        if (ignored || unignored) return ignored;
      }
      return false;
    },
    within: async (folder) => {
      const layer = await readLayer(folder);
      return layer === undefined ? rulesOf(layers) : rulesOf([...layers, layer]);
    },
  };
}

async function readLayer(folder: string): Promise<Layer | undefined> {
  const texts = await Promise.all(NAMES.map((name) => readIfThere(join(folder, name))));
  const found = texts.filter((text) => text !== undefined);
  if (found.length === 0) return undefined;
  const { default: ignore } = await import("ignore");
  const matcher = ignore({ ignorecase: false }).add(found.join("\n"));
  return { folder, test: (path) => matcher.test(path) };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    // A pipe, of which there is no end, would be waited for without one.
    return (await Deno.stat(path)).isFile ? await Deno.readTextFile(path) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    const { en, zh } = fileFault(error);
    throw new BilingualError({
      en: `Cannot read ${path}: ${en}. Make it readable or remove it`,
      zh: `无法读取 ${path}：${zh}。请让它可读，或将它删除`,
    }, { cause: error });
  }
}
