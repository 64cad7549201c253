import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ChangeFeed, Database, statement } from '#common/database/index.js';
import { ALL_EVENTS } from '#common/events/event-types.js';

const LOAD = statement(
  'webhook-subscriptions.load',
  `SELECT DISTINCT unnest(webhook_events) AS type FROM applications
    WHERE webhook_url IS NOT NULL AND webhook_disabled_at IS NULL AND deleted_at IS NULL`,
);

const RETRY_MS = 1_000;

/**
 * A cache of the event types with subscriptions, so that a change without subscribers costs no statement. It may report a
 * type without subscribers, never the reverse: the transaction of the change decides.
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

  /** Whether any application may subscribe to a type; a new subscription takes effect within 2 seconds. */
  mayBeSubscribed(type: string): boolean {
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
      // A change during the query may be missing from the rows; it has started its own load.
      if (version === this.version) this.types = new Set(rows.map(({ type }) => type));
    } catch (error) {
      if (version !== this.version) return;
      this.logger.debug(`failed to load webhook subscriptions: ${String(error)}`);
      this.timer = setTimeout(() => void this.load(version), RETRY_MS).unref();
    }
  }
}
