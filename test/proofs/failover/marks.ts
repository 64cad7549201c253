import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from '../support/cluster/cluster.js';
import type { Node } from '../support/cluster/node.js';

const PACE_MS = 20;
const CONNECT_MS = 1_000;

const TABLE = 'CREATE SCHEMA proof; CREATE TABLE proof.marks (mark int NOT NULL)';

/**
 * Writes to each node directly, past HAProxy and PgBouncer, for as long as the node takes it: a client whose connection to
 * a frozen primary outlives the freeze. Whatever a node acknowledges must be there in the end.
 */
export class Marks {
  private readonly acknowledged: number[] = [];
  private readonly ending = new AbortController();
  private written: Promise<unknown> = Promise.resolve();
  private count = 0;

  constructor(private readonly cluster: Cluster) {}

  /** Makes the table, and begins to write. */
  async start(pool: pg.Pool): Promise<void> {
    await pool.query(TABLE);
    this.written = Promise.all(this.cluster.nodes.map((node) => this.writeTo(node)));
  }

  /** Ends writing. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.written;
  }

  /** How many were acknowledged, and what is wrong with them. */
  async check(pool: pg.Pool): Promise<{ acknowledged: number; failures: string[] }> {
    const { rows } = await pool.query<{ mark: number; count: number }>(
      'SELECT mark, count(*)::int AS count FROM proof.marks GROUP BY mark',
    );
    const counts = new Map(rows.map(({ mark, count }) => [mark, count]));
    const lost = this.acknowledged.filter((mark) => !counts.has(mark));
    const doubled = rows.filter(({ count }) => count > 1);
    return {
      acknowledged: this.acknowledged.length,
      failures: [
        ...lost.map((mark) => `mark ${mark} was acknowledged by a node and is lost`),
        ...doubled.map(({ mark, count }) => `mark ${mark} is there ${count} times`),
      ],
    };
  }

  private async writeTo(node: Node): Promise<void> {
    while (!this.ending.signal.aborted) {
      const client = new pg.Client({
        connectionString: this.cluster.urlAt(node),
        connectionTimeoutMillis: CONNECT_MS,
        application_name: 'proof',
      });
      client.on('error', () => undefined);
      // A node that is down, or no primary, refuses.
      await this.writeWith(client).catch(() => undefined);
      client.end().catch(() => undefined);
      await sleep(CONNECT_MS / 4);
    }
  }

  private async writeWith(client: pg.Client): Promise<void> {
    await client.connect();
    // Not before: a client that is ended while it connects never says so.
    const end = (): void => void client.end().catch(() => undefined);
    if (this.ending.signal.aborted) return;
    this.ending.signal.addEventListener('abort', end, { once: true });
    try {
      await this.writeOn(client);
    } finally {
      this.ending.signal.removeEventListener('abort', end);
    }
  }

  private async writeOn(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    if (rows[0]!.standby) return;
    while (!this.ending.signal.aborted) {
      this.count += 1;
      const mark = this.count;
      await client.query('INSERT INTO proof.marks VALUES ($1)', [mark]);
      this.acknowledged.push(mark);
      await sleep(PACE_MS);
    }
  }
}
