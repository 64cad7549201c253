import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { callerWithoutRequest } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { EventRecorder } from '#common/events/index.js';
import { Currency } from '#common/money/currency.js';
import { SessionEndings } from '#people/sessions/index.js';
import { CartRenewal } from '#sales/orders/index.js';

/**
 * Moves all sequences `$1` numbers ahead, but none by more than a hundredth of what it has left: an extension may have small
 * ones. Not those of the job queue, whose numbers nobody outside sees. Sequences are not part of the transaction.
 */
const MOVE_SEQUENCES = statement(
  'restore.move-sequences',
  `SELECT count(setval(format('%I.%I', schemaname, sequencename)::regclass, at + least($1::bigint, (max_value - at) / 100))) AS moved
     FROM (SELECT *, coalesce(last_value, start_value) AS at FROM pg_sequences
            WHERE schemaname NOT IN ('graphile_worker') AND increment_by > 0 AND NOT cycle) AS s`,
);

/** When the last event happened that the database has. */
const LAST_EVENT = statement('restore.last-event', 'SELECT max(timestamp) AS at FROM events');

/** A payout whose items are not all marked. */
interface OpenPayoutRow {
  id: number;
  status: 'created' | 'released';
  created_at: Date;
  items: number;
  amount: string;
}

/** Payouts that somebody may have paid without the database knowing, the oldest first. */
const OPEN_PAYOUTS = statement(
  'restore.open-payouts',
  `SELECT p.id, p.status, p.created_at, i.items, i.amount
     FROM payouts p
    CROSS JOIN LATERAL (SELECT count(*) AS items, sum(amount)::text AS amount
                          FROM payout_items WHERE payout_id = p.id AND status = 'pending') AS i
    WHERE p.status <> 'cancelled' AND i.items > 0 ORDER BY p.id`,
);

/** The newest things that the database knows of, to compare with what others know. */
interface NewestRow {
  payout: number | null;
  period: string | null;
  order_number: string | null;
}

const NEWEST = statement(
  'restore.newest',
  `SELECT (SELECT max(id) FROM payouts) AS payout,
     (SELECT max(period) FROM commission_runs WHERE status = 'posted') AS period,
     (SELECT order_number FROM orders WHERE status <> 'cart' ORDER BY placed_at DESC, id DESC LIMIT 1) AS order_number`,
);

/** How much the versions of carts rise; `If-Match` takes versions below a billion. */
const VERSIONS_AHEAD = 1_000_000;

/** No user: who may start the program with the database's password. */
const OPERATOR = callerWithoutRequest('after-restore', { uid: 0, username: 'operator' });

interface Done {
  readonly sequences: number;
  readonly sessions: number;
  readonly carts: number;
  readonly restoredTo: string | null;
  readonly payouts: readonly OpenPayoutRow[];
  readonly newest: NewestRow;
}

/** Makes a restored database fit for use: what others have heard of since the backup must not come again as something else. */
@Injectable()
export class AfterRestore {
  constructor(
    private readonly db: Database,
    private readonly sessions: SessionEndings,
    private readonly carts: CartRenewal,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
    private readonly currency: Currency,
  ) {}

  /**
   * Moves sequences ahead, renews carts, ends all sessions, and tells applications. No instance may run meanwhile.
   * @param ids by how many numbers sequences move: more than were drawn after the point of the backup
   * @returns what was done, and what an operator must compare, as lines
   */
  async carryOut(ids: number): Promise<string[]> {
    const done = await this.db.transaction(async (tx): Promise<Done> => {
      const last = await this.db.queryOne<{ at: Date | null }>(tx, LAST_EVENT);
      const restoredTo = last?.at?.toISOString() ?? null;
      const { moved } = (await this.db.queryOne<{ moved: number }>(tx, MOVE_SEQUENCES, [ids]))!;
      const payouts = await this.db.query<OpenPayoutRow>(tx, OPEN_PAYOUTS);
      const newest = (await this.db.queryOne<NewestRow>(tx, NEWEST))!;
      const carts = await this.carts.renewAll(tx, VERSIONS_AHEAD);
      const sessions = await this.sessions.endEvery(tx, 'database_restored');
      await this.events.record(tx, 'service.restored', 'database', { restored_to: restoredTo });
      await this.audit.record(tx, OPERATOR, {
        action: 'database.restored',
        entityType: 'database',
        entityId: '-',
        after: { restored_to: restoredTo, ids, sessions, carts },
      });
      return { sequences: moved, sessions, carts, restoredTo, payouts, newest };
    });
    return this.describe(done, ids);
  }

  private describe({ sequences, sessions, carts, restoredTo, payouts, newest }: Done, ids: number): string[] {
    return [
      `last event of this database: ${restoredTo ?? 'none'}`,
      `sequences moved ${ids} ahead: ${sequences}`,
      `sessions ended: ${sessions}`,
      `carts with a new id and version: ${carts}`,
      'applications that subscribe to service.restored will be told at the next start',
      'compare with what others know:',
      `  newest order: ${newest.order_number ?? 'none'}; newest posted period: ${newest.period ?? 'none'}; newest payout: ${newest.payout ?? 'none'}`,
      ...payouts.map(
        ({ id, status, created_at, items, amount }) =>
          `  payout ${id} of ${created_at.toISOString()} is ${status}, with ${items} items that are not marked: ${Number(amount).toFixed(this.currency.digits)} ${this.currency.code}`,
      ),
      'pay nobody before the bank has been asked: see docs/backup.md',
    ];
  }
}

/** Does what a restored database needs before the service starts on it (see {@link AfterRestore.carryOut}). */
export async function afterRestore(app: INestApplicationContext, ids: number): Promise<string[]> {
  return app.get(AfterRestore, { strict: false }).carryOut(ids);
}
