import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { SessionFile } from "../../agent/sessions/session_file.ts";
import { isMissing } from "../../kb/is_missing.ts";
import { HandrailProcess, runHandrail } from "../_support/handrail_process.ts";
import { infraTest } from "../_support/infra_test.ts";
import { seededRandom } from "../_support/seeded_random.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const KILLS = 50;
const SESSION = "crash";

/** A turn that opens a ticket of its own, with records that outlive the process. */
function start(home: string, number: number): HandrailProcess {
  const text = `Create a ticket, subject: item ${number} is missing`;
  return HandrailProcess.start(["run", "--json", "--session", SESSION, text], { home, env: ENVIRONMENT });
}

/** A dead process's records are not waited for: its write counts as one that may have happened. */
const ENVIRONMENT = { IDEMPOTENCY_STORE: "kv", IDEMPOTENCY_WAIT_MS: "0" };

/** The events that a kill comes behind, in turn. */
const AIMS = ["turn.started", "tool.started"] as const;

/** What was written to the world; there is no file of it before the first write. */
async function subjectsIn(state: string): Promise<string[]> {
  const text = await Deno.readTextFile(join(state, "ledger.jsonl")).catch((error) => {
    if (isMissing(error)) return "";
    throw error;
  });
  return text.split("\n").slice(0, -1).map((line) => JSON.parse(line).details.subject);
}

infraTest(
  "a session goes on after each of fifty kills during a turn, and no write happens twice (T35)",
  {},
  async () => {
    await using folder = await tempFolder();
    const state = join(folder.path, ".local/state/handrail");
    const seed = Number(Deno.env.get("CRASH_SEED") ?? Date.now() % 1_000_000);
    const random = seededRandom(seed);
    const tally = { seed, runs: 0, killed: 0, midWrite: 0, untold: 0, notSaid: 0 };
    // Moments all over a turn, however fast the machine is: whenever one ended first, the next are earlier.
    const spansMs = { "turn.started": 150, "tool.started": 10 };
    while (tally.killed < KILLS) {
      const run = ++tally.runs;
      {
        await using program = start(folder.path, run);
        const aim = AIMS[run % 2] ?? AIMS[0];
        await program.next(aim);
        await new Promise((resolve) => setTimeout(resolve, random() * spansMs[aim]));
        try {
          program.kill("SIGKILL");
        } catch {
          // It had ended by then.
        }
        const { stdout, signal } = await program.end();
        if (signal === "SIGKILL") tally.killed++;
        if (stdout.includes('{"type":"turn.completed"')) spansMs[aim] *= 0.8;
        else tally.untold++;
      }
      // Read without repairing: the next process must cope by itself.
      const lines = (await Deno.readTextFile(join(state, "sessions", `${SESSION}.jsonl`))).split("\n");
      const last = lines.findLast((line) => line.includes(`item ${run} `)) ?? "";
      if (last === "") tally.notSaid++;
      if (last.startsWith('{"type":"tool.started"')) tally.midWrite++;
      // The same request again, in the same session: replayed, done now, or refused as unknown.
      await using again = start(folder.path, run);
      const { code, stdout, stderr } = await again.end();
      const events = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
      assert(events.at(-1)?.type === "session.ended", `run ${run}, seed ${seed}, code ${code}: ${stderr}`);
      assertEquals(events.find(({ type }) => type === "turn.completed")?.status, "completed", `run ${run}`);
      const subjects = await subjectsIn(state);
      assertEquals(subjects.length, new Set(subjects).size, `run ${run}, seed ${seed}`);
    }
    // deno-lint-ignore no-console -- the figures and the seed are what somebody who looks into a failure needs
    console.log(JSON.stringify({ ...tally, written: (await subjectsIn(state)).length }));
    const stored = await new SessionFile(join(state, "sessions"), SESSION).load();
    const said = stored?.messages.filter(({ role }) => role === "user").length ?? 0;
    // Whoever has read turn.started may rely on what was said.
    assertEquals([said, tally.notSaid], [2 * tally.runs, 0]);
    assert(tally.untold >= KILLS / 4, "hardly any kill met a turn at work");
    const { code } = await runHandrail(["sessions", "show", SESSION], { home: folder.path });
    assertEquals(code, 0);
  },
);
