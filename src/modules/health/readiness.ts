import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Database, statement } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { WriteProbe } from './write-probe.js';

const PING = statement('health.ping', 'SELECT 1');

/** Whether this instance can take requests. */
@Injectable()
export class Readiness {
  private stopping = false;

  constructor(
    private readonly db: Database,
    private readonly writes: WriteProbe,
  ) {}

  /** Makes readiness fail from now on, so that load balancers look elsewhere before the stop. */
  stop(): void {
    this.stopping = true;
  }

  /** While stopping, every answer tells its client to open no further request on the connection: none is cut. */
  watch(fastify: FastifyInstance): void {
    // When the answer is ready, which may be long after the stop has begun.
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (this.stopping) reply.header('connection', 'close');
      done(null, payload);
    });
  }

  /** @throws AppError SERVICE_UNAVAILABLE while stopping, or what the database says */
  async check(): Promise<{ status: 'ok' }> {
    if (this.stopping)
      throw new AppError('SERVICE_UNAVAILABLE', 'the service is stopping', { headers: { 'retry-after': '1' } });
    await this.db.query(null, PING);
    await this.writes.check();
    return { status: 'ok' };
  }
}
