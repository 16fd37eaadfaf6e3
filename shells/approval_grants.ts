/**
 * Permissions that hold for a whole session.
 *
 * @module
 */

/** One permission. */
export interface ApprovalGrant {
  /** The tool whose calls need no further question. */
  readonly tool: string;
  /** What had asked; calls that something else asks about are asked about again. */
  readonly rule: string;
  /** When it was given, RFC 3339. */
  readonly at: string;
}

/** Settings of {@linkcode ApprovalGrants}. */
export interface ApprovalGrantsOptions {
  /** Those that the session has already. */
  readonly grants?: readonly ApprovalGrant[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Gets all of them after each change, to keep them, and the change alone, for who keeps those of others as well. */
  readonly onChange?: (grants: readonly ApprovalGrant[], change: GrantChange) => void;
}

/** Makes of some permissions those that there are after a change. */
export type GrantChange = (grants: readonly ApprovalGrant[]) => readonly ApprovalGrant[];

/**
 * The permissions of one session: given in an approval, listed and withdrawn by the person.
 *
 * @example
 * ```ts
 * const grants = new ApprovalGrants({ now: Date.now });
 * grants.add("order_refund", "high_risk");
 * grants.withdraw("order_refund"); // 1
 * ```
 */
export class ApprovalGrants {
  readonly #options: ApprovalGrantsOptions;
  #grants: readonly ApprovalGrant[];

  /** @param options See {@linkcode ApprovalGrantsOptions}. */
  constructor(options: ApprovalGrantsOptions) {
    this.#options = options;
    this.#grants = [...options.grants ?? []];
  }

  /** Was this tool allowed for the session when the same rule asked? */
  covers(tool: string, rule: string): boolean {
    return this.#grants.some((grant) => grant.tool === tool && grant.rule === rule);
  }

  /** Allows a tool's calls, as far as this rule asks about them. */
  add(tool: string, rule: string): void {
    if (this.covers(tool, rule)) return;
    const grant = { tool, rule, at: new Date(this.#options.now()).toISOString() };
    this.#change((grants) => [...grants.filter((one) => one.tool !== tool || one.rule !== rule), grant]);
  }

  /** All of them, in the order they were given. */
  list(): readonly ApprovalGrant[] {
    return this.#grants;
  }

  /**
   * Takes permissions back; the next call asks again.
   *
   * @param tool Whose; without it those of all tools.
   * @returns How many there were.
   */
  withdraw(tool?: string): number {
    const before = this.#grants.length;
    const isWithdrawn = (grant: ApprovalGrant) => tool === undefined || grant.tool === tool;
    if (!this.#grants.some(isWithdrawn)) return 0;
    this.#change((grants) => grants.filter((grant) => !isWithdrawn(grant)));
    return before - this.#grants.length;
  }

  /** Takes over what another process has kept of the same session; that is no change to keep again. */
  adopt(grants: readonly ApprovalGrant[]): void {
    this.#grants = [...grants];
  }

  #change(change: GrantChange): void {
    this.#grants = change(this.#grants);
    this.#options.onChange?.(this.#grants, change);
  }
}
