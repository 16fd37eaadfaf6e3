/** One `import` or `export … from` of a source, or an `import("…")`. */
export interface ImportFact {
  readonly specifier: string;
  /** Names that exist at run time; `*` for all of them. None for a type-only import. */
  readonly names: readonly string[];
}

/** What the rules of the house look at in one source. */
export interface SourceFacts {
  /** From the repository's root, with slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly ImportFact[];
  /** `Deno.env`, `console.log` …; `Deno` alone when it is not followed by a name that stands in the source. */
  readonly globals: readonly string[];
  /** Functions that are called by their bare name. */
  readonly calls: readonly string[];
  /** Exported functions by name, with the name of the type that they declare to return. */
  readonly factories: readonly { readonly name: string; readonly returns: string }[];
}

const GLOBALS = ["Deno", "console", "process", "globalThis"];

/**
 * Reads a source with Deno's own parser, as a lint plugin sees it. Works in `deno test` only.
 *
 * @param path Where it stands, from the repository's root.
 * @param text What it says.
 */
export function readSource(path: string, text: string): SourceFacts {
  const imports: ImportFact[] = [];
  const globals: string[] = [];
  const calls: string[] = [];
  const factories: { name: string; returns: string }[] = [];
  const visitor = (context: Deno.lint.RuleContext): Deno.lint.LintVisitor => ({
    ImportDeclaration: (node) =>
      void imports.push({ specifier: node.source.value, names: importedNames(node) }),
    ExportAllDeclaration: (node) => void imports.push({ specifier: node.source.value, names: ["*"] }),
    ExportNamedDeclaration: (node) => {
      if (node.source) imports.push({ specifier: node.source.value, names: ["*"] });
      const declared = node.declaration;
      if (declared?.type !== "FunctionDeclaration" || !declared.id || !declared.returnType) return;
      const returns = context.sourceCode.getText(declared.returnType).replace(/^:\s*/, "");
      factories.push({ name: declared.id.name, returns });
    },
    ImportExpression: (node) => {
      const { source } = node;
      const known = source.type === "Literal" && typeof source.value === "string";
      imports.push({ specifier: known ? String(source.value) : "?", names: ["*"] });
    },
    TSImportType: (node) => {
      const [, specifier = "?"] = /import\(\s*["'](.+?)["']/.exec(context.sourceCode.getText(node)) ?? [];
      imports.push({ specifier, names: [] });
    },
    CallExpression: (node) => {
      if (node.callee.type === "Identifier") calls.push(node.callee.name);
    },
    Identifier: (node) => {
      const name = GLOBALS.includes(node.name) ? globalUse(node) : undefined;
      if (name !== undefined) globals.push(name);
    },
  });
  Deno.lint.runPlugin({ name: "facts", rules: { facts: { create: visitor } } }, path, text);
  return {
    path,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    imports,
    globals,
    calls,
    factories,
  };
}

function importedNames({ importKind, specifiers }: Deno.lint.ImportDeclaration): string[] {
  if (importKind === "type") return [];
  return specifiers.flatMap((specifier) => {
    if (specifier.type === "ImportNamespaceSpecifier") return ["*"];
    if (specifier.type === "ImportDefaultSpecifier") return ["default"];
    if (specifier.importKind === "type") return [];
    const { imported } = specifier;
    return [imported.type === "Identifier" ? imported.name : imported.value];
  });
}

/** `Deno.env` for `Deno.env.get("X")`; nothing for a type such as `Deno.FsFile` or a property that is called `process`. */
function globalUse(node: Deno.lint.Identifier): string | undefined {
  const { parent } = node;
  if (parent.type === "TSQualifiedName" || parent.type === "Property") return undefined;
  if (parent.type !== "MemberExpression") return node.name;
  // In `globalThis.Deno` it is globalThis that is noted; `order.process` is no global.
  if (!isSame(parent.object, node)) return undefined;
  const { property } = parent;
  if (property.type === "Identifier" && !parent.computed) return `${node.name}.${property.name}`;
  return property.type === "Literal" ? `${node.name}.${property.value}` : node.name;
}

function isSame(one: Deno.lint.Node, other: Deno.lint.Node): boolean {
  return one.range[0] === other.range[0] && one.range[1] === other.range[1];
}
