import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Conditions, statement, Database, type Statement } from '#common/database/index.js';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { AppError } from '#common/errors/app-error.js';
import { notFound } from '#common/errors/failures.js';
import { Pager, type Page } from '#common/http/pagination.js';
import type { HoldReason } from '../payouts.entity.js';
import { NO_MEMBER } from '../payouts.failures.js';
import { toPayoutHoldView, type HoldDto, type HoldsQuery, type PayoutHoldView, type HoldRow } from './holds.dto.js';

const HOLDS = `SELECT h.id, h.uid, u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name, h.reason, h.note, h.from_at,
     h.by_uid, h.to_at, h.ended_by_uid
   FROM payout_holds h JOIN users u ON u.uid = h.uid`;

/** Hold `$1`. */
const FIND_HOLD = statement('payouts.find-hold', `${HOLDS} WHERE h.id = $1`);

/** Puts member `$1` on hold for `$2`, with note `$3`, by `$4`; nothing for who is no member, or is on hold for that already. */
const BEGIN_HOLD = statement(
  'payouts.begin-hold',
  `INSERT INTO payout_holds (uid, reason, note, by_uid)
   SELECT m.uid, $2, $3, $4 FROM network_members m WHERE m.uid = $1
   ON CONFLICT (uid, reason) WHERE to_at IS NULL DO NOTHING
   RETURNING id`,
);

/** Whether `$1` is a member. */
const IS_MEMBER = statement(
  'payouts.is-member',
  `SELECT EXISTS (SELECT FROM network_members WHERE uid = $1) AS "isMember"`,
);

/** Releases hold `$1`, by `$2`; nothing if it is released. */
const END_HOLD = statement(
  'payouts.end-hold',
  `UPDATE payout_holds SET to_at = clock_timestamp(), ended_by_uid = $2 WHERE id = $1 AND to_at IS NULL`,
);

/** Filters of the list of holds. */
interface HoldsSearch {
  uid?: number | undefined;
  reason?: HoldReason | undefined;
  isOpen?: boolean | undefined;
}

/** The statements of a page of holds, newest first, and of the number of all; the values of both begin with the filters'. */
function searchHolds({ uid, reason, isOpen }: HoldsSearch): {
  page: Statement;
  count: Statement;
  values: readonly unknown[];
} {
  const filters = new Conditions()
    .and('uid', (p) => `h.uid = ${p}`, uid)
    .and('reason', (p) => `h.reason = ${p}`, reason)
    .and('open', (p) => `(h.to_at IS NULL) = ${p}::boolean`, isOpen);
  const page = filters.pageStatement('payouts.holds', (where) => `${HOLDS} WHERE ${where} ORDER BY h.id DESC`);
  const count = filters.statement(
    'payouts.count-holds',
    (where) => `SELECT count(*) AS count FROM payout_holds h WHERE ${where}`,
  );
  return { page, count, values: filters.values };
}

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
   * @throws AppError NOT_FOUND; CONFLICT if it is released already
   */
  async end(caller: Caller, id: number): Promise<PayoutHoldView> {
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
