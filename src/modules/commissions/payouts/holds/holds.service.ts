import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { type AdminList, AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure, notFound } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { sorted } from '#common/http/sorting.js';
import { NetworkMember } from '#network/members/index.js';
import { IS_CONCERNED } from '#people/approvals/index.js';
import { rowsOfUsersFound } from '#people/users/index.js';
import { PayoutHold } from '../payouts.entity.js';
import { NO_MEMBER } from '../payouts.failures.js';
import { toPayoutHoldView, type HoldDto, type HoldsQuery, PayoutHoldView } from './holds.dto.js';

export const UNKNOWN_HOLD = notFound('hold');
export const HELD_ALREADY = failure(COMMISSIONS.on_hold_already, { example: { reason: 'tax' } });
export const RELEASED_ALREADY = failure(COMMISSIONS.hold_released, { example: { id: 3 } });

/** Holds back the payouts of members, who go on earning. See docs/spec/commissions.md#5. */
@Injectable()
export class PayoutHolds {
  constructor(
    private readonly db: Database,
    private readonly lists: AdminLists,
    private readonly audit: AuditLog,
  ) {}

  /** Holds, newest first. */
  list(query: HoldsQuery, reader?: Caller): Promise<ListAnswer<PayoutHoldView>> {
    return this.lists.answer(this.listed(query), reader);
  }

  private listed(query: HoldsQuery): AdminList<PayoutHold, PayoutHoldView, HoldsQuery> {
    const holds = this.db.manager.createQueryBuilder(PayoutHold, 'h');
    const all = sorted(holds, query.sort ?? '-from', { from: 'h.id' }, 'h.id');
    const filters = {
      search: rowsOfUsersFound('h.uid', 'h.note ILIKE :pattern'),
      uid: 'h.uid = :uid',
      reason: 'h.reason = :reason',
      open: '(h.to_at IS NULL) = CAST(:open AS boolean)',
    };
    const file = {
      name: 'payout-holds',
      entityType: 'payout_hold',
      of: PayoutHoldView,
      uidOf: (row: PayoutHoldView) => row.uid,
    };
    return { query, all, filters, view: toPayoutHoldView, file };
  }

  /**
   * Puts a member on hold; audited. Several reasons may hold at once.
   * @throws AppError VALIDATION for who is no member; CONFLICT for who is on hold for this reason already
   */
  async begin(caller: Caller, { uid, reason, note }: HoldDto): Promise<PayoutHoldView> {
    return this.db.transaction(async (tx) => {
      if (!(await tx.existsBy(NetworkMember, { uid }))) throw AppError.of(NO_MEMBER);
      const hold = { uid, reason, note, byUid: caller.uid };
      const inserted = await tx.createQueryBuilder().insert().into(PayoutHold).values(hold).orIgnore().execute();
      const [made] = inserted.raw as { id: number }[];
      if (made === undefined) throw AppError.of(HELD_ALREADY, { reason });
      return this.recorded(tx, caller, 'begin', made.id);
    });
  }

  /**
   * Releases a hold; audited.
   * @throws AppError NOT_FOUND; PERMISSION_DENIED for the member's own; CONFLICT if it is released already
   */
  async end(caller: Caller, id: number): Promise<PayoutHoldView> {
    return this.db.transaction(async (tx) => {
      const end = { toAt: () => 'clock_timestamp()', endedByUid: caller.uid };
      const { affected } = await tx.update(PayoutHold, { id, toAt: IsNull(), uid: Not(caller.uid) }, end);
      if (affected === 1) return this.recorded(tx, caller, 'end', id);
      const found = await tx.findOneBy(PayoutHold, { id });
      if (found === null) throw AppError.of(UNKNOWN_HOLD);
      throw found.toAt === null ? AppError.of(IS_CONCERNED) : AppError.of(RELEASED_ALREADY, { id });
    });
  }

  private async recorded(tx: EntityManager, caller: Caller, what: string, id: number): Promise<PayoutHoldView> {
    const view = toPayoutHoldView(await tx.findOneByOrFail(PayoutHold, { id }));
    const act = { action: `payout-hold.${what}`, entityType: 'payout_hold', entityId: id, after: view };
    await this.audit.record(tx, { ...caller, actsFor: view.uid }, act);
    return view;
  }
}
