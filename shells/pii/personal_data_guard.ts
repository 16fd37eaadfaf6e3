/**
 * Keeps personal data on one side: outside, values; inside, what stands for them.
 *
 * @module
 */
import type { AliasVault } from "./alias_vault.ts";
import { findPersonalData } from "./find_personal_data.ts";
import { mapTexts } from "./map_texts.ts";
import { MaskStream } from "./mask_stream.ts";
import type { Recogniser } from "./recogniser.ts";
import { replaceFindings, type Replacement } from "./replace_findings.ts";

/** What was masked in a value. */
export interface Masked {
  readonly value: unknown;
  /** How many findings were replaced. */
  readonly count: number;
  /** Their kinds, each once, in order of appearance. */
  readonly kinds: readonly string[];
}

/** Settings of {@linkcode PersonalDataGuard}. */
export interface PersonalDataGuardOptions {
  readonly recognisers: readonly Recogniser[];
  /** Gives what stands for a finding. @default {the vault's alias} */
  readonly replace?: Replacement;
  readonly vault: AliasVault;
}

/**
 * Masks and restores for one session.
 *
 * @example
 * ```ts
 * const guard = new PersonalDataGuard({ recognisers: DEFAULT_RECOGNISERS, vault: new AliasVault() });
 * guard.mask("我的电话 13800138000"); // "我的电话 [[PHONE_1]]"
 * guard.restore({ text: "call [[PHONE_1]]" }); // { text: "call 13800138000" }
 * ```
 */
export class PersonalDataGuard {
  readonly #recognisers: readonly Recogniser[];
  readonly #replace: Replacement;
  readonly #vault: AliasVault;

  /** @param options See {@linkcode PersonalDataGuardOptions}. */
  constructor({ recognisers, replace, vault }: PersonalDataGuardOptions) {
    this.#recognisers = recognisers;
    this.#vault = vault;
    this.#replace = replace ?? ((finding, original) => vault.aliasOf(finding, original));
  }

  /** The aliases of the session. */
  get vault(): AliasVault {
    return this.#vault;
  }

  /** A text without personal data. Masking twice is masking once. */
  mask(text: string): string {
    return replaceFindings(text, findPersonalData(text, this.#recognisers), this.#replace);
  }

  /** A JSON value without personal data, and what was in it. */
  maskValue(value: unknown): Masked {
    const kinds: string[] = [];
    const replace: Replacement = (finding, original) => {
      kinds.push(finding.kind);
      return this.#replace(finding, original);
    };
    const masked = mapTexts(
      value,
      (text) => replaceFindings(text, findPersonalData(text, this.#recognisers), replace),
    );
    return { value: masked, count: kinds.length, kinds: [...new Set(kinds)] };
  }

  /** A JSON value with what stands behind the aliases that were issued here. */
  restore(value: unknown): unknown {
    return mapTexts(value, (text) => this.#vault.restore(text));
  }

  /** Masks a text that comes in pieces. */
  stream(): MaskStream {
    return new MaskStream({ recognisers: this.#recognisers, replace: this.#replace });
  }
}
