/**
 * Times several cases in turn, so that whatever else the machine does hits all of them alike.
 *
 * @module
 */

/** Something to time. */
export interface SampledCase {
  readonly name: string;
  /** Is awaited; `call` counts up and never repeats, also after the warm-up. */
  readonly run: (call: number) => Promise<unknown>;
}

/** How to time. */
export interface SamplingOptions {
  /** Samples of each case that count. */
  readonly rounds: number;
  /** Calls in a row that make one sample; more than one where a call is short beside the clock's steps. */
  readonly batch: number;
}

/** What came of it: microseconds a call, the median over the samples, by the case's name. */
export type Medians = ReadonlyMap<string, number>;

/**
 * Runs a quarter of the rounds for warming up, then all of them, and starts each with another case.
 *
 * @param cases See {@linkcode SampledCase}.
 * @param options See {@linkcode SamplingOptions}.
 */
export async function sampleInTurn(
  cases: readonly SampledCase[],
  { rounds, batch }: SamplingOptions,
): Promise<Medians> {
  const samples = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
  let call = 0;
  for (let round = -Math.ceil(rounds / 4); round < rounds; round++) {
    for (let at = 0; at < cases.length; at++) {
      const one = cases[(at + Math.abs(round)) % cases.length];
      if (!one) continue;
      const start = performance.now();
      for (let turn = 0; turn < batch; turn++) await one.run(call++);
      const microseconds = 1_000 * (performance.now() - start) / batch;
      if (round >= 0) samples.get(one.name)?.push(microseconds);
    }
  }
  return new Map([...samples].map(([name, times]) => [name, median(times)]));
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;
}
