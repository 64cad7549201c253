import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { ALL_EVENTS, Subscriber, type RecordedEvent } from '#common/events/index.js';
import { WebhookCancellation } from './webhook-cancellation.js';
import { FAN_OUT } from './webhook-outbox.queries.js';
import { isOwnEvent } from '../webhook.events.js';
import { WebhookSubscriptions } from './webhook-subscriptions.js';
import { WebhookWakeUp } from './webhook-wake-up.js';

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
      subscribed.length > MAX_SINGLE,
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
