import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ChangeFeed, Database, statement } from '#common/database/index.js';
import { eventDeclaration, secretTypes } from '#common/events/event-types.js';
import { ALL_EVENTS, HandlerRegistry, type RecordedEvent, Subscriber } from '#common/events/index.js';
import { Retention } from '#common/jobs/index.js';
import { ApplicationChangeHooks } from '../../client-apps/index.js';
import { isOwnEvent, TEST_EVENT_TYPE } from '../webhook.events.js';
import { WebhookWakeUp } from './webhook-wake-up.js';
import { isNotAhead, isPast, timeOfNewEvent } from '#common/events/event.queries.js';
import { isAmong } from '../webhook-partitions.js';

/**
 * Creates a delivery of each event (ids `$1`, types `$2`, the only application that may receive it or null `$3`, aggregates
 * `$4`) for each subscribed application, in the order of the events. `$5`: whether they are bulk.
 */
const FAN_OUT = statement(
  'webhook-outbox.fan-out',
  `WITH made AS (
     INSERT INTO webhook_deliveries (id, application_id, event_id, event_at, event_type, aggregate, in_bulk)
     SELECT gen_random_uuid(), a.id, e.id, ${timeOfNewEvent('e.id')}, e.type, e.aggregate, $5::boolean
       FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) WITH ORDINALITY AS e (id, type, only_for, aggregate, place)
       JOIN applications a ON a.webhook_events && ARRAY[e.type, '${ALL_EVENTS}'] AND (e.only_for IS NULL OR a.id = e.only_for)
      WHERE a.webhook_url IS NOT NULL AND a.webhook_disabled_at IS NULL AND a.deleted_at IS NULL
      ORDER BY e.place
     RETURNING application_id)
   SELECT DISTINCT application_id FROM made`,
);

/** Whether application `a` can receive no deliveries, except test events. */
const IS_UNDELIVERABLE = `(a.webhook_url IS NULL OR a.deleted_at IS NOT NULL OR a.webhook_disabled_at IS NOT NULL)`;

const CANCEL = `UPDATE webhook_deliveries SET status = 'cancelled', finished_at = clock_timestamp()`;

/** The order of an index, which makes the planner use it whatever the table's statistics. */
const IN_ORDER = 'ORDER BY is_due, in_bulk, aggregate, sequence';

/**
 * Cancels up to `$2` deliveries that can no longer be sent to application `$1`. It runs after every change of an application,
 * so it reads no deliveries unless the webhook is removed or disabled.
 */
export const CANCEL_UNDELIVERABLE = statement(
  'webhook-outbox.cancel',
  `WITH undeliverable AS MATERIALIZED (
     SELECT waiting.id, waiting.event_at
       FROM applications a
      CROSS JOIN LATERAL (
        SELECT d.id, d.event_at FROM webhook_deliveries d
         WHERE d.application_id = a.id AND d.status = 'pending' AND ${isNotAhead('d.event_at')}
           AND (a.webhook_url IS NULL OR a.deleted_at IS NOT NULL
                OR (SELECT type FROM events WHERE id = d.event_id AND timestamp = d.event_at) <> '${TEST_EVENT_TYPE}')
         ${IN_ORDER} LIMIT $2) waiting
      WHERE a.id = $1 AND ${IS_UNDELIVERABLE}
   )
   ${CANCEL} WHERE ${isAmong('undeliverable')} AND status = 'pending'`,
);

/** Cancels the pending deliveries of events of the types `$2` to application `$1`; `$3`: the kinds of their aggregates. */
const CANCEL_TYPES = statement(
  'webhook-outbox.cancel-types',
  `WITH unsafe AS MATERIALIZED (
     SELECT id, event_at FROM webhook_deliveries d
      WHERE application_id = $1 AND status = 'pending' AND ${isNotAhead('event_at')}
        AND split_part(aggregate, ':', 1) = ANY ($3::text[])
        AND (SELECT type FROM events WHERE id = d.event_id AND timestamp = d.event_at) = ANY ($2::text[])
   )
   ${CANCEL} WHERE ${isAmong('unsafe')} AND status = 'pending'`,
);

/** Applications with pending deliveries that may be undeliverable. */
export const FIND_UNDELIVERABLE_APPLICATIONS = statement(
  'webhook-outbox.undeliverable-applications',
  `SELECT a.id FROM applications a
    WHERE ${IS_UNDELIVERABLE}
      AND (SELECT TRUE FROM webhook_deliveries WHERE application_id = a.id AND status = 'pending'
             AND ${isNotAhead('event_at')} ${IN_ORDER} LIMIT 1)`,
);

