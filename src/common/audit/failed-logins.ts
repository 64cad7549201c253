import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/index.js';

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
