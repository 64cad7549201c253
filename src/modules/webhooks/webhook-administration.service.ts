import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { AuditLog } from '../../common/audit/index.js';
import { Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { newId } from '../../common/ids.js';
import { ApplicationJournal, ApplicationsService } from '../client-apps/index.js';
import { FIND_WEBHOOK, INSERT_TEST } from './webhook-administration.queries.js';
import { WebhookDeliveries } from './log/webhook-deliveries.service.js';
import type { DeliveryView } from './log/webhook-delivery.view.js';
import { lockWebhook } from './webhook-lock.js';
import { DEFAULT_OVERLAP_SECONDS, WebhookSecrets } from './secrets/webhook-secrets.service.js';
import {
  webhookSettingsView,
  webhookStateView,
  type WebhookRow,
  type WebhookSettingsView,
  type WebhookStateView,
} from './webhook-settings.view.js';
import type { WebhookTestData } from './webhook.events.js';
import { WebhookWakeUp } from './outbox/webhook-wake-up.js';
import type { RotateSecretDto } from './webhook.dto.js';

/** What super admins do with the webhook of an application. Sections 7 and 8 of the decisions. */
@Injectable()
export class WebhookAdministration {
  constructor(
    private readonly db: Database,
    private readonly applications: ApplicationsService,
    private readonly secrets: WebhookSecrets,
    private readonly deliveries: WebhookDeliveries,
    private readonly wakeUp: WebhookWakeUp,
    private readonly journal: ApplicationJournal,
    private readonly audit: AuditLog,
  ) {}

  /**
   * The webhook with its secret, which is audited.
   * @throws AppError NOT_FOUND, for an application without a webhook too
   */
  async reveal(caller: Caller, id: string): Promise<WebhookSettingsView> {
    await this.applications.read(id);
    return this.db.transaction(async (tx) => {
      const view = await this.settings(tx, id);
      await this.record(tx, caller, 'webhook_secret.reveal', id);
      return view;
    });
  }

  /**
   * Makes a new secret; those before it sign beside it until the overlap ends.
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
   * Lets the service send again to a webhook that it has disabled. What was missed is not sent by itself.
   * @throws AppError NOT_FOUND; CONFLICT without a webhook, or when it is not disabled
   */
  async enable(caller: Caller, id: string): Promise<WebhookStateView> {
    return this.db.transaction(async (tx) => {
      const application = await lockWebhook(tx, id);
      if (application.webhookDisabledAt === null) throw new AppError('CONFLICT', 'the webhook is not disabled');
      const before = webhookStateView(await this.find(tx, id));
      application.webhookFailingSince = null;
      application.webhookDisabledAt = null;
      application.webhookDisabledReason = null;
      application.updatedAt = new Date();
      await tx.save(application);
      const after = webhookStateView(await this.find(tx, id));
      await this.journal.record(tx, caller, 'webhook.enable', id, { before, after });
      return after;
    });
  }

  /**
   * Sends a test event to the application, whatever it listens to, even while the webhook is disabled.
   * @returns its delivery, whose outcome is then in the log
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
    const row = await this.find(tx, id);
    return webhookSettingsView(row, await this.secrets.list(tx, id));
  }

  private async find(tx: EntityManager, id: string): Promise<WebhookRow> {
    const row = await this.db.queryOne<WebhookRow>(tx, FIND_WEBHOOK, [id]);
    if (row === undefined) throw AppError.notFound('webhook');
    return row;
  }

  private record(tx: EntityManager, caller: Caller, action: string, id: string, after?: object): Promise<void> {
    return this.audit.record(tx, caller, { action, entityType: 'application', entityId: id, after });
  }
}
