/**
 * Can the embedded desk's ledger be read?
 *
 * @module
 */
import { join } from "node:path";
import { BilingualError, wordsOf } from "../../kb/bilingual_error.ts";
import { fileFault } from "../../kb/file_fault.ts";
import { FileLedger } from "../../tools/file_ledger.ts";
import type { Settings } from "../settings/settings.ts";
import type { Finding } from "./finding.ts";

/**
 * Reads the whole ledger, as every look at an order does. Nothing to say where there is none yet, and where another
 * desk is asked.
 *
 * @param settings The settings.
 *
 * @example
 * ```ts
 * await ledgerFindings(settings); // [{ name: "ledger", state: "ok", … }]
 * ```
 */
export async function ledgerFindings(
  { deskUrl, stateFolder, language }: Pick<Settings, "deskUrl" | "stateFolder" | "language">,
): Promise<Finding[]> {
  if (deskUrl !== undefined) return [];
  const [name, path] = ["ledger", join(stateFolder, "ledger.jsonl")];
  try {
    const entries = await new FileLedger(path).entries();
    if (entries.length === 0) return [];
    return [{ name, state: "ok", detail: `${path}: ${WORDING[language].holds(entries.length)}` }];
  } catch (error) {
    // The ledger's own errors say where and what to do; the system's say neither.
    if (error instanceof BilingualError) {
      return [{ name, state: "failure", detail: wordsOf(error)[language] }];
    }
    const detail = `${path}: ${fileFault(error)[language]}`;
    return [{ name, state: "failure", detail, advice: WORDING[language].move }];
  }
}

const WORDING = {
  en: {
    holds: (entries: number) => `${entries} ${entries === 1 ? "entry" : "entries"}`,
    move: "Make it a file of your own that can be read, or move it aside to start a new one",
  },
  zh: {
    holds: (entries: number) => `${entries} 条记录`,
    move: "请让它成为自己可读的文件，或移走它，程序会另建一个",
  },
} as const;
