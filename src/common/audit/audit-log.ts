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

/** Who did `$3` to the `$1` with the id `$2`. */
const ACTORS = statement(
  'audit.actors',
  'SELECT DISTINCT actor_uid AS uid FROM audit_entries WHERE entity_type = $1 AND entity_id = $2 AND action = $3 ORDER BY 1',
);

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

  /** Who did something to a thing, as far back as the log is kept. */
  async actors(tx: EntityManager, { action, entityType, entityId }: AuditedAct): Promise<number[]> {
    const found = await this.db.query<{ uid: number }>(tx, ACTORS, [entityType, String(entityId), action]);
    return found.map(({ uid }) => uid);
  }

  /** Records that another user's data (`?uid=`) were read, once they are found: what is refused is no read. */
  async recordRead(caller: Caller, act: AuditedAct): Promise<void> {
    if (actsForAnother(caller)) await this.db.change(null, INSERT, auditValues(caller, [act]));
  }

  /** Records an action only if it concerns another user's data (`?uid=`). See docs/spec/service.md#4. */
  async recordForAnother(tx: EntityManager, caller: Caller, act: AuditedAct): Promise<void> {
    if (actsForAnother(caller)) await this.record(tx, caller, act);
  }
}

const LOGIN_FAILED = 'login.failed';

/** Equal failures within this time are counted in one entry. */
const WINDOW_MINUTES = 15;

/** Entries of one account within the window; failures from further addresses are counted in one more. */
const MAX_ENTRIES = 20;

const OTHER_ADDRESSES = 'other addresses';

export interface FailedLogin {
  /** The account that was tried. */
  uid: number;
  username: string;
  /** Why it failed, such as `wrong password`. */
  reason: string;
  applicationId: string | null;
  ip: string;
  /** The end user's address as the back end sent it, if it did. */
  endUserIp: string | null;
  requestId: string;
}

/** `$1` uid, `$2` username, `$3` application, `$4` address, `$5` request, `$6` reason, `$7` the end user's address. */
const RECORD = statement(
  'audit.failed-login',
  `WITH recent AS (
     SELECT at, id, ip = '${OTHER_ADDRESSES}' AS is_rest,
            ip = $4 AND application_id IS NOT DISTINCT FROM $3::uuid AND after->>'reason' = $6
              AND after->>'end_user_ip' IS NOT DISTINCT FROM $7 AS is_same
       FROM audit_entries
      WHERE entity_type = 'user' AND entity_id = $1::bigint::text AND action = '${LOGIN_FAILED}'
        AND at > now() - make_interval(mins => ${WINDOW_MINUTES})
   ), chosen AS (
     SELECT coalesce(max(id) FILTER (WHERE is_same), max(id) FILTER (WHERE is_rest)) AS id, count(*) < ${MAX_ENTRIES} AS has_room
       FROM recent
   ), counted AS (
     UPDATE audit_entries e
        SET after = after || jsonb_build_object('times', (after->>'times')::int + 1, 'last_at', now())
       FROM chosen c JOIN recent r ON r.id = c.id
      WHERE e.at = r.at AND e.id = r.id AND e.at > now() - make_interval(mins => ${WINDOW_MINUTES})
   )
   INSERT INTO audit_entries (actor_uid, actor_username, application_id, action, entity_type, entity_id, ip, request_id, after)
   SELECT $1, $2, $3, '${LOGIN_FAILED}', 'user', $1::text, CASE WHEN has_room THEN $4 ELSE '${OTHER_ADDRESSES}' END, $5,
          jsonb_strip_nulls(jsonb_build_object('reason', $6::text, 'times', 1, 'last_at', now(),
                                               'end_user_ip', CASE WHEN has_room THEN $7::text END))
     FROM chosen WHERE id IS NULL`,
);

/**
 * Writes failed logins to the audit log: one entry with a counter per account and address in 15 minutes, for a limited
 * number of addresses. The actor is the account that was tried, not necessarily the person who tried it.
 */
@Injectable()
export class FailedLogins {
  constructor(private readonly db: Database) {}

  /** Records a failure, even if the transaction of the request is rolled back. */
  async record({ uid, username, reason, applicationId, ip, endUserIp, requestId }: FailedLogin): Promise<void> {
    const values = [uid, username, applicationId, ip, requestId, reason, endUserIp];
    await this.db.outsideAmbient(() => this.db.change(null, RECORD, values));
  }
}
