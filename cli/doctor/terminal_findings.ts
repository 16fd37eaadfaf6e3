/**
 * What the terminal is.
 *
 * @module
 */
import type { Program } from "../program.ts";
import type { Finding } from "./finding.ts";

/** Narrower than this, approval prompts break in odd places. */
const NARROW = 40;

/**
 * Says who reads what the program writes.
 *
 * @param program The program.
 *
 * @example
 * ```ts
 * terminalFindings(program); // [{ name: "terminal", state: "ok", detail: "80 columns, colour, English" }]
 * ```
 */
export function terminalFindings({ settings, output }: Pick<Program, "settings" | "output">): Finding[] {
  const { language, color } = settings;
  const { piped, columns, colour, plain, wider, comma, tongue } = WORDING[language];
  const name = "terminal";
  if (!output.isTerminal()) return [{ name, state: "ok", detail: [piped, tongue].join(comma) }];
  const width = output.columns();
  const detail = [columns(width), color ? colour : plain, tongue].join(comma);
  return width < NARROW
    ? [{ name, state: "warning", detail, advice: wider }]
    : [{ name, state: "ok", detail }];
}

const WORDING = {
  en: {
    piped: "none: the output goes to a file or a program",
    columns: (width: number) => `${width} columns`,
    colour: "colour",
    plain: "no colour",
    wider: "Make the window at least 40 columns wide",
    comma: ", ",
    tongue: "English",
  },
  zh: {
    piped: "无：输出到文件或程序",
    columns: (width: number) => `${width} 列`,
    colour: "彩色",
    plain: "无颜色",
    wider: "请把窗口放宽到至少 40 列",
    comma: "，",
    tongue: "中文",
  },
} as const;
