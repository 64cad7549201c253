import { Injectable } from '@nestjs/common';
import { AppError, Database, EventRecorder, Pager, statement, type PageQuery } from 'direct-selling-commerce-api';
import type { EntityManager } from 'typeorm';
import { TOO_FEW_POINTS } from './loyalty.messages.js';
import type { Kind, PriceTerms } from './loyalty.rules.js';
import { LoyaltySettings } from './loyalty.settings.js';

const LOCK = statement(
  'loyalty.lock',
  `INSERT INTO loyalty_accounts (uid) VALUES ($1)
   ON CONFLICT (uid) DO UPDATE SET uid = excluded.uid
   RETURNING tier, points, redeeming`,
);
const READ = statement('loyalty.read', 'SELECT tier, points, redeeming FROM loyalty_accounts WHERE uid = $1');
const BOOK = statement(
  'loyalty.book',
  `WITH entry AS (
     INSERT INTO loyalty_entries (uid, kind, points, order_id, from_at) VALUES ($1, $2, $3, $4, $5)
     RETURNING uid, points
   )
   UPDATE loyalty_accounts a SET points = a.points + entry.points FROM entry WHERE a.uid = entry.uid
   RETURNING a.points`,
);
const REDEEM = statement(
  'loyalty.redeem',
  'UPDATE loyalty_accounts SET redeeming = $2 WHERE uid = $1 AND points >= $2 RETURNING tier, points, redeeming',
);
const REDEEMED = statement('loyalty.redeemed', 'UPDATE loyalty_accounts SET redeeming = 0 WHERE uid = $1');
const OF_ORDER = statement(
  'loyalty.of-order',
  `SELECT coalesce(sum(points) FILTER (WHERE kind = 'earned'), 0)::int AS earned,
          -coalesce(sum(points) FILTER (WHERE kind = 'spent'), 0)::int AS spent,
          -coalesce(min(points) FILTER (WHERE kind = 'spent'), 0)::int AS redeemed
     FROM loyalty_entries WHERE uid = $1 AND order_id = $2`,
);
// What is older than $2 and was not used: whatever takes points takes the oldest.
const EXPIRED = statement(
  'loyalty.expired',
  `SELECT coalesce(sum(points), 0)::int AS points
     FROM loyalty_entries WHERE uid = $1 AND (from_at IS NULL OR from_at < $2)`,
);
const ENTRIES = statement(
  'loyalty.entries',
  `SELECT id::int, kind, points, order_id::int, booked_at, (count(*) OVER ())::int AS count
     FROM loyalty_entries WHERE uid = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
);

/** An entry of the ledger. */
export interface Entry {
  id: number;
  kind: Kind;
  points: number;
  order_id: number | null;
  booked_at: Date;
}

/** What is booked: points with `from` expire, counted from that instant on. */
export interface NewEntry {
  kind: Kind;
  points: number;
  orderId?: number;
  from?: Date;
}

const NOTHING: PriceTerms = { tier: 'none', points: 0, redeeming: 0 };

/** The ledger of points. All that changes an account locks it first, so that no point is spent twice. */
@Injectable()
export class Ledger {
  constructor(
    private readonly db: Database,
    private readonly events: EventRecorder,
    private readonly settings: LoyaltySettings,
  ) {}

  /** Locks the account of a member until the transaction ends; there is one from then on. */
  async lock(tx: EntityManager, uid: number): Promise<PriceTerms> {
    return (await this.db.queryOne<PriceTerms>(tx, LOCK, [uid]))!;
  }

  async read(tx: EntityManager | null, uid: number): Promise<PriceTerms> {
    return (await this.db.queryOne<PriceTerms>(tx, READ, [uid])) ?? NOTHING;
  }

  /** Books points on a locked account; none is no entry. */
  async book(tx: EntityManager, uid: number, { kind, points, orderId, from }: NewEntry): Promise<void> {
    if (points === 0) return;
    const values = [uid, kind, points, orderId ?? null, from ?? null];
    const { points: balance } = (await this.db.queryOne<{ points: number }>(tx, BOOK, values))!;
    const data = { uid, kind, points, balance, order_id: orderId ?? null };
    await this.events.record(tx, 'loyalty.points_changed', uid, data);
  }

  /** What was earned by an order and spent on it so far, and what was redeemed when it was placed. */
  async ofOrder(
    tx: EntityManager,
    uid: number,
    id: number,
  ): Promise<{ earned: number; spent: number; redeemed: number }> {
    return (await this.db.queryOne<{ earned: number; spent: number; redeemed: number }>(tx, OF_ORDER, [uid, id]))!;
  }

  /**
   * Says how many points the next order redeems; they are spent when it is placed.
   * @throws AppError VALIDATION if there are fewer
   */
  async redeem(uid: number, points: number): Promise<PriceTerms> {
    const changed = await this.db.queryOne<PriceTerms>(null, REDEEM, [uid, points]);
    if (changed !== undefined) return changed;
    const terms = await this.read(null, uid);
    if (points <= terms.points) return terms;
    const most = String(Math.max(0, terms.points));
    throw AppError.ofField('VALIDATION', 'points', TOO_FEW_POINTS.replace('{points}', most));
  }

  /** Spends points of a locked account on an order. */
  async spend(tx: EntityManager, uid: number, orderId: number, points: number): Promise<void> {
    await this.db.query(tx, REDEEMED, [uid]);
    await this.book(tx, uid, { kind: 'spent', points: -points, orderId });
  }

  /** Takes what has expired from a locked account. */
  async expire(tx: EntityManager, uid: number): Promise<void> {
    const { points } = (await this.db.queryOne<{ points: number }>(tx, EXPIRED, [uid, this.settings.expiredBefore]))!;
    if (points > 0) await this.book(tx, uid, { kind: 'expired', points: -points });
  }

  async entries(uid: number, query: PageQuery): Promise<{ rows: Entry[]; count: number }> {
    const { limit, offset } = Pager.bounds(query);
    const found = await this.db.query<Entry & { count: number }>(null, ENTRIES, [uid, limit, offset]);
    return { rows: found.map(({ count: _, ...entry }) => entry), count: found[0]?.count ?? 0 };
  }
}
