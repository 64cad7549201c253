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

const INSERT_ALL = statement(
  'audit.insert-all',
  `INSERT INTO audit_entries (actor_uid, actor_username, application_id, action, entity_type, entity_id, target_uid, ip, request_id, before, after)
   SELECT $1::bigint, $2::text, $3::uuid, a.action, a.entity_type, a.entity_id, $4::bigint, $5::text, $6::text, a.before, a.after
     FROM jsonb_to_recordset($7::jsonb) AS a (action text, entity_type text, entity_id text, before jsonb, after jsonb)`,
);

/** Writes the audit log, in the transaction of the act. Never give it secrets. Section 8 of the decisions. */
@Injectable()
export class AuditLog {
  constructor(private readonly db: Database) {}

  /** Records an act of an admin. */
  async record(tx: EntityManager, caller: Caller, act: AuditedAct): Promise<void> {
    await this.db.query(tx, INSERT, [
      caller.uid,
      caller.username,
      caller.application?.id ?? null,
      act.action,
      act.entityType,
      String(act.entityId),
      actsForAnother(caller) ? caller.actsFor : null,
      caller.ip,
      caller.requestId,
      json(act.before),
      json(act.after),
    ]);
  }

  /** Records many acts of one request with one statement. */
  async recordAll(tx: EntityManager, caller: Caller, acts: readonly AuditedAct[]): Promise<void> {
    const rows = acts.map(({ action, entityType, entityId, before, after }) => {
      return { action, entity_type: entityType, entity_id: String(entityId), before, after };
    });
    await this.db.query(tx, INSERT_ALL, [
      caller.uid,
      caller.username,
      caller.application?.id ?? null,
      actsForAnother(caller) ? caller.actsFor : null,
      caller.ip,
      caller.requestId,
      JSON.stringify(rows),
    ]);
  }

  /** Records an act only if it touches another user's data (`?uid=`). Section 4 of the decisions. */
  async recordForAnother(tx: EntityManager, caller: Caller, act: AuditedAct): Promise<void> {
    if (actsForAnother(caller)) await this.record(tx, caller, act);
  }
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
