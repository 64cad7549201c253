import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../common/database/index.js';
import { EventRecorder, type RecordedEvent } from '../../../common/events/index.js';
import { WebhookCancellation } from './webhook-cancellation.js';
import { FAN_OUT } from './webhook-outbox.queries.js';
import { OWN_EVENTS } from './webhook-own-events.js';
import { WebhookSubscriptions } from './webhook-subscriptions.js';
import { WebhookWakeUp } from './webhook-wake-up.js';

/** Most events of one request that go before those which come in bulk. */
const MAX_SINGLE = 10;

/**
 * Writes with each event who is to be told of it, in the transaction of the change: a delivery exists exactly when the
 * change does. Section 7 of the decisions.
 */
@Injectable()
export class WebhookOutbox implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly events: EventRecorder,
    private readonly subscriptions: WebhookSubscriptions,
    private readonly wakeUp: WebhookWakeUp,
    private readonly cancellation: WebhookCancellation,
  ) {}

  onModuleInit(): void {
    this.events.takePart(async (tx, events) => {
      await this.fanOut(tx, events);
      for (const event of events) if (event.type === 'application.updated') await this.cancel(tx, event);
    });
  }

  private async fanOut(tx: EntityManager, events: readonly RecordedEvent[]): Promise<void> {
    const heard = events.filter(({ type }) => this.mayHear(type));
    if (heard.length === 0) return;
    const values = [
      heard.map(({ id }) => id),
      heard.map(({ type }) => type),
      heard.map(onlyFor),
      heard.map(({ aggregate }) => `${aggregate.type}:${aggregate.id}`),
      heard.length > MAX_SINGLE,
    ];
    for (const row of await this.db.query<{ application_id: string }>(tx, FAN_OUT, values)) {
      this.wakeUp.afterCommit(tx, row.application_id);
    }
  }

  /** The change of an application may be the very one by which it begins to listen: then nobody knows of it yet. */
  private mayHear(type: RecordedEvent['type']): boolean {
    return type === 'application.updated' || this.subscriptions.mayHear(type);
  }

  /** A change of an application may have taken its webhook away. What is left of very much is for its delivery. */
  private async cancel(tx: EntityManager, event: RecordedEvent): Promise<void> {
    const id = applicationOf(event);
    if (await this.cancellation.some(tx, id)) this.wakeUp.afterCommit(tx, id);
  }
}

function onlyFor(event: RecordedEvent): string | null {
  return OWN_EVENTS.includes(event.type) ? applicationOf(event) : null;
}

function applicationOf({ type, data }: RecordedEvent): string {
  const { application_id } = data as { application_id?: unknown };
  if (typeof application_id !== 'string') throw new Error(`an event ${type} names no application`);
  return application_id;
}
