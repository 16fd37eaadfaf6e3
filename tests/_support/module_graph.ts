/**
 * Which modules a module loads when it is imported.
 *
 * @module
 */
interface GraphModule {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly isDynamic?: boolean;
    readonly code?: { readonly specifier?: string };
  }[];
}

const ROOT = new URL("../../", import.meta.url).href;

/** The modules that main.ts can reach, and what each imports at once. */
export class ModuleGraph {
  readonly #imports: ReadonlyMap<string, readonly string[]>;

  private constructor(modules: readonly GraphModule[]) {
    this.#imports = new Map(modules.map(({ specifier, dependencies = [] }) => [
      specifier,
      dependencies.flatMap(({ isDynamic, code }) => isDynamic || !code?.specifier ? [] : [code.specifier]),
    ]));
  }

  /** Reads it from Deno. */
  static async read(): Promise<ModuleGraph> {
    const command = new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", new URL("main.ts", ROOT).pathname],
      stderr: "null",
    });
    const { stdout } = await command.output();
    return new ModuleGraph(JSON.parse(new TextDecoder().decode(stdout)).modules);
  }

  /** What is loaded along with these modules, themselves included: paths in the repository, and `npm:` packages. */
  loadedWith(...paths: readonly string[]): string[] {
    const loaded = new Set<string>();
    const waiting = paths.map((path) => `${ROOT}${path}`);
    for (let specifier = waiting.pop(); specifier !== undefined; specifier = waiting.pop()) {
      if (loaded.has(specifier)) continue;
      loaded.add(specifier);
      waiting.push(...this.#imports.get(specifier) ?? []);
    }
    return [...loaded].map((specifier) => specifier.replace(ROOT, "")).sort();
  }
}
