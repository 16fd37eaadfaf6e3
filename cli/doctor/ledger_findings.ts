/**
 * Can the embedded desk's ledger be read?
 *
 * @module
 */
import { join } from "node:path";
import { FileLedger } from "../../tools/file_ledger.ts";
import type { Settings } from "../settings.ts";
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
    return [{ name, state: "ok", detail: `${path}: ${WORDING[language](entries.length)}` }];
  } catch (error) {
    return [{ name, state: "failure", detail: (error as Error).message }];
  }
}

const WORDING = {
  en: (entries: number) => `${entries} ${entries === 1 ? "entry" : "entries"}`,
  zh: (entries: number) => `${entries} 条记录`,
} as const;
