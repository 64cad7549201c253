import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { isUuid } from '#common/ids.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import type { DeliveryView, QueuedView } from './webhook-delivery.view.js';
import { lockEnabledWebhook } from '../webhook-lock.js';
import { OWN_EVENTS } from '../webhook.events.js';
import { REDELIVER, REDELIVER_SINCE, type ReplayRow, type RequeuedRow } from './webhook-replay.queries.js';
import { validateReplaySince } from './webhook-replay.rules.js';
import { WebhookWakeUp } from '../outbox/webhook-wake-up.js';
import type { RedeliverSinceDto } from '../webhook.dto.js';

/** Most deliveries that one replay queues: one statement must end within its time-out. */
const MAX_REPLAYED = 100_000;

/** Sends events again. See docs/spec/service.md#7 and #8. */
@Injectable()
export class WebhookReplay {
  constructor(
    private readonly db: Database,
    private readonly deliveries: WebhookDeliveries,
    private readonly wakeUp: WebhookWakeUp,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Sends a delivery again now, whatever its status, from the start of the retry schedule. It keeps its event id.
   * @throws AppError NOT_FOUND, also for another application's delivery; CONFLICT without a webhook, or when it is disabled
   */
  async one(caller: Caller, applicationId: string, deliveryId: string): Promise<DeliveryView> {
    return this.db.transaction(async (tx) => {
      await lockEnabledWebhook(tx, applicationId);
      const before = isUuid(deliveryId)
        ? await this.db.queryOne<RequeuedRow>(tx, REDELIVER, [deliveryId, applicationId])
        : undefined;
      if (before === undefined) throw AppError.notFound('delivery');
      const after = await this.deliveries.summary(tx, applicationId, deliveryId);
      await this.audit.record(tx, caller, {
        action: 'webhook_delivery.redeliver',
        entityType: 'webhook_delivery',
        entityId: deliveryId,
        before,
        after: { status: after.status, application_id: applicationId, event_id: after.event_id },
      });
      this.wakeUp.afterCommit(tx, applicationId);
      return after;
    });
  }

  /**
   * Sends again, in order, the events since a time that the webhook subscribes to, at most {@link MAX_REPLAYED}; also those
   * that were never sent because it was disabled, not registered or not subscribed.
   * @returns how many were queued, and the time to continue with if there are more
   * @throws AppError NOT_FOUND; VALIDATION on `since`; CONFLICT without a webhook, or when it is disabled
   */
  async since(caller: Caller, applicationId: string, dto: RedeliverSinceDto): Promise<QueuedView> {
    const { failed_only = false } = dto;
    const since = new Date(dto.since);
    return this.db.transaction(async (tx) => {
      const { webhookEvents } = await lockEnabledWebhook(tx, applicationId);
      const problem = validateReplaySince(since, new Date());
      if (problem !== undefined) throw AppError.ofField('VALIDATION', 'since', problem);
      const values = [applicationId, since, webhookEvents, OWN_EVENTS, failed_only, MAX_REPLAYED];
      const [{ queued, next_since }] = await tx.query<[ReplayRow]>(REDELIVER_SINCE, values);
      const done = { queued, next_since: next_since?.toISOString() ?? null };
      await this.audit.record(tx, caller, {
        action: 'webhook_delivery.redeliver_since',
        entityType: 'application',
        entityId: applicationId,
        after: { since: since.toISOString(), failed_only, ...done },
      });
      this.wakeUp.afterCommit(tx, applicationId);
      return done;
    });
  }
}
