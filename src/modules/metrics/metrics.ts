import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Seconds; from a cached read to the slowest bulk create. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What Prometheus reads at `/metrics`. Section 9 of the decisions. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  private readonly requests = new Counter({
    name: 'commerce_http_requests_total',
    help: 'Answered requests by method, route, status and application',
    labelNames: ['method', 'route', 'status', 'application'],
    registers: [this.registry],
  });

  private readonly duration = new Histogram({
    name: 'commerce_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Counts every request from now on. Routes are counted by their pattern, so that ids make no new series. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', async (request, reply) => {
      const method = request.method;
      const route = request.routeOptions.url ?? 'unknown';
      const application = request.application?.id ?? '';
      this.requests.inc({ method, route, status: reply.statusCode, application });
      this.duration.observe({ method, route }, reply.elapsedTime / 1000);
    });
  }

  /** All metrics in Prometheus's text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }
}
