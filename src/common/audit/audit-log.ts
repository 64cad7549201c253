import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '../access/index.js';
import { Database, statement } from '../database/index.js';

/** An audited action. */
export interface AuditedAct {
  /** Such as `bundle.create`. */
  action: string;
  entityType: string;
  entityId: string | number;
  /** The old state; omit it if the entity is new or was only read. */
  before?: unknown;
  /** The new state; omit it if the entity was deleted or only read. */
  after?: unknown;
}

/**
 * SQL that inserts the entries of one request, also as part of a larger statement.
 * @param first the number of its first parameter; the values are {@link auditValues}
 */
export function insertEntries(first: number): string {
  const at = (offset: number): string => `$${first + offset}`;
  return `INSERT INTO audit_entries (actor_uid, actor_username, application_id, action, entity_type, entity_id, target_uid, ip, request_id, before, after)
   SELECT ${at(0)}::bigint, ${at(1)}::text, ${at(2)}::uuid, a.action, a.entity_type, a.entity_id, ${at(3)}::bigint, ${at(4)}::text, ${at(5)}::text,
          a.before, a.after
     FROM jsonb_to_recordset(${at(6)}::jsonb) AS a (action text, entity_type text, entity_id text, before jsonb, after jsonb)`;
}

const INSERT = statement('audit.insert', insertEntries(1));

/** The parameters of {@link insertEntries}. Must not contain secrets. See docs/spec/service.md#8. */
export function auditValues(caller: Caller, entries: readonly AuditedAct[]): unknown[] {
  const rows = entries.map(({ action, entityType, entityId, before, after }) => {
    return { action, entity_type: entityType, entity_id: String(entityId), before, after };
  });
  const { uid, username, application, ip, requestId } = caller;
  return [
    uid,
    username,
    application?.id ?? null,
    actsForAnother(caller) ? caller.actsFor : null,
    ip,
    requestId,
    JSON.stringify(rows),
  ];
}

/** Writes the audit log in the transaction of the change. Must not contain secrets. See docs/spec/service.md#8. */
@Injectable()
export class AuditLog {
  constructor(private readonly db: Database) {}

  /** Records an action of an admin. It is written at the latest with the COMMIT. */
  record(tx: EntityManager, caller: Caller, act: AuditedAct): Promise<void> {
    this.db.send(tx, INSERT, auditValues(caller, [act]));
    return Promise.resolve();
  }

  /** Records an action only if it concerns another user's data (`?uid=`). See docs/spec/service.md#4. */
  async recordForAnother(tx: EntityManager, caller: Caller, act: AuditedAct): Promise<void> {
    if (actsForAnother(caller)) await this.record(tx, caller, act);
  }
}
