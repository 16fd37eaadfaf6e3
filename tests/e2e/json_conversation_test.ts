import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { brokenPromises, repeated } from "../_support/broken_promises.ts";
import { HandrailProcess, type ProcessEnd } from "../_support/handrail_process.ts";
import { modelAt } from "../_support/model_at.ts";
import { startModelServer } from "../_support/model_server.ts";
import { requestFault } from "../_support/model_server/request_fault.ts";
import { pause, pick, randomModel } from "../_support/random_model.ts";
import { type Random, seededRandom } from "../_support/seeded_random.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** HANDRAIL_FUZZ_CONVERSATIONS=500 takes a long look; HANDRAIL_FUZZ_SEED another one. */
const CONVERSATIONS = Number(Deno.env.get("HANDRAIL_FUZZ_CONVERSATIONS") ?? 10);
const SEED = Number(Deno.env.get("HANDRAIL_FUZZ_SEED") ?? 1);
const COMMANDS = 25;

type Command = Readonly<Record<string, unknown>>;

/** A client that asks, answers, cancels and changes its mind at random. */
class Client {
  readonly sent: string[] = [];
  readonly #program: HandrailProcess;
  readonly #random: Random;
  readonly #settled = new Set<unknown>();

  constructor(program: HandrailProcess, random: Random) {
    this.#program = program;
    this.#random = random;
  }

  async send(command: Command): Promise<void> {
    const id = `c${this.sent.length}`;
    this.sent.push(id);
    // A program that has ended reads nothing any more.
    await this.#program.send({ id, ...command }).catch(() => {});
  }

  /** Sends commands with pauses between them, and reacts to what is asked meanwhile. */
  async converse(): Promise<void> {
    const random = this.#random;
    await this.send({
      type: "initialize",
      protocol: 1,
      capabilities: { approvals: random() < 0.8, questions: random() < 0.8 },
    });
    for (let count = 0; count < COMMANDS; count++) {
      await this.send(this.#command());
      await pause(random() * 60);
      for (const { type, request_id, input } of this.#program.seen) {
        if (request_id === undefined || this.#settled.has(request_id)) continue;
        this.#settled.add(request_id);
        if (type === "approval.requested") await this.send(this.#decision(request_id, Object(input)));
        if (type === "question.asked") await this.send({ type: "answer", request_id, text: "A-1024" });
      }
    }
  }

  #command(): Command {
    const random = this.#random;
    const dice = random();
    if (dice < 0.5) {
      return {
        type: "prompt",
        text: pick(random, ["查一下", "退款 B-0001", "hi", "我的电话是 13812345678"]),
        on_busy: pick(random, ["queue", "queue", "queue", "reject", "interrupt"]),
        ...(random() < 0.2 && { idempotency_key: `key-${Math.floor(random() * 3)}` }),
      };
    }
    if (dice < 0.58) return { type: "cancel" };
    if (dice < 0.7) return { type: "state" };
    if (dice < 0.8) return { type: "ping" };
    return random() < 0.5
      ? { type: "set", model: pick(random, ["offline", "openai:test", "nothing:x"]) }
      : { type: "set", withdraw_approvals: ["*"] };
  }

  #decision(request_id: unknown, input: object): Command {
    const random = this.#random;
    const dice = random();
    const approve = { type: "approve", request_id };
    if (dice < 0.3) return { ...approve, decision: "allow" };
    if (dice < 0.5) return { ...approve, decision: "allow", scope: "session" };
    if (dice < 0.7) return { ...approve, decision: "allow", updated_input: { ...input, reason: "edited" } };
    return dice < 0.9 ? { ...approve, decision: "deny", reason: "不行" } : { type: "cancel" };
  }
}

/** All that was written to the world. */
async function writes(home: string): Promise<string[]> {
  const text = await Deno.readTextFile(join(home, ".local/state/handrail/ledger.jsonl")).catch(() => "");
  return text.split("\n").slice(0, -1).map((line) => {
    const { details, kind, action } = JSON.parse(line);
    return JSON.stringify([kind ?? action, details]);
  });
}

async function endOf(program: HandrailProcess, random: Random): Promise<{ end: ProcessEnd; asked: boolean }> {
  const dice = random();
  try {
    if (dice < 0.2) program.kill("SIGTERM");
    else if (dice < 0.4) program.kill("SIGINT");
  } catch {
    // It had ended by then.
  }
  await program.closeInput();
  return { end: await program.end(), asked: dice >= 0.4 };
}

Deno.test(`json keeps its promises through ${CONVERSATIONS} random conversations with a model that may do anything (T7, T15, T29, H4)`, async () => {
  let requests = 0;
  for (let seed = SEED; seed < SEED + CONVERSATIONS; seed++) {
    const random = seededRandom(seed);
    await using server = startModelServer({ reply: randomModel(random) });
    await using folder = await tempFolder();
    const args = random() < 0.4 ? ["service", "--json"] : ["json"];
    const guard = random() < 0.3 ? { AGENT_GUARD_PII: "1" } : {};
    await using program = HandrailProcess.start([...args, "--session", "mine"], {
      home: folder.path,
      env: { ...modelAt(server.url), IDEMPOTENCY_STORE: "kv", ...guard },
    });
    await program.next("session.started");
    const client = new Client(program, random);
    await client.converse();
    const { end, asked } = await endOf(program, random);

    assertEquals([seed, ...brokenPromises(end)], [seed]);
    const answered = end.events.filter(({ type }) => type === "response").map(({ id }) => id);
    if (asked) assertEquals([seed, ...answered].sort(), [seed, ...client.sent].sort());
    assertEquals([seed, ...repeated(await writes(folder.path))], [seed]);
    // Whatever happened, the model is told a history that every vendor reads.
    assertEquals([seed, ...server.requests.filter((request) => requestFault(request, "openai"))], [seed]);
    requests += server.requests.length;
  }
  assert(requests > CONVERSATIONS, `the model was asked only ${requests} times`);
});
