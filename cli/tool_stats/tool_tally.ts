/**
 * What is counted of one tool.
 *
 * @module
 */
import { COUNTED_FAILURES } from "../../shells/counted_failures.ts";
import type { CallRecord } from "../../agent/calls/call_record.ts";
import { EvidenceCounter } from "./evidence.ts";
import { LatencySketch } from "./latency_sketch.ts";

/** The tool's own failures, as its circuit breaker counts them: nobody asked for anything wrong. */
const FAILURES: ReadonlySet<string> = COUNTED_FAILURES;

/** A call that takes longer is slow, in milliseconds. */
export const SLOW_MS = 3_000;

/**
 * Adds up the calls of one tool.
 *
 * @example
 * ```ts
 * const tally = new ToolTally();
 * for (const record of records) tally.add(record);
 * ```
 */
export class ToolTally {
  calls = 0;
  /** Calls that did not end well, by type of error. */
  readonly errors = new Map<string, number>();
  retries = 0;
  repeats = 0;
  replays = 0;
  asks = 0;
  denials = 0;
  repairs = 0;
  /** Calls that ran. */
  executed = 0;
  outputTokens = 0;
  /** How the breaker stood at the end of the last call that asked it. */
  circuit: string | undefined;
  /** Of the calls that ran. */
  readonly latency = new LatencySketch();
  /** Fields that did not fit. */
  readonly misfits = new EvidenceCounter();
  /** `failing`, `slow`, `breaker`: the calls that show it. */
  readonly signs = new EvidenceCounter();

  /** Counts a call. */
  add(record: CallRecord): void {
    const { call_id, status, error_type, attempts, approval, circuit, misfits, latency_ms } = record;
    this.calls++;
    this.outputTokens += record.output_tokens ?? 0;
    if (status !== "ok") {
      const type = error_type ?? status;
      this.errors.set(type, (this.errors.get(type) ?? 0) + 1);
      if (FAILURES.has(type)) this.signs.add("failing", call_id);
      if (type === "circuit_open") this.signs.add("breaker", call_id);
    }
    if (attempts > 0) {
      this.executed++;
      this.retries += attempts - 1;
      this.latency.add(latency_ms);
      if (latency_ms > SLOW_MS) this.signs.add("slow", call_id);
    }
    if (record.repeat) this.repeats++;
    if (record.replayed) this.replays++;
    if (record.repair) this.repairs++;
    if (approval) this.asks++;
    if (approval?.decision === "deny") this.denials++;
    if (circuit) this.circuit = circuit.state;
    const fields: readonly unknown[] = Array.isArray(misfits) ? misfits : [];
    for (const field of fields) if (typeof field === "string") this.misfits.add(field, call_id);
  }
}