/** Cancels up to `$1` deliveries of events that are kept no longer: they wait for an application that has long been inactive. */
const CANCEL_EXPIRED = statement(
  'webhook-outbox.cancel-expired',
  `WITH expired AS MATERIALIZED (
     SELECT id, event_at FROM webhook_deliveries
      WHERE status = 'pending' AND ${isPast('event_at')}
      ORDER BY application_id, is_due, in_bulk, aggregate, sequence LIMIT $1 FOR UPDATE SKIP LOCKED
   )
   ${CANCEL} WHERE ${isAmong('expired')}`,
);

/** Deliveries cancelled by one statement while a request waits. */
const BATCH = 20_000;

/**
 * Cancels undeliverable deliveries: all without a webhook, all except test events while it is disabled, and those with a secret
 * once the URL for which it was meant has changed.
 */
@Injectable()
export class WebhookCancellation implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly hooks: ApplicationChangeHooks,
  ) {}

  onModuleInit(): void {
    this.hooks.add(async (tx, _, { before, application }) => {
      if (application.webhookUrl === (before.webhook?.url ?? null)) return;
      const types = secretTypes();
      const aggregates = types.map((type) => eventDeclaration(type).aggregate);
      await this.db.change(tx, CANCEL_TYPES, [application.id, types, aggregates]);
    });
  }

  /**
   * Cancels the undeliverable deliveries of an application, as many as one statement may.
   * @returns whether there may be more
   */
  async cancelBatch(tx: EntityManager | null, id: string): Promise<boolean> {
    return (await this.db.change(tx, CANCEL_UNDELIVERABLE, [id, BATCH])) === BATCH;
  }

  /** Cancels all undeliverable deliveries of an application. */
  async cancelAll(id: string): Promise<void> {
    while (await this.cancelBatch(null, id));
  }

  /**
   * Cancels the undeliverable deliveries of all applications, such as of changes committed while a webhook was removed, and
   * those of events that are kept no longer.
   */
  @Retention('deliveries that cannot be sent')
  async cancelEverywhere(): Promise<void> {
    while ((await this.db.change(null, CANCEL_EXPIRED, [BATCH])) === BATCH);
    for (const { id } of await this.db.query<{ id: string }>(null, FIND_UNDELIVERABLE_APPLICATIONS))
      await this.cancelAll(id);
  }
}

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

/** Most events of one request that are not queued as bulk. */
const MAX_SINGLE = 10;

/**
 * Writes the deliveries of each event in the transaction of the change: they exist exactly when the change does. See docs/spec/service.md#7.
 */
@Injectable()
export class WebhookOutbox {
  constructor(
    private readonly db: Database,
    private readonly subscriptions: WebhookSubscriptions,
    private readonly wakeUp: WebhookWakeUp,
    private readonly cancellation: WebhookCancellation,
    private readonly handlers: HandlerRegistry,
  ) {}

  /** Creates a delivery of each event for each subscribed application. */
  @Subscriber(ALL_EVENTS)
  async fanOut(tx: EntityManager, events: readonly RecordedEvent[]): Promise<void> {
    const subscribed = events.filter(({ type }) => this.mayBeSubscribed(type));
    if (subscribed.length === 0) return;
    const values = [
      subscribed.map(({ id }) => id),
      subscribed.map(({ type }) => type),
      subscribed.map((event) => (isOwnEvent(event) ? event.data.application_id : null)),
      subscribed.map(({ aggregate }) => `${aggregate.type}:${aggregate.id}`),
      subscribed.length > MAX_SINGLE || this.handlers.isInBulk,
    ];
    for (const row of await this.db.query<{ application_id: string }>(tx, FAN_OUT, values)) {
      this.wakeUp.afterCommit(tx, row.application_id);
    }
  }

  /** A change of an application may have removed its webhook. A large rest is cancelled by the delivery job. */
  @Subscriber('application.updated')
  async cancel(tx: EntityManager, events: readonly RecordedEvent<'application.updated'>[]): Promise<void> {
    for (const { data } of events) {
      if (await this.cancellation.cancelBatch(tx, data.application_id))
        this.wakeUp.afterCommit(tx, data.application_id);
    }
  }

  /** A change of an application may itself add the subscription, which the cache does not know yet. */
  private mayBeSubscribed(type: RecordedEvent['type']): boolean {
    return type === 'application.updated' || this.subscriptions.mayBeSubscribed(type);
  }
}
