import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { ChangeFeed } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { Application } from './application.entity.js';
import { type ApplicationAct, type ApplicationUpdatedData, changedSettings } from './application.events.js';
import type { ApplicationView } from './application.view.js';

/** Publishes changes of applications: to the audit log, all instances, and webhooks. */
@Injectable()
export class ApplicationJournal {
  constructor(
    private readonly audit: AuditLog,
    private readonly feed: ChangeFeed,
    private readonly events: EventRecorder,
  ) {}

  /**
   * Records a change, in its transaction.
   * @param change the state before and after; never a key or a password
   * @param keyId the affected key; the action's prefix is its kind
   */
  async record(
    tx: EntityManager,
    caller: Caller,
    action: ApplicationAct,
    id: string,
    change: { before?: object; after?: object },
    keyId?: string,
  ): Promise<void> {
    const entity =
      keyId === undefined
        ? { entityType: 'application', entityId: id }
        : { entityType: action.split('.', 1)[0]!, entityId: keyId };
    await this.audit.record(tx, caller, { action, ...entity, ...change });
    await this.feed.publish(tx, 'application', id);
    const data: ApplicationUpdatedData = { application_id: id, action };
    if (change.before !== undefined && action === 'application.update')
      data.changed = changedSettings(change.before, change.after ?? {});
    if (keyId !== undefined) data.key_id = keyId;
    await this.events.record(tx, 'application.updated', id, data);
  }
}

/**
 * Locks a live application until the transaction ends.
 * @throws AppError NOT_FOUND
 */
export async function lockApplication(tx: EntityManager, id: string): Promise<Application> {
  const application = await tx.findOne(Application, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (application === null) throw AppError.notFound('application');
  return application;
}

/** A change of settings: the previous ones, and the locked application with the new ones. */
export interface ApplicationChange {
  before: ApplicationView;
  application: Application;
}

type ChangeHook = (tx: EntityManager, caller: Caller, change: ApplicationChange) => Promise<void>;

/** Hooks of other rooms on changes of applications. They run in the transaction; an error refuses the change. */
@Injectable()
export class ApplicationChangeHooks {
  private readonly hooks: ChangeHook[] = [];

  add(hook: ChangeHook): void {
    this.hooks.push(hook);
  }

  async run(tx: EntityManager, caller: Caller, change: ApplicationChange): Promise<void> {
    for (const hook of this.hooks) await hook(tx, caller, change);
  }
}
