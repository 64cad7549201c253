import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { CANCEL_EXPIRED, CANCEL_UNDELIVERABLE, FIND_UNDELIVERABLE_APPLICATIONS } from './webhook-outbox.queries.js';

/** Deliveries cancelled by one statement while a request waits. */
const BATCH = 20_000;

/** Cancels undeliverable deliveries: all without a webhook, all except test events while it is disabled. */
@Injectable()
export class WebhookCancellation {
  constructor(private readonly db: Database) {}

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
  async cancelEverywhere(): Promise<void> {
    while ((await this.db.change(null, CANCEL_EXPIRED, [BATCH])) === BATCH);
    for (const { id } of await this.db.query<{ id: string }>(null, FIND_UNDELIVERABLE_APPLICATIONS))
      await this.cancelAll(id);
  }
}
