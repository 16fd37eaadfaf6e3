/**
 * What a command gets from the composition root.
 *
 * @module
 */
import type { Agent, AgentParts } from "../agent/assemble_agent.ts";
import type { NamedModel } from "../agent/models/create_model.ts";
import type { Recording } from "../agent/recording/recording.ts";
import type { Embedder } from "../kb/embedder.ts";
import type { HybridKnowledge } from "../kb/hybrid_knowledge.ts";
import type { KnowledgeIndex } from "../kb/knowledge_index.ts";
import type { OpenBreakerStore } from "../shells/stores/breaker_store.ts";
import type { OpenStore } from "../shells/stores/open_store.ts";
import type { BuildFacts } from "./build_facts.ts";
import type { Flags } from "./flags.ts";
import type { EmbedderState } from "./inspect_embedder.ts";
import type { OpenEmbedderOptions } from "./open_embedder.ts";
import type { OutputStream } from "./output_stream.ts";
import type { Settings } from "./settings/settings.ts";
import type { StandardInput } from "./standard_input.ts";
import type { NetworkEnvironment } from "./settings/variables.ts";

/** A knowledge base and where it came from. */
export interface OpenKnowledge {
  readonly index: KnowledgeIndex;
  /** Searches it by words and by meaning. */
  readonly knowledge: HybridKnowledge;
  /**
   * `bundled` when there is no index of the user's yet and the samples answer; `embedded` when in their place the
   * program was built around an index.
   */
  readonly origin: "index" | "bundled" | "embedded";
}

/** The program as commands see it: nothing here is global, everything can be replaced by a test. */
export interface Program {
  readonly version: string;
  /** What the program was built from, and what it brings along. */
  readonly build: BuildFacts;
  readonly settings: Settings;
  readonly input: StandardInput;
  readonly output: OutputStream;
  readonly errors: OutputStream;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  /**
   * Builds an agent.
   *
   * @throws {UsageError} If a flag or a setting names something unknown.
   */
  assembleAgent(
    flags: Pick<Flags, "profile" | "model" | "approve">,
    replace?: Partial<AgentParts>,
  ): Promise<Agent>;
  /**
   * Opens the model that a string names; `now` is the time that it goes by, the machine's unless it is given.
   *
   * @throws {RangeError} If it names none.
   * @throws {MissingKeyError} If it needs a key that is not set.
   */
  openModel(spec: string, now?: () => number): Promise<NamedModel>;
  /**
   * Opens the model that turns texts into vectors; `undefined` when none is wanted.
   *
   * @throws {Error} When it cannot be had.
   */
  openEmbedder(options: OpenEmbedderOptions): Promise<Embedder | undefined>;
  /** Finds out what search by meaning goes by on this machine, by loading it. */
  inspectEmbedder(): Promise<EmbedderState>;
  /** Opens the user's index, or the bundled samples when there is none. Opened once. */
  openKnowledge(): Promise<OpenKnowledge>;
  /** Opens what a recording was made with. Not shared with others: whoever opens it closes its index. */
  openRecordedKnowledge(recorded: Pick<Recording, "documents" | "search">): Promise<OpenKnowledge>;
  /** What keys fingerprints and opens what is sealed. Read once. */
  secret(): Promise<string>;
  /** Opens the store of idempotency records that the settings name. Opened once. */
  openStore(): Promise<OpenStore>;
  /** Opens the store of circuit breakers, which is of the same kind. Opened once. */
  openBreakerStore(): Promise<OpenBreakerStore>;
  /**
   * What every request of the program's own goes through. Made once.
   *
   * @throws {UsageError} If the person's own `handrail.json` names certificates that cannot be read.
   */
  networkFetch(): Promise<typeof fetch>;
  /** The variables of proxies and certificates that are set. */
  networkEnvironment(): NetworkEnvironment;
  /** Is there an index of the user's? */
  hasIndex(): boolean;
}
