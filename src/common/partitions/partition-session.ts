import { ADVISORY_LOCKS } from '../database/advisory-locks.js';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONNECT_TIMEOUT_MS, DatabaseAddress } from '../database/connections.js';
import { SteadyClient } from '../postgres/index.js';

/** Less than `deadlock_timeout`, after which PostgreSQL ends one of those who wait for each other: it must never be a request. */
const LOCK_MS = 500;

/** One partition's freezing is the longest. */
const STATEMENT_MS = 10 * 60 * 1000;

/** Beyond that only a server that is frozen or cut off is silent. */
const SILENCE_MS = STATEMENT_MS + 5_000;

/** The advisory lock of the one who works on partitions. */
const PARTITIONS_LOCK = ADVISORY_LOCKS.partitions;

/** A connection of its own for statements that run outside transactions, with settings of their own. */
@Injectable()
export class PartitionSession {
  constructor(private readonly address: DatabaseAddress) {}

  /** Runs work unless another instance is at such work. */
  async alone(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new SteadyClient({
      connectionString: this.address.url,
      application_name: 'commerce-partitions',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      silence_timeout: SILENCE_MS,
      keepAlive: true,
      lock_timeout: LOCK_MS,
      statement_timeout: STATEMENT_MS,
      // For freezing, which otherwise takes what the disk has.
      options: '-c vacuum_cost_delay=2ms',
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ had: boolean }>(`SELECT pg_try_advisory_lock(${PARTITIONS_LOCK}) AS had`);
      if (rows[0]?.had === true) await work(client);
    } finally {
      await client.end();
    }
  }
}
