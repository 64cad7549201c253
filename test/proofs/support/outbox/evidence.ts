import type { Pool } from 'pg';
import type { Change } from './change.js';
import type { Receipt } from './receiver.js';
import type { Subscriber } from './shop.js';

/** A committed event, as its row says. */
export interface StoredEvent {
  id: string;
  sequence: number;
  type: string;
  aggregate: string;
  data: Record<string, unknown>;
  /** Milliseconds since 1970; written just before the commit. */
  at: number;
}

/** All that a run leaves to check by. */
export interface Evidence {
  subscribers: readonly Subscriber[];
  /** The committed events of the run, in the order of writing. */
  events: readonly StoredEvent[];
  /** Ids of events that were committed before the run. */
  earlier: ReadonlySet<string>;
  /** Labels of the events that must be there by what the tables of bundles, users, members, orders and carts hold. */
  stored: ReadonlySet<string>;
  receipts: readonly Receipt[];
  changes: readonly Change[];
}

/** What else the database says, for the report. */
export interface Counts {
  /** Event rows that were written and rolled back: gaps in their sequence. */
  rolledBackRows: number;
  /** Deliveries by status. */
  deliveries: Record<string, number>;
  /** Attempts in the delivery log. */
  attempts: number;
}

/** The sequence of the last event; those of the run follow. */
export async function lastSequence(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ last: string }>(`SELECT coalesce(max(sequence), 0)::text AS last FROM events`);
  return Number(rows[0]!.last);
}

/** How many deliveries wait for their first or next attempt. */
export async function pendingDeliveries(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM webhook_deliveries WHERE status = 'pending'`,
  );
  return Number(rows[0]!.count);
}

/** Connections that services still have: a transaction of a killed process ends when the server notices. */
export async function openConnections(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND application_name <> 'proof' AND datname = current_database()`,
  );
  return Number(rows[0]!.count);
}

/**
 * Reads what was committed.
 * @param start the sequence of the last event before the run
 */
export async function readEvents(pool: Pool, start: number): Promise<Pick<Evidence, 'events' | 'earlier'>> {
  const { rows } = await pool.query<{
    id: string;
    sequence: string;
    type: string;
    aggregate: string;
    data: StoredEvent['data'];
    at: Date;
  }>(
    `SELECT id, sequence::text, type, aggregate_type || ' ' || aggregate_id AS aggregate, data, timestamp AS at
       FROM events ORDER BY events.sequence`,
  );
  const all = rows.map(({ sequence, at, ...row }) => ({ ...row, sequence: Number(sequence), at: at.getTime() }));
  return {
    events: all.filter(({ sequence }) => sequence > start),
    earlier: new Set(all.filter(({ sequence }) => sequence <= start).map(({ id }) => id)),
  };
}

/** Reads the labels of all changes that the tables hold themselves; $1 is the name of the bundle made before the run. */
export async function readStored(pool: Pool, start: Date): Promise<Set<string>> {
  const { rows } = await pool.query<{ label: string }>(
    `SELECT 'bundle.created ' || bundle_id AS label FROM bundles WHERE created_at > $1
     UNION ALL SELECT 'bundle.deleted ' || bundle_id FROM bundles WHERE deleted_at IS NOT NULL
     UNION ALL SELECT 'user.created ' || username FROM users WHERE created_at > $1
     UNION ALL SELECT 'member.enrolled ' || uid FROM network_members WHERE enrolled_at > $1
     UNION ALL SELECT 'order.placed ' || id FROM orders WHERE status <> 'cart'
     UNION ALL SELECT 'cart.updated ' || uid || ' ' || generate_series(1, max(version)) FROM orders GROUP BY uid`,
    [start],
  );
  return new Set(rows.map(({ label }) => label));
}

/** Reads the figures of the delivery log, and how many event rows of the run were rolled back. */
export async function readCounts(pool: Pool, start: number, committed: number): Promise<Counts> {
  const { rows: statuses } = await pool.query<{ status: string; count: string }>(
    `SELECT status, count(*)::text AS count FROM webhook_deliveries GROUP BY status`,
  );
  const { rows } = await pool.query<{ attempts: string; last: string }>(
    `SELECT (SELECT count(*)::text FROM webhook_attempts) AS attempts,
       (SELECT last_value::text FROM pg_sequences WHERE schemaname = 'public' AND sequencename = 'events_sequence_seq') AS last`,
  );
  return {
    rolledBackRows: Number(rows[0]!.last) - start - committed,
    deliveries: Object.fromEntries(statuses.map(({ status, count }) => [status, Number(count)])),
    attempts: Number(rows[0]!.attempts),
  };
}
