import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { isLockedByOthers, isRetryable } from '../errors/database-errors.js';

/** How long a migration waits for a lock. All later requests for the table wait behind it meanwhile. */
const LOCK_TIMEOUT_MS = 500;

/** The option of a pool whose statements take as long as they take, but give way when they wait for a lock. */
export const GIVES_WAY = {
  onConnect: async (client: pg.ClientBase): Promise<void> => {
    await client.query(
      `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = ${LOCK_TIMEOUT_MS}`,
    );
  },
};

/** Milliseconds between two looks at whether it is this instance's turn. */
const TURN_MS = 200;

/** How often migrations are tried when they do not get their locks. */
export interface Patience {
  readonly attempts: number;
  /** Milliseconds between the first two attempts; they grow to ten times that. */
  readonly pauseMs: number;
  /** Told of each attempt in vain. */
  readonly warn: (line: string) => void;
}

/** About nine minutes: longer than most statements, shorter than an operator's patience. */
export const PATIENCE: Patience = { attempts: 60, pauseMs: 1_000, warn: () => undefined };

/**
 * Runs the pending migrations of a data source, each again when it did not get a lock within {@link LOCK_TIMEOUT_MS} or was
 * in a deadlock. Those that are done are not repeated.
 * @throws the last failure, when all attempts were in vain
 */
export async function patiently(dataSource: DataSource, { attempts, pauseMs, warn }: Patience): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.runMigrations();
      return;
    } catch (error) {
      if (!(isLockedByOthers(error) || isRetryable(error)) || attempt >= attempts) throw error;
      const holder = await longestTransaction(dataSource);
      warn(
        `a migration did not get its lock within ${LOCK_TIMEOUT_MS} ms, and gave way (attempt ${attempt} of ${attempts})${holder}`,
      );
      await sleep(pauseMs * Math.min(attempt, 10));
    }
  }
}

/**
 * Takes the lock that lets one migrate at a time. It asks again and again: somebody who waits for it inside a statement
 * would hold up CREATE INDEX CONCURRENTLY, which waits for all statements, for ever.
 */
export async function takeTurns(lock: QueryRunner, key: number): Promise<void> {
  for (;;) {
    const [row] = (await lock.query('SELECT pg_try_advisory_lock($1) AS taken', [key])) as [{ taken: boolean }];
    if (row.taken) return;
    await sleep(TURN_MS);
  }
}

/** Who has had a transaction open for the longest time, for an operator who looks for what is in the way. */
async function longestTransaction(dataSource: DataSource): Promise<string> {
  const [row] = await dataSource.query<{ pid: number; name: string; seconds: number }[]>(
    `SELECT pid, application_name AS name, round(extract(epoch FROM now() - xact_start))::int AS seconds
       FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - interval '1 second'
      ORDER BY xact_start LIMIT 1`,
  );
  if (row === undefined) return '';
  return `; the longest open transaction is of pid ${row.pid} (${row.name || 'no name'}), for ${row.seconds} s`;
}
