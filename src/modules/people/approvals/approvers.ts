import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { rolesWith, type Permission } from '#common/access/index.js';
import { Database, statement } from '#common/database/index.js';
import type { Person } from './approvers.rules.js';

/**
 * Users `$1`, all active ones with one of the roles `$2`, and those who lost them in the last `$3` days, each with who has had
 * power over the account for as many; of an account that got the right in that time, also who made it in the last year. Whoever
 * got a role in that time on an account that nobody made in the admin module, which the audit log says, is a newcomer. Who gets
 * back what was taken from them within as many days is not new by that.
 */
const PEOPLE = statement(
  'approvals.people',
  `WITH RECURSIVE lost AS (
     SELECT uid FROM account_grants
      WHERE takes_away AND roles_before && $2::text[] AND at > clock_timestamp() - make_interval(days => $3)
   ), recent AS (
     SELECT DISTINCT uid FROM account_grants WHERE NOT takes_away AND at > clock_timestamp() - make_interval(days => $3)
   ), kept AS NOT MATERIALIZED (
     SELECT uid, by_uid, with_password, at, at > clock_timestamp() - make_interval(days => $3) AS is_recent,
            NOT roles_before && $2::text[]
              AND NOT EXISTS (SELECT FROM account_grants l
                               WHERE l.uid = g.uid AND l.takes_away AND l.roles_before && $2::text[]
                                 AND l.at < g.at AND l.at > g.at - make_interval(days => $3)) AS is_new,
            with_password AND roles_before = '{}'
              AND EXISTS (SELECT FROM audit_entries a
                           WHERE a.entity_type = 'user' AND a.entity_id = g.uid::text AND a.action = 'user.create' AND a.actor_uid = g.by_uid
                             AND a.at >= g.at - interval '1 minute' AND a.at < g.at + interval '1 minute') AS has_made
       FROM account_grants g WHERE NOT takes_away AND uid IN (SELECT uid FROM recent)
   ), given AS NOT MATERIALIZED (
     SELECT * FROM kept k
      WHERE is_recent
         OR EXISTS (SELECT FROM kept r WHERE r.uid = k.uid AND r.at > k.at AND r.is_recent AND r.is_new) AND has_made
   ), somebody AS (
     SELECT uid, username, status = 'active' AND roles && $2::text[] AS has_right FROM users
      WHERE uid = ANY ($1::bigint[] || ARRAY(SELECT uid FROM lost))
     UNION
     SELECT uid, username, true FROM users
      WHERE NOT roles <@ '{member,api_admin}'::text[] AND roles && $2::text[] AND status = 'active'
   ), newcomers AS (
     SELECT uid FROM given g
      WHERE is_new AND uid IN (SELECT uid FROM somebody) AND NOT EXISTS (SELECT FROM kept k WHERE k.uid = g.uid AND k.has_made)
   ), up (uid, by_uid, is_new, with_password) AS (
     SELECT uid, uid, true, true FROM somebody
     UNION
     SELECT up.uid, g.by_uid, up.is_new AND g.is_new, up.with_password AND g.with_password
       FROM up JOIN given g ON g.uid = up.by_uid
   )
   SELECT s.uid, s.username, s.has_right AS "hasRight", s.uid IN (SELECT uid FROM lost) AND NOT s.has_right AS "hadRight",
          s.uid IN (SELECT uid FROM newcomers) AS "isNewcomer", u.controllers, u.creators, u.insiders
     FROM somebody s
     JOIN (SELECT uid, json_agg(DISTINCT by_uid) AS controllers,
                  json_agg(DISTINCT by_uid) FILTER (WHERE is_new) AS creators,
                  json_agg(DISTINCT by_uid) FILTER (WHERE with_password) AS insiders
             FROM up GROUP BY uid) AS u ON u.uid = s.uid
    ORDER BY s.uid`,
);

/** Keeps the user `$1` from being changed until the transaction ends. */
const HOLD = statement('approvals.hold-user', 'SELECT uid FROM users WHERE uid = $1 FOR SHARE');

/** Who could approve, and who has power over whom. */
@Injectable()
export class Approvers {
  constructor(private readonly db: Database) {}

  /**
   * Those with a permission, those who lost it, and the makers of what is to be approved.
   * @param days for which power over an account counts, and so does a lost right
   */
  async people(
    tx: EntityManager | null,
    permission: Permission,
    makers: readonly number[],
    days: number,
  ): Promise<Person[]> {
    return this.db.query<Person>(tx, PEOPLE, [makers, rolesWith(permission), days]);
  }

  /** Keeps an account from being changed until the transaction ends. */
  async hold(tx: EntityManager, uid: number): Promise<void> {
    await this.db.query(tx, HOLD, [uid]);
  }
}
