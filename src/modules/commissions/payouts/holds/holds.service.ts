import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { notFound } from '#common/errors/failures.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { parseId } from '#common/ids.js';
import { NO_MEMBER } from '../payouts.failures.js';
import type { HoldDto, HoldsQuery } from './holds.dto.js';
import { BEGIN_HOLD, END_HOLD, FIND_HOLD, IS_MEMBER, searchHolds, type HoldRow } from './holds.queries.js';
import { toPayoutHoldView, type PayoutHoldView } from './holds.view.js';

export const UNKNOWN_HOLD = notFound('hold');
export const HELD_ALREADY = {
  code: 'CONFLICT',
  message: 'the member is on hold already: {reason}',
  example: { reason: 'tax' },
} as const;
export const RELEASED_ALREADY = {
  code: 'CONFLICT',
  message: 'hold {id} is released already',
  example: { id: 3 },
} as const;

const PATH = '/admin/api/payout-holds/';

/** Holds back the payouts of members, who go on earning. See docs/spec/commissions.md#5. */
@Injectable()
export class PayoutHolds {
  constructor(
    private readonly db: Database,
    private readonly pager: Pager,
    private readonly audit: AuditLog,
  ) {}

  /** Holds, newest first. */
  async list(query: HoldsQuery): Promise<Page<PayoutHoldView>> {
    const { uid, reason, open } = query;
    const { limit, offset } = Pager.bounds(query);
    const search = { uid, reason, isOpen: open === undefined ? undefined : open === 'true' };
    const { page, count, values } = searchHolds(search);
    const rows = await this.db.query<HoldRow>(null, page, [...values, limit, offset]);
    const counted = await this.db.queryOne<{ count: number }>(null, count, [...values]);
    return this.pager.page(PATH, query, { rows: rows.map(toPayoutHoldView), count: counted!.count });
  }

  /**
   * Puts a member on hold; audited. Several reasons may hold at once.
   * @throws AppError VALIDATION for who is no member; CONFLICT for who is on hold for this reason already
   */
  async begin(caller: Caller, { uid, reason, note }: HoldDto): Promise<PayoutHoldView> {
    return this.db.transaction(async (tx) => {
      const values = [uid, reason, note, caller.uid];
      const made = await this.db.queryOne<{ id: number }>(tx, BEGIN_HOLD, values);
      if (made === undefined) {
        const { isMember } = (await this.db.queryOne<{ isMember: boolean }>(tx, IS_MEMBER, [uid]))!;
        throw isMember ? AppError.of(HELD_ALREADY, { reason }) : AppError.of(NO_MEMBER);
      }
      return this.recorded(tx, caller, 'begin', made.id);
    });
  }

  /**
   * Releases a hold; audited.
   * @param idText from the path
   * @throws AppError NOT_FOUND; CONFLICT if it is released already
   */
  async end(caller: Caller, idText: string): Promise<PayoutHoldView> {
    const id = parseId(idText) ?? 0;
    return this.db.transaction(async (tx) => {
      if ((await this.db.change(tx, END_HOLD, [id, caller.uid])) === 1) return this.recorded(tx, caller, 'end', id);
      const found = await this.db.queryOne<HoldRow>(tx, FIND_HOLD, [id]);
      throw found === undefined ? AppError.of(UNKNOWN_HOLD) : AppError.of(RELEASED_ALREADY, { id });
    });
  }

  private async recorded(tx: EntityManager, caller: Caller, what: string, id: number): Promise<PayoutHoldView> {
    const view = toPayoutHoldView((await this.db.queryOne<HoldRow>(tx, FIND_HOLD, [id]))!);
    const act = { action: `payout-hold.${what}`, entityType: 'payout_hold', entityId: id, after: view };
    await this.audit.record(tx, { ...caller, actsFor: view.uid }, act);
    return view;
  }
}
