/**
 * A client of JSON mode, in the same process.
 *
 * @module
 */
import { EventQueue } from "../../agent/event_queue.ts";
import type { CommandScene } from "../../cli/json/carry_out.ts";
import { describeSession } from "../../cli/json/describe_session.ts";
import { EventWriter } from "../../cli/json/event_writer.ts";
import { JsonSession, type SessionEnd } from "../../cli/json/json_session.ts";
import type { Line } from "../../cli/json/read_lines.ts";
import type { FakeClock } from "./fake_clock.ts";
import { RecordingOutput } from "./recording_output.ts";
import { type ScriptedAnswer, ScriptedModel } from "./scripted_model.ts";
import { testAgent } from "./test_agent.ts";
import { testProgram } from "./test_program.ts";

/** A line as an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** A client at the other end of a session. */
export class JsonClient {
  readonly output = new RecordingOutput();
  readonly lines = new EventQueue<Line>();
  readonly json: JsonSession;
  readonly end: Promise<SessionEnd>;
  readonly model: ScriptedModel;
  readonly clock: FakeClock;
  readonly busy: () => boolean;

  /** @param answers What the model says. @param openModel Opens the model that `set` names. */
  constructor(
    answers: readonly ScriptedAnswer[],
    openModel: CommandScene["openModel"] = () => Promise.reject(new RangeError("Cannot use model: unknown")),
  ) {
    this.model = new ScriptedModel(answers);
    const { agent, open, clock } = testAgent(this.model);
    this.clock = clock;
    const session = open();
    this.busy = () => session.busy;
    const writer = new EventWriter({ output: this.output, sessionId: session.id, now: () => 0 });
    const opening = describeSession(testProgram(agent).program, agent, { resumed: false, warnings: [] });
    this.json = new JsonSession({ agent, session, writer, opening, openModel });
    this.end = this.json.run(this.lines);
    this.end.catch(() => {}); // a test that waits for it hears of it
  }

  /** Every event written so far. */
  get events(): Fields[] {
    return this.output.writes.map((line) => JSON.parse(line));
  }

  /** Writes commands, each on a line of its own. */
  send(...commands: Fields[]): void {
    for (const command of commands) this.lines.push({ text: JSON.stringify(command) });
  }

  /** Waits for an event that has these fields. */
  async next(fields: Fields): Promise<Fields> {
    return JSON.parse(await this.output.wait((line) => holds(JSON.parse(line), fields)));
  }

  /** Ends the input, and waits for the end. */
  async finish(): Promise<SessionEnd> {
    this.lines.close();
    return await this.end;
  }

  /** The responses: id, ok, and the code of the error. */
  responses(): unknown[] {
    return this.of("response").map(({ id, ok, error }) => ok ? [id, ok] : [id, ok, (error as Fields).code]);
  }

  /** The events of a type. */
  of(type: string): Fields[] {
    return this.events.filter((event) => event.type === type);
  }
}

function holds(event: Fields, fields: Fields): boolean {
  return Object.entries(fields).every(([name, value]) => event[name] === value);
}
