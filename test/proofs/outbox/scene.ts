import type { Pool } from 'pg';
import type { Sender } from '#test/support/http.js';
import type { Run } from '#test/support/proof.js';
import { until } from '#test/support/until.js';
import { ApiAdmin, type Change, type Client, Member } from './clients.js';
import { type Receipt, Receiver } from './receiver.js';
import { openShop, type Shop, type Subscriber } from './shop.js';

const MEMBERS = 6;

/** How long the last deliveries may take. */
const DRAIN_MS = 180_000;

/** Makes the receiver of a run, which listens until the run is over. */
export async function openReceiver({ random, after }: Pick<Run<unknown>, 'random' | 'after'>): Promise<Receiver> {
  const receiver = new Receiver(random.fork('receiver'));
  after(() => receiver.close());
  await receiver.listen();
  return receiver;
}

/** A shop whose clients change things, and all that they leave: what was acknowledged, committed and delivered. */
export class Scene {
  readonly changes: Change[] = [];
  readonly clients: readonly Client[];
  private readonly begun = new Date();

  private constructor(
    readonly shop: Shop,
    readonly receiver: Receiver,
    private readonly pool: Pool,
    /** The sequence of the last event before the clients. */
    readonly start: number,
    private readonly signal: AbortSignal,
    clients: (changes: Change[]) => Client[],
  ) {
    this.clients = clients(this.changes);
  }

  /** Opens the shop, by way of a sender that its clients use too. */
  static async open(
    { random, signal }: Pick<Run<unknown>, 'random' | 'signal'>,
    sender: Sender,
    pool: Pool,
    receiver: Receiver,
  ): Promise<Scene> {
    const shop = await openShop(sender, receiver, MEMBERS);
    return new Scene(shop, receiver, pool, await lastSequence(pool), signal, (changes) => [
      new ApiAdmin(shop.apiAdmin, shop, random.fork('api-admin'), sender, changes),
      ...shop.members.map((member) => new Member(member, shop, random.fork(member.username), sender, changes)),
    ]);
  }

  /** Waits until nothing is on its way any more; what still was then, in words. */
  async drain(): Promise<string[]> {
    this.receiver.isSteady = true;
    const isDrained = async (): Promise<boolean> => this.signal.aborted || (await pendingDeliveries(this.pool)) === 0;
    const troubles = await until(isDrained, DRAIN_MS, 'deliveries still waited').then(
      () => [],
      (error: unknown) => [String(error)],
    );
    this.signal.throwIfAborted();
    return troubles;
  }

  /** All that is left to check by, when no service runs any more. */
  async evidence(): Promise<Evidence> {
    const { events, earlier } = await readEvents(this.pool, this.start);
    const stored = await readStored(this.pool, this.begun);
    const { receipts } = this.receiver;
    return { subscribers: this.shop.subscribers, events, earlier, stored, receipts, changes: this.changes };
  }
}

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
async function lastSequence(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ last: string }>(`SELECT coalesce(max(sequence), 0)::text AS last FROM events`);
  return Number(rows[0]!.last);
}

/** How many deliveries wait for their first or next attempt. */
async function pendingDeliveries(pool: Pool): Promise<number> {
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
async function readEvents(pool: Pool, start: number): Promise<Pick<Evidence, 'events' | 'earlier'>> {
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
async function readStored(pool: Pool, start: Date): Promise<Set<string>> {
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
