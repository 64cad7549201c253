import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { Replica } from '#common/database/index.js';
import { onceAnswered } from '#common/answered.js';
import { LongJobs } from '#common/jobs/index.js';
import { TimePartitions } from '#common/partitions/time-partitions.js';

/** In seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics for Prometheus. See docs/spec/service.md#9. */
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

  constructor(replica: Replica, longJobs: LongJobs, dataSource: DataSource, partitions: TimePartitions) {
    collectDefaultMetrics({ register: this.registry });
    if (replica.isSet) this.watchReplicas(replica);
    this.countAttempts(longJobs);
    this.watchPartitions(partitions);
    this.watchPool((dataSource.driver as unknown as { master: Pool }).master);
  }

  /** Counts every request, by route pattern, so that ids create no series. */
  watch(fastify: FastifyInstance): void {
    onceAnswered(fastify, (request, reply, status) => {
      const method = request.method;
      const route = request.routeOptions.url ?? 'unknown';
      const application = request.keyOfApplication ?? '';
      this.requests.inc({ method, route, status, application });
      this.duration.observe({ method, route }, reply.elapsedTime / 1000);
    });
  }

  /** All metrics of this instance, in Prometheus text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  private watchReplicas(replica: Replica): void {
    new Counter({
      name: 'commerce_list_reads_total',
      help: 'Statements of lists and reports that DATABASE_REPLICA_URL is for, by the server that answered them, and its host',
      labelNames: ['server', 'replica'],
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc({ server: 'primary', replica: '' }, replica.primaryReads);
        for (const { name, reads } of replica.hosts) this.inc({ server: 'replica', replica: name }, reads);
      },
    });
    new Gauge({
      name: 'commerce_replica_used',
      help: 'Whether this instance reads lists and reports from a replica: 0 while it is away or behind',
      labelNames: ['replica'],
      registers: [this.registry],
      collect() {
        for (const { name, isUsed } of replica.hosts) this.set({ replica: name }, isUsed ? 1 : 0);
      },
    });
    new Gauge({
      name: 'commerce_replica_lag_seconds',
      help: 'Time since the last transaction that a replica has replayed, as its clock says; none while it is away',
      labelNames: ['replica'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { name, lag } of replica.hosts) if (lag !== undefined) this.set({ replica: name }, lag);
      },
    });
  }

  private countAttempts({ attempts }: LongJobs): void {
    new Counter({
      name: 'commerce_long_job_attempts_total',
      help: 'Attempts at long jobs of this instance that ended, by task and outcome: done, retry, or failed for good',
      labelNames: ['task', 'outcome'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [task, counts] of attempts) {
          for (const [outcome, count] of Object.entries(counts)) this.inc({ task, outcome }, count);
        }
      },
    });
  }

  private watchPartitions({ until }: TimePartitions): void {
    new Gauge({
      name: 'commerce_partitions_until_seconds',
      help: 'Until when a table has partitions to write to, in seconds since 1970, as this instance last saw it; the largest counts',
      labelNames: ['table'],
      registers: [this.registry],
      collect() {
        for (const [table, seconds] of until) this.set({ table }, seconds);
      },
    });
  }

  private watchPool(pool: Pool): void {
    new Gauge({
      name: 'commerce_database_connections',
      help: 'Database connections of this instance for requests and jobs, by state: busy or idle',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'idle' }, pool.idleCount);
      },
    });
    new Gauge({
      name: 'commerce_database_waiting',
      help: 'Requests and jobs of this instance that wait for a database connection',
      registers: [this.registry],
      collect() {
        this.set(pool.waitingCount);
      },
    });
  }
}
