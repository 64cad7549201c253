import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { LiveThread } from '#network/live/index.js';

/** Milliseconds that a result is cached: the database is probed rarely, however often readiness is requested. */
const HOLDS_MS = 2_000;

// On a full disk reads still work, and so do writes that fit into existing pages or files. So the second statement needs
// new disk space: it exceeds its memory and spills into a temporary file.
const UPDATE = statement('write-probe.update', 'UPDATE write_probe SET written_at = now() WHERE id = 1');
const SPARE_MEMORY = statement('write-probe.memory', `SELECT set_config('work_mem', '64kB', true)`);
const FILL_FILE = statement('write-probe.file', 'SELECT count(*) FROM generate_series(1, 10000)');

/** Checks that the database is writable: its disk is not full, and it is not a standby. */
@Injectable()
export class WriteProbe {
  private last: Promise<void> | undefined;
  private endedAt = -Infinity;

  constructor(private readonly db: Database) {}

  /** @throws the database error of the last probe, some seconds old at most */
  async check(): Promise<void> {
    if (this.last === undefined || performance.now() - this.endedAt > HOLDS_MS) {
      this.endedAt = Infinity;
      this.last = this.write().finally(() => (this.endedAt = performance.now()));
    }
    await this.last;
  }

  private async write(): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.db.query(tx, UPDATE);
      await this.db.query(tx, SPARE_MEMORY);
      await this.db.query(tx, FILL_FILE);
    });
  }
}

const PING = statement('health.ping', 'SELECT 1');

/** Whether this instance can serve requests. */
@Injectable()
export class Readiness {
  private stopping = false;

  constructor(
    private readonly db: Database,
    private readonly writes: WriteProbe,
    private readonly live: LiveThread,
  ) {}

  /** Makes readiness fail from now on, so that load balancers stop sending requests before the service stops. */
  stop(): void {
    this.stopping = true;
  }

  /** While stopping, every response closes its connection, so that no request is aborted. */
  watch(fastify: FastifyInstance): void {
    // Checked when the response is ready, which may be long after the stop has begun.
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (this.stopping) reply.header('connection', 'close');
      done(null, payload);
    });
  }

  /** @throws AppError SERVICE_UNAVAILABLE while stopping, and until the network is loaded; database errors */
  async check(): Promise<{ status: 'ok' }> {
    if (this.stopping) throw AppError.later('SERVICE_UNAVAILABLE', 'the service is stopping', 1);
    await this.db.query(null, PING);
    await this.writes.check();
    if (this.live.isMissing) throw AppError.later('SERVICE_UNAVAILABLE', 'the network is being loaded', 1);
    return { status: 'ok' };
  }
}
