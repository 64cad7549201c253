import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '../access/index.js';
import { Database, statement } from '../database/index.js';

/** One act, as a service tells it. */
export interface AuditedAct {
  /** What was done, such as `bundle.create`. */
  action: string;
  entityType: string;
  entityId: string | number;
  /** What it was before; leave out for something new or only read. */
  before?: unknown;
  /** What it is now; leave out for something deleted or only read. */
  after?: unknown;
}

const INSERT = statement(
  'audit.insert',
  `INSERT INTO audit_entries (actor_uid, actor_username, application_id, action, entity_type, entity_id, target_uid, ip, request_id, before, after)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

/**
 * SQL that writes the entries of many acts of one request, for statements that write something else with them.
 * @param first the number of the first of its parameters, which are {@link auditValues}
 */
export function insertActs(first: number): string {
  const at = (offset: number): string => `$${first + offset}`;
  return `INSERT INTO audit_entries (actor_uid, actor_username, application_id, action, entity_type, entity_id, target_uid, ip, request_id, before, after)
   SELECT ${at(0)}::bigint, ${at(1)}::text, ${at(2)}::uuid, a.action, a.entity_type, a.entity_id, ${at(3)}::bigint, ${at(4)}::text, ${at(5)}::text,
          a.before, a.after
     FROM jsonb_to_recordset(${at(6)}::jsonb) AS a (action text, entity_type text, entity_id text, before jsonb, after jsonb)`;
}

/** The parameters of {@link insertActs}. Never give it secrets. Section 8 of the decisions. */
export function auditValues(caller: Caller, acts: readonly AuditedAct[]): unknown[] {
  const rows = acts.map(({ action, entityType, entityId, before, after }) => {
    return { action, entity_type: entityType, entity_id: String(entityId), before, after };
  });
  const { uid, username, application, ip, requestId } = caller;
  return [uid, username, application?.id ?? null, otherUser(caller), ip, requestId, JSON.stringify(rows)];
}

/**
 * Writes the audit log, in the transaction of the act, which waits for it when it commits. Never give it secrets. Section 8
 * of the decisions.
 */
@Injectable()
export class AuditLog {
  constructor(private readonly db: Database) {}

  /** Records an act of an admin. */
  record(tx: EntityManager, caller: Caller, act: AuditedAct): Promise<void> {
    this.db.send(tx, INSERT, [
      caller.uid,
      caller.username,
      caller.application?.id ?? null,
      act.action,
      act.entityType,
      String(act.entityId),
      otherUser(caller),
      caller.ip,
      caller.requestId,
      json(act.before),
      json(act.after),
    ]);
    return Promise.resolve();
  }

  /** Records an act only if it touches another user's data (`?uid=`). Section 4 of the decisions. */
  async recordForAnother(tx: EntityManager, caller: Caller, act: AuditedAct): Promise<void> {
    if (actsForAnother(caller)) await this.record(tx, caller, act);
  }
}

/** The user whose data an act touches, when that is another one. */
function otherUser(caller: Caller): number | null {
  return actsForAnother(caller) ? caller.actsFor : null;
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
