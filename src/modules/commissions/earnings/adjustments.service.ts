import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { fixedNumber } from '#common/money/fixed.js';
import { Approvals, ApprovalSettingsStore, type Asked } from '#people/approvals/index.js';
import type { Caller } from '#common/access/index.js';
import type { WriteOffDto, AdminEarningView, AdjustEarningsDto, AdjustedEarningView } from './earnings.dto.js';
import { type Adjusted, type Assessed, EarningsAdjustment, EarningsWriteOff, isSmall } from './adjustments.actions.js';

/** Adjusts earnings, and writes balances off. See docs/spec/commissions.md#5. */
@Injectable()
export class AdjustmentsService {
  constructor(
    private readonly approvals: Approvals,
    private readonly settings: ApprovalSettingsStore,
    private readonly adjustment: EarningsAdjustment,
    private readonly writingOff: EarningsWriteOff,
  ) {}

  /**
   * Adds to a member's balance, or takes off; above the limit, or to one's own, it may only be proposed; audited.
   * @throws AppError VALIDATION for who is no member, and an amount of 0 or with more decimals than the currency has
   */
  async adjust(caller: Caller, { uid, amount, reason }: AdjustEarningsDto): Promise<AdjustedEarningView> {
    const subject = { uid, amount, reason };
    return this.approvals.transaction(caller, async (tx) => {
      const assessed = await this.adjustment.assess(tx, subject);
      if (await this.needsNobody(tx, { uid, byUid: caller.uid, ...assessed }))
        return small(await this.adjustment.write(tx, subject, { ...assessed, decided: byOneself(caller) }));
      return answerOf(subject, assessed, await this.approvals.ask(tx, this.adjustment, subject, caller));
    });
  }

  /**
   * Brings the balance of a member who has left to 0; above the limit it may only be proposed; audited.
   * @throws AppError VALIDATION for who is no member; CONFLICT for a distributor who is not terminated, and a balance of 0
   */
  async writeOff(caller: Caller, { uid, reason }: WriteOffDto): Promise<AdjustedEarningView> {
    const subject = { uid, reason };
    return this.approvals.transaction(caller, async (tx) => {
      const assessed = await this.writingOff.assess(tx, subject);
      if (await this.needsNobody(tx, { uid, byUid: caller.uid, ...assessed }))
        return small(await this.writingOff.write(tx, subject, { ...assessed, decided: byOneself(caller) }));
      return answerOf(subject, assessed, await this.approvals.ask(tx, this.writingOff, subject, caller));
    });
  }

  private async needsNobody(tx: EntityManager, adjusted: Adjusted): Promise<boolean> {
    return isSmall(adjusted, await this.settings.hold(tx));
  }
}

const byOneself = (by: Caller) => ({ by, makerUid: by.uid });

function small(entry: AdminEarningView): AdjustedEarningView {
  return { ...entry, approval: null };
}

/** What was written, or is to be. */
function answerOf(
  { uid, reason }: { uid: number; reason: string },
  { member, amount }: Assessed,
  { approval, done }: Asked<AdminEarningView>,
): AdjustedEarningView {
  if (done !== undefined) return { ...done.result, approval };
  return {
    id: null,
    at: null,
    kind: 'adjustment',
    amount: fixedNumber(amount),
    period: null,
    payable_at: null,
    reason,
    uid,
    username: member.username,
    run_id: null,
    payout_id: null,
    reward: null,
    reward_key: null,
    by_uid: approval.made_by_uid,
    approval,
  };
}
