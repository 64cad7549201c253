import { Header, Module } from '@nestjs/common';
import { Endpoint, PublicController } from '#common/http/endpoint.js';
import { Bare } from '#common/http/envelope.js';
import { Metrics } from './metrics.js';

/** For Prometheus. It names no user; block it at the proxy if applications' ids are not public. */
@PublicController('metrics')
class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  /** All metrics in Prometheus text format. */
  @Endpoint('GET', {
    id: 'getMetrics',
    summary: 'Metrics for Prometheus',
    description: 'Prometheus text format.',
    answer: { type: 'string' },
    mediaType: 'text/plain',
    answerExample: '# TYPE process_resident_memory_bytes gauge',
  })
  @Bare()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  read(): Promise<string> {
    return this.metrics.text();
  }
}

@Module({ controllers: [MetricsController], providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
