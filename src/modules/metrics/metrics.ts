import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { Replica } from '../../common/database/index.js';

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

  private all: () => Promise<string | undefined> = () => Promise.resolve(undefined);

  constructor(replica: Replica) {
    collectDefaultMetrics({ register: this.registry });
    if (replica.isSet) this.countReads(replica);
  }

  /** Counts every request from now on. Routes are counted by their pattern, so that ids make no new series. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      const method = request.method;
      const route = request.routeOptions.url ?? 'unknown';
      const application = request.application?.id ?? '';
      this.requests.inc({ method, route, status: reply.statusCode, application });
      this.duration.observe({ method, route }, reply.elapsedTime / 1000);
      done();
    });
  }

  /**
   * Shares `/metrics` with the other workers behind the same address: whichever is asked tells those of all, each with its
   * number as the label `worker`. A sum of theirs would sink when one of them ends, and look like new work.
   * @param all asks for them; undefined when there is no answer
   */
  share(worker: number, all: () => Promise<string | undefined>): void {
    this.registry.setDefaultLabels({ worker: String(worker) });
    this.all = all;
  }

  /** All metrics, of other workers too, in Prometheus's text format. */
  async text(): Promise<string> {
    return (await this.all()) ?? this.own();
  }

  /** The metrics of this process, in Prometheus's text format. */
  own(): Promise<string> {
    return this.registry.metrics();
  }

  private countReads({ reads }: Replica): void {
    new Counter({
      name: 'commerce_list_reads_total',
      help: 'Statements of lists that DATABASE_REPLICA_URL is for, by the server that answered them',
      labelNames: ['server'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [server, count] of Object.entries(reads)) this.inc({ server }, count);
      },
    });
  }
}
