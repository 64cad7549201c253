import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../../common/database/index.js';
import { deleteOldEvents } from '../../../../common/events/index.js';
import { Retention } from '../../../../common/jobs/index.js';
import { WebhookCancellation } from '../outbox/webhook-cancellation.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.service.js';

/** An hour more than documented, so that no event is deleted while an admin sends it again. */
const KEPT = `interval '30 days 1 hour'`;

/** Events deleted by one statement. */
const BATCH = 5_000;

const DELETE_OLD = statement(
  'webhook-archive.delete-expired',
  deleteOldEvents(KEPT, 'DELETE FROM webhook_deliveries d USING old WHERE d.event_id = old.id'),
);

/** Keeps events and their deliveries for 30 days. Section 7 of the decisions. */
@Injectable()
export class WebhookArchive {
  constructor(
    private readonly db: Database,
    private readonly secrets: WebhookSecrets,
    private readonly cancellation: WebhookCancellation,
  ) {}

  /** Deletes old events with their deliveries and attempts, and expired secrets; cancels undeliverable deliveries. */
  @Retention('events and deliveries after 30 days')
  async deleteOld(): Promise<void> {
    await this.cancellation.cancelEverywhere();
    await this.secrets.deleteEnded();
    for (let count = BATCH; count === BATCH;) count = await this.db.change(null, DELETE_OLD, [BATCH]);
  }
}
