import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../common/database/index.js';
import { WebhookCancellation } from '../outbox/webhook-cancellation.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.service.js';

/** Days for which events and deliveries are kept; an hour more, so that none goes while an admin has it sent again. */
const KEPT = `interval '30 days 1 hour'`;

/** Events that go with one statement. */
const BATCH = 5_000;

const FORGET = statement(
  'webhook-archive.forget',
  `WITH old AS MATERIALIZED (
     SELECT id FROM events WHERE timestamp < now() - ${KEPT} ORDER BY timestamp LIMIT $1 FOR UPDATE SKIP LOCKED
   ), deliveries AS (
     DELETE FROM webhook_deliveries d USING old WHERE d.event_id = old.id
   )
   DELETE FROM events e USING old WHERE e.id = old.id`,
);

/** Keeps events and their deliveries for 30 days. Section 7 of the decisions. */
@Injectable()
export class WebhookArchive {
  constructor(
    private readonly db: Database,
    private readonly secrets: WebhookSecrets,
    private readonly cancellation: WebhookCancellation,
  ) {}

  /** Deletes old events with their deliveries and attempts, and secrets that have ended; cancels what can never be sent. */
  async forgetOld(): Promise<void> {
    await this.cancellation.everywhere();
    await this.secrets.forgetEnded();
    for (let count = BATCH; count === BATCH;) count = await this.db.change(null, FORGET, [BATCH]);
  }
}
