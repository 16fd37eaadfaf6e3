/**
 * Takes personal data out of turns.
 *
 * @module
 */
import { AliasVault } from "../../shells/pii/alias_vault.ts";
import { mapTexts } from "../../shells/pii/map_texts.ts";
import { PersonalDataGuard } from "../../shells/pii/personal_data_guard.ts";
import type { Recogniser } from "../../shells/pii/recogniser.ts";
import type { RecordedTurn } from "./recording.ts";

/** What masks, with one alias for one value throughout. */
export interface TurnMask {
  readonly text: (text: string) => string;
  readonly turn: (turn: RecordedTurn) => RecordedTurn;
}

/**
 * Makes what replaces personal data, keys and tokens by aliases that nothing restores.
 *
 * @param known Whose aliases are never given to something else: the turns of a guarded session, or of a recording.
 * @param recognisers What to look for.
 *
 * @example
 * ```ts
 * turns.map(maskTurns(turns, DEFAULT_RECOGNISERS).turn);
 * ```
 */
export function maskTurns(known: readonly RecordedTurn[], recognisers: readonly Recogniser[]): TurnMask {
  const vault = new AliasVault();
  vault.reserve(JSON.stringify(known));
  const guard = new PersonalDataGuard({ recognisers, vault });
  const text = (text: string) => guard.mask(text);
  return { text, turn: (turn) => masked(turn, text) };
}

function masked(turn: RecordedTurn, mask: (text: string) => string): RecordedTurn {
  const hide = <T>(value: T): T => mapTexts(value, mask) as T;
  return {
    ...turn,
    user: mask(turn.user),
    calls: turn.calls.map((call) => ({
      ...call,
      input: hide(call.input),
      ...(call.approval && { approval: hide(call.approval) }),
      ...(call.reply && { reply: hide(call.reply) }),
      output: hide(call.output),
    })),
    answer: mask(turn.answer),
  };
}
