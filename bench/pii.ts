/**
 * Measures how personal data is found: recall and false positives on presidio-research's texts and on a Chinese set,
 * throughput, and whether time is linear on texts made to be slow; next to LangChain's middleware and openredaction.
 *
 * ```sh
 * deno task bench:pii
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import { DEFAULT_RECOGNISERS } from "../shells/pii/default_recognisers.ts";
import { findPersonalData } from "../shells/pii/find_personal_data.ts";
import { DEFAULT_KINDS } from "../shells/pii/personal_data_kind.ts";
import { TextView } from "../shells/pii/text_view.ts";
import { ADVERSARIAL, adversarialText } from "./pii_adversarial.ts";
import { type Finder, loadPeers } from "./pii_peers.ts";
import { measureQuality, readChinese, readPresidio, type Sample } from "./pii_quality.ts";

const PRESIDIO = "../shared/eval/pii/generated_large.json";
const SMALL = 131_072;
const TIMES = 8;
const ROUNDS = 5;
const MEGABYTE = 1_000_000;

const ORDINARY =
  "您好，您的订单 A-1024 已于 2026-11-30 发货，预计两天后送达；如需退货，请在七天内提交申请（运费由我方承担）。" +
  "Please review the attached report, then reply to the support team by Friday. Release 2.4.1 fixes 12 bugs: see " +
  "https://example.com/changes. The total is 1,299.00 USD. 会议改到下午三点，请各部门准备好材料，谢谢配合！\n";
const PERSONAL =
  `${ORDINARY}${ORDINARY}张三的手机号是13800138000，邮箱 zhangsan@example.com。Call (212) 555-0187.\n`;

const ours: Finder = { name: "Handrail", kinds: DEFAULT_KINDS, find: (text) => findPersonalData(text) };

function milliseconds(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** The shortest of several runs: whatever else the machine does only adds. */
function shortest(times: number, run: () => unknown): number {
  return Math.min(...Array.from({ length: times }, () => milliseconds(run)));
}

async function printQuality(
  title: string,
  samples: readonly Sample[],
  finders: readonly Finder[],
): Promise<void> {
  console.log(`${title}: ${samples.length} texts`);
  for (const finder of finders) {
    for (const { kind, gold, found, falsePositives } of await measureQuality(samples, finder)) {
      const recall = `recall ${(found / gold).toFixed(3)} (${found} of ${gold})`;
      console.log(
        `  ${finder.name.padEnd(14)} ${kind.padEnd(16)} ${recall.padEnd(26)} ${falsePositives} false`,
      );
    }
  }
}

async function printThroughput(peers: readonly Finder[]): Promise<void> {
  console.log("Throughput, MB of UTF-8 a second");
  for (const [name, unit] of Object.entries({ "ordinary text": ORDINARY, "with personal data": PERSONAL })) {
    const text = unit.repeat(Math.ceil(MEGABYTE / unit.length));
    const bytes = new TextEncoder().encode(text).length;
    const speed = bytes / shortest(5, () => findPersonalData(text)) / 1000;
    console.log(`  ${"Handrail".padEnd(14)} ${name.padEnd(20)} ${speed.toFixed(1)}`);
    for (const { name: peer, find } of peers) {
      const sample = text.slice(0, 20_000);
      const start = performance.now();
      await find(sample);
      const rate = new TextEncoder().encode(sample).length / (performance.now() - start) / 1000;
      console.log(`  ${peer.padEnd(14)} ${name.padEnd(20)} ${rate.toFixed(1)} (on 20,000 units)`);
    }
  }
}

/**
 * Eight times the text: how many times the time? Both sides take as long, one text or eight small ones, in turn, so that
 * whatever else the machine does weighs on both.
 */
function growth(
  unit: string,
  run: (text: string) => unknown,
): { readonly ratio: number; readonly ms: number } {
  const [small, large] = [adversarialText(unit, SMALL), adversarialText(unit, TIMES * SMALL)];
  const rounds = Array.from({ length: ROUNDS }, () => {
    const eight = milliseconds(() => Array.from({ length: TIMES }, () => run(small)));
    const one = milliseconds(() => run(large));
    return { ratio: TIMES * one / eight, ms: one };
  });
  const ratios = rounds.map(({ ratio }) => ratio).sort((one, other) => one - other);
  return { ratio: ratios[ROUNDS >> 1] ?? 0, ms: Math.min(...rounds.map(({ ms }) => ms)) };
}

function printLinearity(): void {
  console.log("Adversarial texts: time for 1,048,576 units, and the ratio to an eighth of them");
  let worst = 0;
  for (const [name, unit] of Object.entries(ADVERSARIAL)) {
    const { ratio, ms } = growth(unit, (text) => findPersonalData(text));
    worst = Math.max(worst, ms);
    console.log(`  ${name.padEnd(14)} ${ms.toFixed(0).padStart(5)} ms  × ${ratio.toFixed(1)}`);
  }
  console.log(`  slowest ${worst.toFixed(0)} ms`);
  for (const recogniser of DEFAULT_RECOGNISERS) {
    const grown = Object.entries(ADVERSARIAL).map(([name, unit]) => {
      // All recognisers share the runs of digits: they are found before.
      const views = new Map<string, TextView>();
      const viewOf = (text: string) => views.get(text) ?? views.set(text, withGroups(text)).get(text);
      const drain = (text: string) => Array.from(recogniser.find(viewOf(text) ?? new TextView(text)));
      for (const times of [1, TIMES]) drain(adversarialText(unit, times * SMALL));
      return { name, ...growth(unit, drain) };
    });
    // Below two milliseconds a ratio says nothing.
    const [steepest] = grown.filter(({ ms }) => ms >= 2).sort((one, other) => other.ratio - one.ratio);
    const verdict = steepest
      ? `at most × ${steepest.ratio.toFixed(1)} (${steepest.name})`
      : "under 2 ms on all";
    console.log(`  ${recogniser.kind.padEnd(16)} ${verdict}`);
  }
}

function withGroups(text: string): TextView {
  const view = new TextView(text);
  view.groups;
  return view;
}

/** A fiftieth of the text: some peers take quadratic time. */
async function printPeersOnAdversarial(peers: readonly Finder[]): Promise<void> {
  for (const { name, find } of [ours, ...peers]) {
    const times: string[] = [];
    for (const unit of ["a", "1 ", "a@", "a."]) {
      const start = performance.now();
      await find(adversarialText(unit, 20_000));
      times.push(`${unit.trim()}… ${(performance.now() - start).toFixed(1)} ms`);
    }
    console.log(`  ${name.padEnd(14)} 20,000 units: ${times.join(", ")}`);
  }
}

const peers = await loadPeers();
if (peers.length < 2) {
  console.log(`Peers that could be loaded: ${peers.map(({ name }) => name).join(", ") || "none"}`);
}
const presidio = readPresidio(PRESIDIO);
if (presidio) await printQuality("presidio-research", presidio, [ours, ...peers]);
else console.log("presidio-research: skipped: no evaluation data");
const { samples, negatives } = readChinese(new URL("data/pii_zh.jsonl", import.meta.url));
await printQuality(`Chinese set, ${negatives} values that must stay`, samples, [ours, ...peers]);
await printThroughput(peers);
printLinearity();
await printPeersOnAdversarial(peers);
