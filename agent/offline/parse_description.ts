/** A tool's description, taken apart. */
export interface ParsedDescription {
  /** What speaks for the tool. */
  readonly positive: string;
  /** Requests that the tool is meant for. */
  readonly examples: readonly string[];
}

const USE = /^\s*(?:when to use|何时使用|适用)\s*[:：]\s*/iu;
const AVOID = /^\s*(?:when not to use|何时不用|不适用)\s*[:：]/iu;
const EXAMPLES = /^\s*(?:example requests?|示例请求|请求示例)\s*[:：]\s*/iu;
const QUOTED = /「([^」]+)」|"([^"]+)"|“([^”]+)”/gu;

/**
 * Takes a description of the form *When to use / When not to use / Example requests* apart. Any other text
 * counts as one positive description.
 *
 * @param description The description as the model sees it.
 * @returns What speaks for the tool, without the lines on when not to use it.
 *
 * @example
 * ```ts
 * parseDescription("When to use: order status.\nWhen not to use: refunds.").positive; // "order status."
 * ```
 */
export function parseDescription(description: string): ParsedDescription {
  const positive: string[] = [];
  const examples: string[] = [];
  let section: "positive" | "avoid" | "examples" = "positive";
  for (const line of description.split("\n")) {
    if (AVOID.test(line)) section = "avoid";
    else if (EXAMPLES.test(line)) section = "examples";
    else if (USE.test(line)) section = "positive";
    if (section === "positive") positive.push(line.replace(USE, ""));
    if (section === "examples") {
      for (const match of line.matchAll(QUOTED)) examples.push(match[1] ?? match[2] ?? match[3] ?? "");
    }
  }
  return { positive: positive.join("\n").trim(), examples };
}
