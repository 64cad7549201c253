import { isNotAhead } from '#common/events/event.queries.js';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { APPLICATIONS } from '#platform/applications.messages.js';
import { Application, lockApplication } from '../client-apps/index.js';

/** Errors of changes to a webhook. */
export const NO_WEBHOOK = failure(APPLICATIONS.no_webhook);
export const WEBHOOK_DISABLED = failure(APPLICATIONS.webhook_disabled);
export const HAS_SECRET = failure(APPLICATIONS.event_has_secret);
export const WEBHOOK_ENABLED = failure(APPLICATIONS.webhook_enabled);

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

/**
 * Locks the applications whose webhook is enabled, or the one of them that is named, until the transaction ends.
 * @returns their ids
 */
export async function enabledWebhooks(tx: EntityManager, id?: string): Promise<string[]> {
  const enabled = { webhookUrl: Not(IsNull()), webhookDisabledAt: IsNull(), ...(id !== undefined && { id }) };
  const lock = { mode: 'pessimistic_write' } as const;
  const found = await tx.find(Application, { select: { id: true }, where: enabled, order: { id: 'ASC' }, lock });
  return found.map((one) => one.id);
}

/**
 * SQL that is true of the deliveries in a materialized CTE, which has their `id` and `event_at`. They are found by their keys
 * whatever the table's statistics, in no partitions but theirs.
 */
export const isAmong = (cte: string): string => `id = ANY (ARRAY(SELECT id FROM ${cte}))
     AND event_at BETWEEN (SELECT min(event_at) FROM ${cte}) AND (SELECT max(event_at) FROM ${cte})`;

/**
 * SQL that leaves out partitions of attempts which ended before an event. A day less: the clocks of database and instance differ.
 * @param event the event's time, as SQL
 * @param attempt the attempt's, as SQL
 */
export const attemptsSince = (event: string, attempt: string): string =>
  `${attempt} >= ${event} - interval '1 day' AND ${isNotAhead(attempt)}`;
