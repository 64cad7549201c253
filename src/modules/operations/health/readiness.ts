import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { LiveThread } from '#network/live/index.js';
import { WriteProbe } from './write-probe.js';

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
    if (this.stopping)
      throw new AppError('SERVICE_UNAVAILABLE', 'the service is stopping', { headers: { 'retry-after': '1' } });
    await this.db.query(null, PING);
    await this.writes.check();
    if (this.live.isMissing)
      throw new AppError('SERVICE_UNAVAILABLE', 'the network is being loaded', { headers: { 'retry-after': '1' } });
    return { status: 'ok' };
  }
}
