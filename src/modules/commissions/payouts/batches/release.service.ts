import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { parseId } from '#common/ids.js';
import { Approvals, Proposals } from '#people/approvals/index.js';
import { EarningsLedger } from '../../earnings/index.js';
import { Payout } from '../payout.entity.js';
import { PayoutsReader } from '../payouts.reader.js';
import type { PayoutWithItemsView, ReleasedPayoutView } from '../payouts.view.js';
import { GIVE_ALL_BACK } from './batches.queries.js';
import { PayoutRelease } from './release.action.js';

/** What members read of amounts that are given back. */
const CANCELLED = 'the payout was cancelled';

/** Releases payouts to be paid, or cancels them. See docs/spec/commissions.md#5. */
@Injectable()
export class Releasing {
  constructor(
    private readonly db: Database,
    private readonly ledger: EarningsLedger,
    private readonly payouts: PayoutsReader,
    private readonly approvals: Approvals,
    private readonly action: PayoutRelease,
    private readonly proposals: Proposals,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Releases a payout, or proposes to; audited.
   * @param idText from the path
   * @throws AppError NOT_FOUND; CONFLICT if it is released or cancelled, or nobody in it can be paid any more;
   * PERMISSION_DENIED for who cannot approve that
   */
  async release(caller: Caller, idText: string): Promise<ReleasedPayoutView> {
    const subject = { payout_id: parseId(idText) ?? 0 };
    return this.approvals.transaction(caller, async (tx) => {
      const { approval } = await this.approvals.ask(tx, this.action, subject, caller);
      return { ...(await this.payouts.show(tx, subject.payout_id)), approval };
    });
  }

  /**
   * Cancels a payout that is not released, and gives all of it back; audited.
   * @param idText from the path
   * @throws AppError NOT_FOUND; CONFLICT if it is released or cancelled
   */
  async cancel(caller: Caller, idText: string): Promise<PayoutWithItemsView> {
    return this.db.transaction(async (tx) => {
      const { id } = await this.payouts.lock(tx, idText, 'created');
      const before = await this.payouts.find(tx, id);
      await this.ledger.takeTime(tx);
      await this.ledger.hold(tx);
      await this.db.query(tx, GIVE_ALL_BACK, [id, caller.uid, CANCELLED]);
      await tx.update(Payout, id, {
        status: 'cancelled',
        cancelledByUid: caller.uid,
        cancelledAt: () => 'clock_timestamp()',
      });
      await this.proposals.changed(tx, caller, this.action.kind, String(id));
      const after = await this.payouts.find(tx, id);
      await this.audit.record(tx, caller, {
        action: 'payout.cancel',
        entityType: 'payout',
        entityId: id,
        before,
        after,
      });
      return this.payouts.show(tx, id);
    });
  }
}
