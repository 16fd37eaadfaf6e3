/**
 * The texts of the house that are there in both languages, and the errors that are in one.
 *
 * @module
 */

/** A text, `{ en: …, zh: … }` in a source, as far as it is written down there. */
export interface BilingualText {
  /** File and line. */
  readonly at: string;
  /** What is said, with `<…>` where a value stands. */
  readonly en: string;
  readonly zh: string;
  /** The values that stand in it, each once, in order; whatever is said of a list or of a text in a language left out. */
  readonly values: { readonly en: readonly string[]; readonly zh: readonly string[] };
}

/** An error of one of the language's own classes with a sentence in it. */
export interface PlainError {
  readonly path: string;
  readonly sentence: string;
}

/** What is found in one source. */
export interface SourceTexts {
  readonly texts: readonly BilingualText[];
  readonly errors: readonly PlainError[];
}

const PLAIN = ["Error", "TypeError", "RangeError", "SyntaxError"];

/**
 * Reads a source with Deno's own parser. Works in `deno test` only.
 *
 * @param path Where it stands, from the repository's root.
 * @param source What it says.
 */
export function readTexts(path: string, source: string): SourceTexts {
  const texts: BilingualText[] = [];
  const errors: PlainError[] = [];
  const visitor = ({ sourceCode }: Deno.lint.RuleContext): Deno.lint.LintVisitor => {
    const read = (node: Deno.lint.Node) => readText(node, (inner) => sourceCode.getText(inner));
    return {
      ObjectExpression: (node) => {
        const [en, zh] = ["en", "zh"].map((name) => valueOf(node, name));
        if (!en || !zh || node.properties.length !== 2) return;
        const [inEnglish, inChinese] = [read(en), read(zh)];
        if (!inEnglish || !inChinese) return;
        const line = source.slice(0, node.range[0]).split("\n").length;
        texts.push({
          at: `${path}:${line}`,
          en: inEnglish.text,
          zh: inChinese.text,
          values: { en: inEnglish.values, zh: inChinese.values },
        });
      },
      NewExpression: (node) => {
        const [first] = node.arguments;
        if (node.callee.type !== "Identifier" || !PLAIN.includes(node.callee.name) || !first) return;
        const sentence = read(first)?.text;
        if (sentence !== undefined) errors.push({ path, sentence });
      },
    };
  };
  Deno.lint.runPlugin({ name: "texts", rules: { texts: { create: visitor } } }, path, source);
  return { texts, errors };
}

function valueOf(node: Deno.lint.ObjectExpression, name: string): Deno.lint.Node | undefined {
  for (const property of node.properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier") continue;
    if (property.key.name === name) return property.value;
  }
  return undefined;
}

interface ReadText {
  readonly text: string;
  readonly values: readonly string[];
}

/** `undefined` for what is no text that is written down. */
function readText(node: Deno.lint.Node, sourceOf: (node: Deno.lint.Node) => string): ReadText | undefined {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? { text: node.value, values: [] } : undefined;
    case "TemplateLiteral": {
      const values = node.expressions.map((inner) => bare(sourceOf(inner)));
      const text = node.quasis.map(({ cooked }, at) =>
        cooked + (at < values.length ? `<${values[at]}>` : "")
      );
      return { text: text.join(""), values: [...new Set(values)].sort() };
    }
    case "BinaryExpression": {
      const [left, right] = [readText(node.left, sourceOf), readText(node.right, sourceOf)];
      if (node.operator !== "+" || !left || !right) return undefined;
      return {
        text: left.text + right.text,
        values: [...new Set([...left.values, ...right.values])].sort(),
      };
    }
    default:
      return undefined;
  }
}

/** `path` for `path.en`, `names` for `names.join(", ")`. */
function bare(expression: string): string {
  return expression.replaceAll(/\s+/g, "").replaceAll(/\.(?:en|zh)\b/g, "").replaceAll(
    /\.join\("[^"]*"\)/g,
    "",
  )
    .replace(/\.map\(\(\{(?:en|zh)\}\)=>(?:en|zh)\)$/, "").replace(/^(?:en|zh)$/, "words");
}
