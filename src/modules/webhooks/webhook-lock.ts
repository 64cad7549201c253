import type { EntityManager } from 'typeorm';
import { AppError } from '../../common/errors/app-error.js';
import { lockApplication, type Application } from '../client-apps/index.js';

/**
 * A live application with a webhook, locked until the transaction ends.
 * @throws AppError NOT_FOUND; CONFLICT without a webhook
 */
export async function lockWebhook(tx: EntityManager, id: string): Promise<Application> {
  const application = await lockApplication(tx, id);
  if (application.webhookUrl === null) throw new AppError('CONFLICT', 'the application has no webhook');
  return application;
}

/**
 * The same, of a webhook that is not disabled.
 * @throws AppError NOT_FOUND; CONFLICT without a webhook, or when it is disabled
 */
export async function lockEnabledWebhook(tx: EntityManager, id: string): Promise<Application> {
  const application = await lockWebhook(tx, id);
  if (application.webhookDisabledAt !== null)
    throw new AppError('CONFLICT', 'the webhook is disabled; enable it first');
  return application;
}
