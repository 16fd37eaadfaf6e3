import { assert, assertEquals } from "@std/assert";
import { HandrailProcess, type ProcessEnd } from "../_support/handrail_process.ts";
import { type NoiseLine, noiseLine } from "../_support/json_noise.ts";
import { type Random, seededRandom } from "../_support/seeded_random.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** HANDRAIL_FUZZ_LINES=100000 takes a long look; HANDRAIL_FUZZ_SEED another one. */
const LINES = Number(Deno.env.get("HANDRAIL_FUZZ_LINES") ?? 2_000);
const SEED = Number(Deno.env.get("HANDRAIL_FUZZ_SEED") ?? 20_261);

/** Writes the lines in pieces that are cut anywhere, in the middle of characters too. */
async function sendAll(program: HandrailProcess, random: Random, lines: readonly NoiseLine[]): Promise<void> {
  for (const { bytes } of lines) {
    const line = new Uint8Array(bytes.length + 1);
    line.set(bytes);
    line[bytes.length] = 0x0a;
    const cut = Math.floor(random() * line.length);
    await program.send(line.slice(0, cut));
    await program.send(line.slice(cut));
  }
  await program.closeInput();
}

/** Every byte is a JSON line; the envelope counts without a gap; the last line and the process agree. */
function assertWhole({ stdout, code, signal }: ProcessEnd): Record<string, unknown>[] {
  assertEquals(signal, null);
  const lines = stdout.split("\n");
  assertEquals(lines.pop(), "");
  const events = lines.map((line) => JSON.parse(line));
  assertEquals(events.findIndex(({ seq }, at) => seq !== at), -1);
  assertEquals([events.at(-1).type, events.at(-1).exit_code], ["session.ended", code]);
  return events;
}

Deno.test(`json survives ${LINES} lines of noise: each is answered once, each turn ends once (T7, T12, T15)`, async () => {
  const random = seededRandom(SEED);
  const lines = Array.from({ length: LINES }, (_, at) => noiseLine(random, `${at}`));
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send({ id: "0", type: "initialize", protocol: 1, capabilities: { approvals: true } });
  await sendAll(program, random, lines);
  const end = await program.end();
  const events = assertWhole(end);
  const of = (type: string) => events.filter((event) => event.type === type);

  const expected = ["0", ...lines.map(({ answered }) => answered).filter((id) => id !== undefined)];
  assertEquals(of("response").length, expected.length);
  assertEquals(of("response").findIndex(({ id }, at) => id !== expected[at]), -1);

  const turns = (type: string, replay: boolean) =>
    of(type).filter((event) => (event.replay === true) === replay).map(({ turn_id }) => turn_id);
  const started = turns("turn.started", false);
  assert(started.length > 0);
  assertEquals(new Set(started).size, started.length);
  assertEquals(turns("turn.completed", false), started);
  assertEquals(turns("turn.completed", true), turns("turn.started", true));
  assertEquals(end.stderr, "");
});
