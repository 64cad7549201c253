/** All members in columns, by their numbers, as a plan evaluates them; nobody changes them any more. */
export interface StandingColumns {
  readonly uid: Float64Array;
  /** Numbers of `KINDS`, as `status` has those of `STATUSES`. */
  readonly kind: Uint8Array;
  readonly status: Uint8Array;
  /** Negative for none. */
  readonly sponsor: Int32Array;
  /** All members, each after the sponsor. */
  readonly order: Int32Array;
  /** The qualifying volume of each member's own rows, in whole ten-thousandths. */
  readonly own: Float64Array;
}

/** What a plan makes of the members, by their numbers. */
export interface Standings {
  /** Names of ranks by their numbers. */
  readonly ranks: readonly string[];
  /** 1 for who is active. */
  readonly active: Uint8Array;
  /** Numbers of the paid-as ranks; negative for none. */
  readonly paidAs: Int16Array;
  /** The same of the member and all below: the highest. */
  readonly best: Int16Array;
  /** What a personal volume has beside the member's own rows; left out where that is nothing for all. */
  readonly customers?: Float64Array;
  /** Of a customer: the part of its group that is in the personal volume of the nearest distributor above. */
  readonly counted?: Float64Array;
}

/** Evaluates all members, in steps between which others get a turn. */
export type Evaluator = (document: unknown, columns: StandingColumns) => Generator<void, Standings>;

/** Who is active and has which rank, as far as it is known: not before a plan has evaluated, nor of who came since. */
export class LiveStandings {
  private known: Standings | undefined;

  take(standings: Standings | undefined): void {
    this.known = standings;
  }

  /** Whether a plan has evaluated. */
  get isKnown(): boolean {
    return this.known !== undefined;
  }

  /** Names of the ranks, the lowest first; none until a plan has evaluated. */
  get ranks(): readonly string[] {
    return this.known?.ranks ?? [];
  }

  /** Null where it is not known. */
  activeOf(member: number): boolean | null {
    const active = this.known?.active[member];
    return active === undefined ? null : active === 1;
  }

  /** The name of the paid-as rank; null where it is not known, and for who has none. */
  rankOf(member: number): string | null {
    return this.known?.ranks[this.paidAsOf(member)] ?? null;
  }

  /** The number of the paid-as rank; -1 where it is not known, and for who has none. */
  paidAsOf(member: number): number {
    return this.known?.paidAs[member] ?? -1;
  }

  /** The number of the highest paid-as rank of a member and all below; -1 for none. */
  bestOf(member: number): number {
    return this.known?.best[member] ?? -1;
  }

  /** What a personal volume has beside the member's own rows. */
  customersOf(member: number): number {
    return this.known?.customers?.[member] ?? 0;
  }

  /** What of a customer's group is in the personal volume of the nearest distributor above. */
  countedOf(member: number): number {
    return this.known?.counted?.[member] ?? 0;
  }

  /** Whether a member is active, or is not, and has a rank; undefined admits any. */
  filter(active: boolean | undefined, rank: string | undefined): (member: number) => boolean {
    const { known } = this;
    if (active === undefined && rank === undefined) return () => true;
    if (known === undefined) return () => false;
    const wanted = rank === undefined ? undefined : known.ranks.indexOf(rank);
    if (wanted === -1) return () => false;
    const flag = active === undefined ? undefined : Number(active);
    return (member) =>
      (flag === undefined || known.active[member] === flag) &&
      (wanted === undefined || known.paidAs[member] === wanted);
  }
}
