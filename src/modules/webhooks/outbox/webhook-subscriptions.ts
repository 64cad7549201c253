import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ChangeFeed, Database, statement } from '../../../common/database/index.js';
import { ALL_EVENTS } from '../../../common/events/event-types.js';

const LOAD = statement(
  'webhook-subscriptions.load',
  `SELECT DISTINCT unnest(webhook_events) AS type FROM applications
    WHERE webhook_url IS NOT NULL AND webhook_disabled_at IS NULL AND deleted_at IS NULL`,
);

/** Milliseconds after which loading is tried again. */
const RETRY_MS = 1_000;

/**
 * The types of events that anybody listens to, known to each instance, so that a change which nobody listens to costs no
 * statement. It only ever says no when that is certain: who listens is decided in the transaction of the change.
 */
@Injectable()
export class WebhookSubscriptions implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(WebhookSubscriptions.name);
  private types: ReadonlySet<string> | undefined;
  private version = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    this.feed.on('application', () => this.reload());
    this.feed.onReset(() => this.reload());
  }

  onModuleDestroy(): void {
    this.version += 1;
    clearTimeout(this.timer);
  }

  /** Whether an application may listen to a type of event; a new subscription holds within 2 seconds. */
  mayHear(type: string): boolean {
    return this.types === undefined || !this.feed.isLive() || this.types.has(type) || this.types.has(ALL_EVENTS);
  }

  private reload(): void {
    this.version += 1;
    this.types = undefined;
    clearTimeout(this.timer);
    void this.load(this.version);
  }

  private async load(version: number): Promise<void> {
    try {
      const rows = await this.db.query<{ type: string }>(null, LOAD);
      // A change that came while the rows were read may not be in them; it has begun a load of its own.
      if (version === this.version) this.types = new Set(rows.map(({ type }) => type));
    } catch (error) {
      if (version !== this.version) return;
      this.logger.debug(`who listens to what could not be read: ${String(error)}`);
      this.timer = setTimeout(() => void this.load(version), RETRY_MS).unref();
    }
  }
}
