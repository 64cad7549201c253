import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { Replica } from '../../../common/database/index.js';
import { metricsOfAllWorkers } from '../../../common/instances/worker.js';

/** In seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics for Prometheus. Section 9 of the decisions. */
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

  private isShared = false;

  constructor(replica: Replica) {
    collectDefaultMetrics({ register: this.registry });
    if (replica.isSet) this.countReads(replica);
  }

  /** Counts every request, by route pattern, so that ids create no series. */
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
   * Reports the metrics of all workers behind the same address, with the label `worker`. A sum would drop when a worker ends.
   * @param worker the number of this worker
   */
  share(worker: number): void {
    this.registry.setDefaultLabels({ worker: String(worker) });
    // Keeps metrics that prom-client would omit from sums.
    for (const metric of this.registry.getMetricsAsArray()) metric.aggregator = 'first';
    // Listens for the supervisor's question.
    new AggregatorRegistry();
    AggregatorRegistry.setRegistries([this.registry]);
    this.isShared = true;
  }

  /** All metrics, including other workers, in Prometheus text format. */
  async text(): Promise<string> {
    return (this.isShared ? await metricsOfAllWorkers() : undefined) ?? this.registry.metrics();
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
