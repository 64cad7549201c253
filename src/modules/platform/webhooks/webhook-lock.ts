import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { lockApplication, type Application } from '../client-apps/index.js';

/** Errors of changes to a webhook. */
export const NO_WEBHOOK = { code: 'CONFLICT', message: 'the application has no webhook' } as const;
export const WEBHOOK_DISABLED = { code: 'CONFLICT', message: 'the webhook is disabled; enable it first' } as const;
export const WEBHOOK_ENABLED = { code: 'CONFLICT', message: 'the webhook is not disabled' } as const;

/**
 * Locks an application with a webhook until the transaction ends.
 * @throws AppError NOT_FOUND; CONFLICT without a webhook
 */
export async function lockWebhook(tx: EntityManager, id: string): Promise<Application> {
  const application = await lockApplication(tx, id);
  if (application.webhookUrl === null) throw AppError.of(NO_WEBHOOK);
  return application;
}

/**
 * The same, of a webhook that is not disabled.
 * @throws AppError NOT_FOUND; CONFLICT without a webhook, or when it is disabled
 */
export async function lockEnabledWebhook(tx: EntityManager, id: string): Promise<Application> {
  const application = await lockWebhook(tx, id);
  if (application.webhookDisabledAt !== null) throw AppError.of(WEBHOOK_DISABLED);
  return application;
}
