import { statement } from '#common/database/index.js';

/**
 * Moves all sequences `$1` numbers ahead, but none by more than a hundredth of what it has left: an extension may have small
 * ones. Not those of the job queue, whose numbers nobody outside sees. Sequences are not part of the transaction.
 */
export const MOVE_SEQUENCES = statement(
  'restore.move-sequences',
  `SELECT count(setval(format('%I.%I', schemaname, sequencename)::regclass, at + least($1::bigint, (max_value - at) / 100))) AS moved
     FROM (SELECT *, coalesce(last_value, start_value) AS at FROM pg_sequences
            WHERE schemaname NOT IN ('graphile_worker') AND increment_by > 0 AND NOT cycle) AS s`,
);

/** When the last event happened that the database has. */
export const LAST_EVENT = statement('restore.last-event', 'SELECT max(timestamp) AS at FROM events');

/** A payout whose items are not all marked. */
export interface OpenPayoutRow {
  id: number;
  status: 'created' | 'released';
  created_at: Date;
  items: number;
  amount: string;
}

/** Payouts that somebody may have paid without the database knowing, the oldest first. */
export const OPEN_PAYOUTS = statement(
  'restore.open-payouts',
  `SELECT p.id, p.status, p.created_at, i.items, i.amount
     FROM payouts p
    CROSS JOIN LATERAL (SELECT count(*) AS items, sum(amount)::text AS amount
                          FROM payout_items WHERE payout_id = p.id AND status = 'pending') AS i
    WHERE p.status <> 'cancelled' AND i.items > 0 ORDER BY p.id`,
);

/** The newest things that the database knows of, to compare with what others know. */
export interface NewestRow {
  payout: number | null;
  period: string | null;
  order_number: string | null;
}

export const NEWEST = statement(
  'restore.newest',
  `SELECT (SELECT max(id) FROM payouts) AS payout,
     (SELECT max(period) FROM commission_runs WHERE status = 'posted') AS period,
     (SELECT order_number FROM orders WHERE status <> 'cart' ORDER BY placed_at DESC, id DESC LIMIT 1) AS order_number`,
);
