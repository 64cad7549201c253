import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { WEBHOOK_DISABLED_REASONS, type WebhookDisabledReason } from '../../client-apps/index.js';
import { Metrics } from '../../metrics/index.js';
import type { Verdict } from './webhook-schedule.rules.js';

/** In seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

const OUTCOMES = ['delivered', 'retry', 'failed', 'gone'] as const satisfies readonly Verdict['outcome'][];

/** Metrics of webhooks. */
@Injectable()
export class WebhookMetrics {
  private readonly attempts: Counter<'outcome'>;
  private readonly duration: Histogram;
  private readonly disabled: Counter<'reason'>;
  private readonly due: Gauge;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.attempts = new Counter({
      name: 'commerce_webhook_attempts_total',
      help: 'Attempts to deliver an event: delivered, retry, failed for good, or gone (410)',
      labelNames: ['outcome'],
      registers,
    });
    this.duration = new Histogram({
      name: 'commerce_webhook_attempt_duration_seconds',
      help: 'Time that endpoints take to answer, or until the service gives up',
      buckets: BUCKETS,
      registers,
    });
    this.disabled = new Counter({
      name: 'commerce_webhooks_disabled_total',
      help: 'Webhooks that the service has stopped sending to, by reason',
      labelNames: ['reason'],
      registers,
    });
    this.due = new Gauge({
      name: 'commerce_webhook_applications_due',
      help: 'Applications with deliveries that are due, at the last look of this instance',
      registers,
    });
    // Prometheus sees no increase in a counter that begins with 1.
    for (const outcome of OUTCOMES) this.attempts.inc({ outcome }, 0);
    for (const reason of WEBHOOK_DISABLED_REASONS) this.disabled.inc({ reason }, 0);
  }

  countAttempt(outcome: Verdict['outcome'], durationMs: number): void {
    this.attempts.inc({ outcome });
    this.duration.observe(durationMs / 1000);
  }

  countDisabled(reason: WebhookDisabledReason): void {
    this.disabled.inc({ reason });
  }

  /** Sets how many applications have due deliveries. */
  setDue(applications: number): void {
    this.due.set(applications);
  }
}
