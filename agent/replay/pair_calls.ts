/**
 * Which call of now stands for which recorded one.
 *
 * @module
 */
import type { RecordedCall } from "../recording/recording.ts";

/** Two calls that belong together; one of them is absent when the other side has none. */
export interface PairedCalls {
  readonly recorded?: RecordedCall;
  readonly now?: RecordedCall;
}

/**
 * Pairs the calls of a turn: as many as possible of the same tools in the same order. Calls that are left over in the same
 * place are paired as well: there, another tool was chosen.
 *
 * @param recorded The recorded calls.
 * @param now The calls of now.
 *
 * @example
 * ```ts
 * pairCalls(turn.calls, turn.calls).length === turn.calls.length; // true
 * ```
 */
export function pairCalls(recorded: readonly RecordedCall[], now: readonly RecordedCall[]): PairedCalls[] {
  const common = commonTools(recorded, now);
  const pairs: PairedCalls[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...common, [recorded.length, now.length] as const]) {
    const [gone, come] = [recorded.slice(i, nextI), now.slice(j, nextJ)];
    for (let at = 0; at < Math.max(gone.length, come.length); at++) pairs.push(pairOf(gone[at], come[at]));
    if (nextI < recorded.length) pairs.push(pairOf(recorded[nextI], now[nextJ]));
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return pairs;
}

function pairOf(recorded: RecordedCall | undefined, now: RecordedCall | undefined): PairedCalls {
  return { ...(recorded && { recorded }), ...(now && { now }) };
}

/** The positions of the longest common subsequence of tools. */
function commonTools(
  recorded: readonly RecordedCall[],
  now: readonly RecordedCall[],
): (readonly [number, number])[] {
  const width = now.length + 1;
  const lengths = new Uint32Array((recorded.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = recorded.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] = recorded[i]?.tool === now[j]?.tool
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const positions: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < recorded.length && j < now.length;) {
    if (recorded[i]?.tool === now[j]?.tool) positions.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return positions;
}
