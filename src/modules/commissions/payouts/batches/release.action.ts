import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import {
  ApprovableAction,
  EFFECT_PEOPLE,
  toAuditedDecision,
  toTouchedPeople,
  Approvals,
  Proposals,
  numberAsked,
  type ApprovalForecastQuery,
  type Decided,
  type Described,
  type Involved,
} from '#people/approvals/index.js';
import type { Caller } from '#common/access/index.js';
import { EarningsLedger } from '../../earnings/index.js';
import { Payout, PayoutItem } from '../payouts.entity.js';
import { NOBODY_LEFT, WRONG_STATUS } from '../payouts.failures.js';
import { PayoutsReader } from '../payouts.reader.js';
import type { ReleasedPayoutView } from '../payouts.dto.js';
import { CONTRIBUTORS, DROP_UNPAYABLE, ITEMS_DIGEST } from './batches.queries.js';

/** Which payout. */
export interface ReleasedPayout {
  readonly payout_id: number;
}

/** Releasing a payout, which is paid from then on. */
@Injectable()
export class PayoutRelease extends ApprovableAction<ReleasedPayout> {
  readonly kind = 'payout.release';
  readonly permission = 'payouts.release';

  constructor(
    private readonly db: Database,
    private readonly ledger: EarningsLedger,
    private readonly payouts: PayoutsReader,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
    private readonly approvals: Approvals,
    private readonly proposals: Proposals,
  ) {
    super();
  }

  /**
   * Releases a payout, or proposes to; audited.
   * @throws AppError NOT_FOUND; CONFLICT if it is released or cancelled, or nobody in it can be paid any more;
   * PERMISSION_DENIED for who cannot approve that
   */
  async release(caller: Caller, id: number): Promise<ReleasedPayoutView> {
    const subject = { payout_id: id };
    return this.approvals.transaction(caller, async (tx) => {
      const { approval } = await this.approvals.ask(tx, this, subject, caller);
      return { ...(await this.payouts.show(tx, subject.payout_id)), approval };
    });
  }

  /** Lets a proposal to release a payout lapse, if one waits, because the payout is changed now. */
  async lapse(tx: EntityManager, caller: Caller, id: number): Promise<void> {
    await this.proposals.changed(tx, caller, this.kind, String(id));
  }

  override subjectOf(asked: ApprovalForecastQuery): ReleasedPayout {
    return { payout_id: numberAsked(asked) };
  }

  keyOf({ payout_id: id }: ReleasedPayout): string {
    return String(id);
  }

  override async involved(tx: EntityManager, { payout_id: id }: ReleasedPayout): Promise<Involved> {
    const { status, four_eyes: isBound, created_by_uid: maker } = await this.payouts.find(tx, id);
    if (status !== 'created') throw AppError.of(WRONG_STATUS, { id, status, needed: 'created' });
    return { contributors: await this.contributors(tx, id, maker), isBound };
  }

  async describe(tx: EntityManager, { payout_id: id }: ReleasedPayout): Promise<Described> {
    const { fourEyes, createdByUid } = await this.payouts.lock(tx, id, 'created');
    const { amount, members, currency_code } = await this.payouts.find(tx, id);
    const greatest = await tx.find(PayoutItem, {
      select: { id: true, uid: true, username: true, amount: true },
      where: { payoutId: id, status: 'pending' },
      order: { amount: 'DESC', uid: 'ASC' },
      take: EFFECT_PEOPLE,
    });
    const lookedAt = (await this.db.queryOne<{ items: string }>(tx, ITEMS_DIGEST, [id]))!;
    return {
      lookedAt: { ...lookedAt, amount, members },
      contributors: await this.contributors(tx, id, createdByUid),
      isBound: fourEyes,
      effect: {
        summary: `Releases payout ${id}, which is then paid.`,
        summary_de: `Weist Auszahlung ${id} an; sie wird dann bezahlt.`,
        amount,
        currency_code,
        members,
        changes: [],
        people: toTouchedPeople(greatest),
      },
    };
  }

  /** Whoever came on hold since, or is no active distributor any more, gets the amount back. */
  async carryOut(tx: EntityManager, { payout_id: id }: ReleasedPayout, decided: Decided): Promise<void> {
    const { by } = decided;
    const before = await this.payouts.find(tx, id);
    await this.ledger.takeTime(tx);
    await this.ledger.hold(tx);
    await this.db.query(tx, DROP_UNPAYABLE, [id, by.uid]);
    const items = await tx.countBy(PayoutItem, { payoutId: id, status: 'pending' });
    if (items === 0) throw AppError.of(NOBODY_LEFT, { id });
    const releasedAt = (): string => 'clock_timestamp()';
    await tx.update(Payout, id, { status: 'released', releasedByUid: by.uid, releasedAt });
    const after = await this.payouts.find(tx, id);
    await this.audit.record(tx, by, {
      action: 'payout.release',
      entityType: 'payout',
      entityId: id,
      before,
      after: { ...after, ...toAuditedDecision(decided) },
    });
    const { amount, currency_code } = after;
    await this.events.record(tx, 'payout.created', id, { id, amount, items, currency_code });
  }

  /** Who made a payout, and who else took part in what it pays. */
  private async contributors(tx: EntityManager, id: number, maker: number): Promise<number[]> {
    const found = await this.db.query<{ uid: number }>(tx, CONTRIBUTORS, [id]);
    return [...new Set([maker, ...found.map(({ uid }) => uid)])];
  }
}
