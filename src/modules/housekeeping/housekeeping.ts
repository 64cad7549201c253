import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, statement } from '../../common/database/index.js';
import { KeptAnswers } from '../../common/http/kept-answers.js';
import { JobQueue } from '../../common/jobs/index.js';
import { SessionsService } from '../sessions/index.js';
import { SsoTickets } from '../sso/index.js';
import { TrafficService } from '../traffic/index.js';
import { WebhookArchive } from '../webhooks/index.js';

/** Milliseconds between two rounds. */
const ROUND_MS = 10 * 60 * 1000;

const FORGET_LIMITS = statement('housekeeping.forget-limits', 'DELETE FROM rate_limits WHERE expire < $1');

/**
 * Removes what nothing needs any more: kept answers after 24 hours, old sessions with their tokens, tickets, events and
 * deliveries after 30 days, traffic after 2 and 90, jobs that died with their instance, counters of limits.
 */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(Housekeeping.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Database,
    private readonly answers: KeptAnswers,
    private readonly sessions: SessionsService,
    private readonly tickets: SsoTickets,
    private readonly webhooks: WebhookArchive,
    private readonly traffic: TrafficService,
    private readonly jobs: JobQueue,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.round().catch((error: unknown) => this.logger.warn(`housekeeping failed: ${String(error)}`));
    }, ROUND_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** One round; safe on several instances at the same time. */
  async round(): Promise<void> {
    await this.answers.forgetExpired();
    await this.sessions.forgetOld();
    await this.tickets.forgetOld();
    await this.webhooks.forgetOld();
    await this.traffic.forgetOld();
    await this.jobs.tidy();
    await this.db.change(null, FORGET_LIMITS, [Date.now()]);
  }
}
