import { Module } from '@nestjs/common';
import { Endpoint, PublicController } from '#common/http/endpoint.js';
import { Readiness, WriteProbe } from './readiness.js';

const OK = { type: 'object', required: ['status'], properties: { status: { type: 'string', enum: ['ok'] } } };

/** Probes for load balancers and orchestrators. See docs/spec/service.md#9. */
@PublicController('health', { name: 'Operations', order: 100, description: 'Health, metrics and this document.' })
class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Liveness probe. */
  @Endpoint('GET live', {
    id: 'getLiveness',
    summary: 'Liveness probe',
    description: 'Checks no dependencies, not even the database.',
    answer: OK,
  })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Readiness probe: the database is writable, the network is loaded, and the service is not stopping; else 503. */
  @Endpoint('GET ready', {
    id: 'getReadiness',
    summary: 'Readiness probe',
    description:
      '503 while the database cannot be reached or cannot write (for example because its disk is full), until the network is loaded, and once shutdown has begun.',
    answer: OK,
  })
  ready(): Promise<{ status: 'ok' }> {
    return this.readiness.check();
  }
}

@Module({ controllers: [HealthController], providers: [Readiness, WriteProbe], exports: [Readiness] })
export class HealthModule {}
