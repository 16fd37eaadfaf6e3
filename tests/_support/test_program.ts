/**
 * The program as commands see it, without a terminal and without an environment.
 *
 * @module
 */
import type { Agent } from "../../agent/assemble_agent.ts";
import { readBuildFacts } from "../../cli/build_facts.ts";
import type { Program } from "../../cli/program.ts";
import { readSettings } from "../../cli/settings/settings.ts";
import { StandardInput } from "../../cli/standard_input.ts";
import { MemoryBreakerStore } from "../../shells/stores/memory_breaker_store.ts";
import { MemoryIdempotencyStore } from "../../shells/stores/memory_idempotency_store.ts";
import { HybridKnowledge } from "../../kb/hybrid_knowledge.ts";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { FakeByteSource } from "./fake_byte_source.ts";
import { RecordingOutput } from "./recording_output.ts";

/** A program, and what stands behind it. */
export interface TestProgram {
  readonly program: Program;
  readonly source: FakeByteSource;
  readonly output: RecordingOutput;
  readonly errors: RecordingOutput;
}

/**
 * Builds one around an agent; `replace` puts other parts in.
 *
 * @param agent What `assembleAgent` gives, whatever is asked for.
 */
export function testProgram(agent: Agent, replace: Partial<Program> = {}): TestProgram {
  const source = new FakeByteSource();
  const [output, errors] = [new RecordingOutput(), new RecordingOutput()];
  let ids = 0;
  const program: Program = {
    version: "1.2.3",
    build: readBuildFacts("/nowhere", false, "/nowhere/deno"),
    settings: readSettings({ HOME: "/nowhere" }, "/nowhere"),
    input: new StandardInput(source),
    output,
    errors,
    now: () => Date.parse("2026-03-01T09:00:00.000Z"),
    newId: (prefix) => `${prefix}_${++ids}`,
    assembleAgent: () => Promise.resolve(agent),
    secret: () => Promise.resolve("test-secret"),
    openStore: () => Promise.resolve(new MemoryIdempotencyStore({ clock: { now: () => 0 } })),
    openBreakerStore: () => Promise.resolve(new MemoryBreakerStore({ elapsed: () => 0 })),
    openModel: (spec) => Promise.reject(new RangeError(`Cannot use model: ${spec} is unknown`)),
    openEmbedder: () => Promise.resolve(undefined),
    inspectEmbedder: () =>
      Promise.resolve({
        choice: "none",
        backend: undefined,
        problems: [],
        weights: undefined,
        copiesFolder: undefined,
        otherCopies: [],
      }),
    openKnowledge: () => {
      const index = KnowledgeIndex.open(":memory:");
      const knowledge = new HybridKnowledge(index, { embedder: () => Promise.resolve(undefined) });
      return Promise.resolve({ index, knowledge, origin: "index" });
    },
    networkEnvironment: () => ({}),
    networkFetch: () => Promise.reject(new Error("No test of this program sends anything")),
    openRecordedKnowledge: () => Promise.reject(new Error("Cannot open documents: none were recorded")),
    hasIndex: () => true,
    ...replace,
  };
  return { program, source, output, errors };
}
