/**
 * What the conversation at the terminal needs.
 *
 * @module
 */
import type { Agent } from "../../agent/assemble_agent.ts";
import type { AgentSession } from "../../agent/agent_session.ts";
import type { Language } from "../../tools/types.ts";
import type { OutputStream } from "../output_stream.ts";
import type { StandardInput } from "../standard_input.ts";
import type { TerminalLook } from "../terminal_look.ts";
import type { Wording } from "../wording.ts";
import type { LineReader } from "./line_reader.ts";
import type { SideCommands } from "./side_commands.ts";

/** What the conversation needs. */
export interface ReplOptions {
  readonly agent: Agent;
  readonly session: AgentSession;
  /** Opens the session of an id, or a fresh one, and says what there is to say about it. */
  readonly openSession: (id?: string) => Promise<AgentSession>;
  /** What goes on beside the conversation. */
  readonly side: SideCommands;
  readonly input: StandardInput;
  /** Where the person's lines come from, between turns. */
  readonly lines: LineReader;
  readonly output: OutputStream;
  readonly wording: Wording;
  readonly language: Language;
  readonly color: boolean;
  /** What a renderer does at a terminal. */
  readonly look: TerminalLook;
  /** Draw each turn's calls as a tree. */
  readonly trace: boolean;
  /** The lines of `/tools`. */
  readonly toolLines: readonly string[];
}
