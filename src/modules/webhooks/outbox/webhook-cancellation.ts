import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../common/database/index.js';
import { CANCEL_UNDELIVERABLE, FIND_UNDELIVERABLE_APPLICATIONS } from './webhook-outbox.queries.js';

/** Deliveries that one statement cancels: what can be done while a request waits. */
const BATCH = 20_000;

/** Cancels what can no longer be sent: all without a webhook, all but test events while it is disabled. */
@Injectable()
export class WebhookCancellation {
  constructor(private readonly db: Database) {}

  /**
   * Cancels what application `id` can no longer be sent, as much as one statement may.
   * @returns whether there may be more
   */
  async some(tx: EntityManager | null, id: string): Promise<boolean> {
    return (await this.db.change(tx, CANCEL_UNDELIVERABLE, [id, BATCH])) === BATCH;
  }

  /** Cancels all that application `id` can no longer be sent. */
  async all(id: string): Promise<void> {
    while (await this.some(null, id));
  }

  /**
   * Cancels what no application can be sent any more: what a change left behind that committed while the webhook was taken
   * away, and nobody has tried to send since.
   */
  async everywhere(): Promise<void> {
    for (const { id } of await this.db.query<{ id: string }>(null, FIND_UNDELIVERABLE_APPLICATIONS)) await this.all(id);
  }
}
