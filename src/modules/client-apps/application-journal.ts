import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { AuditLog } from '../../common/audit/index.js';
import { ChangeFeed } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { EventRecorder } from '../../common/events/index.js';
import { isUuid } from '../../common/ids.js';
import { Application } from './application.entity.js';
import { changedSettings, type ApplicationAct, type ApplicationUpdatedData } from './application.events.js';

/** Tells everybody concerned of a change to an application: the audit log, all instances, and webhooks. */
@Injectable()
export class ApplicationJournal {
  constructor(
    private readonly audit: AuditLog,
    private readonly feed: ChangeFeed,
    private readonly events: EventRecorder,
  ) {}

  /**
   * Records a change, in its transaction.
   * @param change what it was before and is now; never a key or a password
   * @param keyId the key that it is about; what kind of key, the action says before its dot
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
    await this.events.record(tx, 'application.updated', { type: 'application', id }, data);
  }
}

/**
 * A live application, locked until the transaction ends.
 * @throws AppError NOT_FOUND
 */
export async function lockApplication(tx: EntityManager, id: string): Promise<Application> {
  const application = isUuid(id)
    ? await tx.findOne(Application, { where: { id, deletedAt: IsNull() }, lock: { mode: 'pessimistic_write' } })
    : null;
  if (application === null) throw AppError.notFound('application');
  return application;
}
