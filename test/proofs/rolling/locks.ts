import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const LOOK_MS = 50;

/** Looks again and again for how long a connection of the service has waited for the lock of a table. */
export class LockWatch {
  /** Seconds, of the longest wait. */
  longest = 0;
  private isOver = false;
  private watching: Promise<void> = Promise.resolve();

  constructor(private readonly pool: Pool) {}

  /** Looks from now on. */
  start(): void {
    this.watching = this.watch();
  }

  /** Looks no more. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.watching;
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      const { rows } = await this.pool.query<{ seconds: number | null }>(
        `SELECT max(extract(epoch FROM clock_timestamp() - l.waitstart))::float8 AS seconds
           FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
          WHERE NOT l.granted AND l.locktype = 'relation' AND a.application_name = 'commerce-api'`,
      );
      this.longest = Math.max(this.longest, rows[0]?.seconds ?? 0);
      await sleep(LOOK_MS);
    }
  }
}
