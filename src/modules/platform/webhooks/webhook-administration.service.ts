import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Caller, may } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { INSERT_EVENTS } from '#common/events/index.js';
import { newId } from '#common/ids.js';
import { SessionsService } from '#people/sessions/index.js';
import { Application, ApplicationJournal, ApplicationsService } from '../client-apps/index.js';
import { WebhookDelivery } from './log/webhook-delivery.entity.js';
import { WebhookDeliveries } from './log/webhook-deliveries.service.js';
import type { DeliveryView } from './log/webhook-delivery.dto.js';
import { lockWebhook, WEBHOOK_ENABLED } from './webhook-partitions.js';
import { DEFAULT_OVERLAP_SECONDS, WebhookSecrets } from './secrets/webhook-secrets.service.js';
import {
  type ReadWebhookView,
  type RotateSecretDto,
  toWebhookSettingsView,
  toWebhookStateView,
  type WebhookSettingsView,
  type WebhookStateView,
} from './webhook.dto.js';
import { TEST_EVENT_TYPE, type WebhookTestData } from './webhook.events.js';
import { WebhookWakeUp } from './outbox/webhook-wake-up.js';

/** A test event `$1` for application `$2` alone, and its delivery `$3`. `$4`: time, `$5`: data. */
const INSERT_TEST = statement(
  'webhook-administration.insert-test',
  `WITH event AS (
     ${INSERT_EVENTS}
     VALUES ($1, '${TEST_EVENT_TYPE}', 'application', $2::uuid::text, $5, $4) RETURNING id, timestamp, type
   )
   INSERT INTO webhook_deliveries (id, application_id, event_id, event_at, event_type, aggregate)
   SELECT $3, $2::uuid, id, timestamp, type, 'application:' || $2::uuid::text FROM event`,
);

/** Administration of an application's webhook. See docs/spec/service.md#7 and #8. */
@Injectable()
export class WebhookAdministration {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationsService,
    private readonly secrets: WebhookSecrets,
    private readonly deliveries: WebhookDeliveries,
    private readonly wakeUp: WebhookWakeUp,
    private readonly sessions: SessionsService,
    private readonly journal: ApplicationJournal,
    private readonly audit: AuditLog,
  ) {}

  /**
   * The webhook with its secret, which is audited; without it for who may not reveal secrets.
   * @throws AppError NOT_FOUND, for an application without a webhook too; REAUTHENTICATION_REQUIRED for who may
   */
  async read(caller: Caller, id: string): Promise<ReadWebhookView> {
    await this.applications.read(id);
    return this.db.transaction(async (tx) => {
      const view = await this.settings(tx, id);
      if (!may(caller, 'secrets.reveal')) return { ...view, secret: null };
      await this.sessions.assertConfirmed(tx, caller);
      await this.record(tx, caller, 'webhook_secret.reveal', id);
      return view;
    });
  }

  /**
   * Creates a new secret; previous ones sign too until the overlap ends.
   * @throws AppError NOT_FOUND; CONFLICT without a webhook, or when too many secrets would sign
   */
  async rotateSecret(caller: Caller, id: string, dto: RotateSecretDto): Promise<WebhookSettingsView> {
    const { overlap_seconds = DEFAULT_OVERLAP_SECONDS } = dto;
    return this.db.transaction(async (tx) => {
      await lockWebhook(tx, id);
      await this.secrets.rotate(tx, id, overlap_seconds);
      await this.journal.record(tx, caller, 'webhook_secret.rotate', id, { after: { overlap_seconds } });
      return this.settings(tx, id);
    });
  }

  /**
   * Enables a disabled webhook. Missed events are not sent automatically.
   * @throws AppError NOT_FOUND; CONFLICT without a webhook, or when it is not disabled
   */
  async enable(caller: Caller, id: string): Promise<WebhookStateView> {
    return this.db.transaction(async (tx) => {
      const application = await lockWebhook(tx, id);
      if (application.webhookDisabledAt === null) throw AppError.of(WEBHOOK_ENABLED);
      const before = await this.state(tx, id);
      application.webhookFailingSince = null;
      application.webhookDisabledAt = null;
      application.webhookDisabledReason = null;
      application.updatedAt = new Date();
      await tx.save(application);
      const after = await this.state(tx, id);
      await this.journal.record(tx, caller, 'webhook.enable', id, { before, after });
      return after;
    });
  }

  /**
   * Sends a test event to the application, whatever it subscribes to, even while the webhook is disabled.
   * @returns its delivery
   * @throws AppError NOT_FOUND; CONFLICT without a webhook, or while the application is inactive
   */
  async test(caller: Caller, id: string): Promise<DeliveryView> {
    return this.db.transaction(async (tx) => {
      const { status } = await lockWebhook(tx, id);
      if (status === 'inactive') throw new AppError('CONFLICT', 'the application is inactive, so its deliveries wait');
      const deliveryId = newId();
      const data = JSON.stringify({ application_id: id } satisfies WebhookTestData);
      await this.db.change(tx, INSERT_TEST, [newId(), id, deliveryId, new Date().toISOString(), data]);
      await this.record(tx, caller, 'webhook.test', id, { delivery_id: deliveryId });
      this.wakeUp.afterCommit(tx, id);
      return this.deliveries.summary(tx, id, deliveryId);
    });
  }

  private async settings(tx: EntityManager, id: string): Promise<WebhookSettingsView> {
    return toWebhookSettingsView(await this.state(tx, id), await this.secrets.list(tx, id));
  }

  private async state(tx: EntityManager, id: string): Promise<WebhookStateView> {
    const application = await tx.findOneByOrFail(Application, { id });
    const pending = await tx.countBy(WebhookDelivery, { applicationId: id, status: 'pending' });
    return toWebhookStateView(application, pending);
  }

  private record(tx: EntityManager, caller: Caller, action: string, id: string, after?: object): Promise<void> {
    return this.audit.record(tx, caller, { action, entityType: 'application', entityId: id, after });
  }
}
