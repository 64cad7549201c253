/**
 * Why a commission that a bonus would have paid is unpaid:
 * - `not_active`: the payee is not active, or suspended
 * - `no_upline`: nobody stands there who could get it
 * - `rank`: the payee's rank has a lower percentage than the highest of the level
 * - `legs`: the payee has no active distributor of its own in each leg
 * - `over_cap`: it is above a cap
 * - `not_shared`: nobody has a share of a pool
 */
export type UnpaidReason = 'not_active' | 'no_upline' | 'rank' | 'legs' | 'over_cap' | 'not_shared';

/** Unpaid commissions by bonus and reason, in minor units: the breakage of a run. For levels, at their highest percentage. */
export class Unpaid {
  private readonly amounts = new Map<string, Map<UnpaidReason, bigint>>();

  /**
   * @param bonus its id, or `cap`
   * @param amount whole minor units
   * @throws Error for any other
   */
  add(bonus: string, reason: UnpaidReason, amount: number | bigint): void {
    if (amount === 0 || amount === 0n) return;
    if (typeof amount === 'number' && !Number.isInteger(amount))
      throw new Error(`unpaid amounts must be whole minor units, not ${amount}`);
    let reasons = this.amounts.get(bonus);
    if (reasons === undefined) this.amounts.set(bonus, (reasons = new Map<UnpaidReason, bigint>()));
    reasons.set(reason, (reasons.get(reason) ?? 0n) + BigInt(amount));
  }

  /** By the ids of bonuses, and `cap`. */
  get byBonus(): ReadonlyMap<string, ReadonlyMap<UnpaidReason, bigint>> {
    return this.amounts;
  }
}
