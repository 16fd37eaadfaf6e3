/**
 * `handrail doctor`: what works on this machine, what does not, and what to do about it.
 *
 * @module
 */
import { wordsOf } from "../../kb/bilingual_error.ts";
import { describeVersion } from "../build_facts.ts";
import { cleanText } from "../text/clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import { configFindings } from "../doctor/config_findings.ts";
import type { Finding, FindingState } from "../doctor/finding.ts";
import { folderFindings } from "../doctor/folder_findings.ts";
import { knowledgeFindings } from "../doctor/knowledge_findings.ts";
import { ledgerFindings } from "../doctor/ledger_findings.ts";
import { modelFindings } from "../doctor/model_findings.ts";
import { networkFindings } from "../doctor/network_findings.ts";
import { permissionFindings } from "../doctor/permission_findings.ts";
import { serverFinding, type ServerServices } from "../doctor/server_findings.ts";
import { storeFindings } from "../doctor/store_findings.ts";
import { terminalFindings } from "../doctor/terminal_findings.ts";
import { EXIT } from "../exit_code.ts";
import type { Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";

/** A server that has not answered by then is taken for dead, in milliseconds. */
const DEADLINE_MS = 3_000;

/**
 * Looks at everything that has made somebody ask why it does not work. Nothing of the user's is changed, and no model is asked; a binary
 * copies its embedding runtime out, as a search would.
 *
 * @param program The program.
 * @param line The command line.
 * @returns 1 when something that was asked for cannot work, else 0.
 *
 * @example
 * ```ts
 * await doctorCommand(program, parseCommandLine(["doctor", "--json"]));
 * ```
 */
export async function doctorCommand(program: Program, { operands, flags }: CommandLine): Promise<number> {
  if (operands.length > 0) {
    const given = JSON.stringify(operands[0]);
    throw new UsageError({
      en: `Cannot examine ${given}: doctor takes no operand`,
      zh: `无法检查 ${given}：doctor 后面不带参数`,
    });
  }
  const findings = await examine(program);
  const healthy = findings.every(({ state }) => state !== "failure");
  await program.output.write(
    flags.json
      ? `${JSON.stringify({ version: program.version, ok: healthy, findings })}\n`
      : render(findings, program),
  );
  return healthy ? EXIT.completed : EXIT.failed;
}

async function examine(program: Program): Promise<Finding[]> {
  const { settings } = program;
  const { send, fault } = await openNetwork(program);
  const services: ServerServices = { fetch: send, deadline: () => AbortSignal.timeout(DEADLINE_MS) };
  const { deskUrl, language } = settings;
  return [
    versionFinding(program),
    ...await permissionFindings({
      variant: program.build.variant,
      stateFolder: settings.stateFolder,
      language,
    }),
    ...await configFindings(settings),
    ...await folderFindings(settings),
    ...await ledgerFindings(settings),
    ...await storeFindings(program),
    ...(deskUrl === undefined ? [] : [await serverFinding("desk", deskUrl, language, services)]),
    ...await modelFindings(program, services),
    ...await knowledgeFindings(program),
    ...terminalFindings(program),
    ...networkFindings({
      environment: program.networkEnvironment(),
      network: settings.network,
      fault,
      language,
      isFile,
    }),
  ];
}

/** What cannot be used is one finding among others: everything else is examined all the same. */
async function openNetwork(
  program: Program,
): Promise<{ readonly send: typeof fetch; readonly fault: string | undefined }> {
  try {
    return { send: await program.networkFetch(), fault: undefined };
  } catch (error) {
    return { send: () => Promise.reject(error), fault: wordsOf(error)[program.settings.language] };
  }
}

function versionFinding({ version, build, settings }: Program): Finding {
  const { os, arch } = Deno.build;
  const make = WORDING[settings.language].makes[build.variant];
  return {
    name: "version",
    state: "ok",
    detail: `${describeVersion(version, build)}, ${make}, Deno ${Deno.version.deno}, ${os} ${arch}`,
  };
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function render(findings: readonly Finding[], { settings }: Program): string {
  const { states, sum } = WORDING[settings.language];
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.flatMap(({ name, state, detail, advice }) => [
    `${states[state]}  ${name.padEnd(width)}  ${cleanText(detail)}`,
    ...(advice === undefined ? [] : [`      → ${cleanText(advice)}`]),
  ]);
  const count = (state: FindingState) => findings.filter((finding) => finding.state === state).length;
  return `${[...lines, sum(count("ok"), count("warning"), count("failure"))].join("\n")}\n`;
}

const WORDING = {
  en: {
    makes: { source: "from source", full: "binary", lite: "small binary" },
    states: { ok: "ok  ", warning: "warn", failure: "FAIL" },
    sum: (ok: number, warnings: number, failures: number) =>
      `${ok} ok, ${warnings} ${warnings === 1 ? "warning" : "warnings"}, ${failures} failed`,
  },
  zh: {
    makes: { source: "源码运行", full: "二进制", lite: "精简二进制" },
    states: { ok: "正常", warning: "警告", failure: "失败" },
    sum: (ok: number, warnings: number, failures: number) =>
      `${ok} 项正常，${warnings} 项警告，${failures} 项失败`,
  },
} as const;
