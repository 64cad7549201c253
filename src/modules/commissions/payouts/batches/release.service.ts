import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../../common/access/index.js';
import { AuditLog } from '../../../../common/audit/index.js';
import { Database } from '../../../../common/database/index.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { EventRecorder } from '../../../../common/events/index.js';
import { EarningsLedger } from '../../earnings/index.js';
import { Payout } from '../payout.entity.js';
import { FOUR_EYES, NOBODY_LEFT } from '../payouts.failures.js';
import { PayoutsReader } from '../payouts.reader.js';
import type { PayoutView, PayoutWithItemsView } from '../payouts.view.js';
import { DROP_UNPAYABLE, GIVE_ALL_BACK, SUM_PENDING, type ItemSum } from './batches.queries.js';

/** What members read of amounts that are given back. */
const CANCELLED = 'the payout was cancelled';

/** Releases payouts to be paid, or cancels them. Section 5 of the decisions on commissions. */
@Injectable()
export class Releasing {
  constructor(
    private readonly db: Database,
    private readonly ledger: EarningsLedger,
    private readonly payouts: PayoutsReader,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Releases a payout; audited. Whoever came on hold since, or is no active distributor any more, gets the amount back.
   * @param idText from the path
   * @throws AppError NOT_FOUND; CONFLICT if it is released or cancelled, or nobody in it can be paid any more;
   * PERMISSION_DENIED for who made it, under four eyes
   */
  async release(caller: Caller, idText: string): Promise<PayoutWithItemsView> {
    return this.db.transaction(async (tx) => {
      const { id, fourEyes, createdByUid } = await this.payouts.lock(tx, idText, 'created');
      if (fourEyes && createdByUid === caller.uid) throw AppError.of(FOUR_EYES);
      const before = await this.payouts.find(tx, id);
      await this.ledger.takeTime(tx);
      await this.ledger.hold(tx);
      await this.db.query(tx, DROP_UNPAYABLE, [id, caller.uid]);
      const { items } = (await this.db.queryOne<ItemSum>(tx, SUM_PENDING, [id]))!;
      if (items === 0) throw AppError.of(NOBODY_LEFT, { id });
      await tx.update(Payout, id, {
        ...{ status: 'released', releasedByUid: caller.uid },
        releasedAt: () => 'clock_timestamp()',
      });
      const { amount, currency_code } = await this.record(tx, caller, 'payout.release', before);
      await this.events.record(tx, 'payout.created', id, { id, amount, items, currency_code });
      return this.payouts.show(tx, id);
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
        ...{ status: 'cancelled', cancelledByUid: caller.uid },
        cancelledAt: () => 'clock_timestamp()',
      });
      await this.record(tx, caller, 'payout.cancel', before);
      return this.payouts.show(tx, id);
    });
  }

  private async record(tx: EntityManager, caller: Caller, action: string, before: PayoutView): Promise<PayoutView> {
    const after = await this.payouts.find(tx, before.id);
    await this.audit.record(tx, caller, { action, entityType: 'payout', entityId: before.id, before, after });
    return after;
  }
}
