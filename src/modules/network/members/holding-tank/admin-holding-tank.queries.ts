import { statement } from '#common/database/index.js';
import { PLACED_AT_LATEST, WAITING, type WaitingRow } from './holding-tank.queries.js';

// Apart from the job's and the sponsors' queries: who waits anywhere is found in memory, and these read one page of it.

/** Somebody who waits in the holding tank of a sponsor. */
export interface TankRow extends WaitingRow {
  sponsor_uid: number | null;
  sponsor: string | null;
}

/** Those of the members `$1` who do wait, in this order. */
export const READ_WAITING = statement(
  'network.read-waiting',
  `SELECT w.*, u.username, u.first_name, u.last_name, u.country_code, e.parent_uid AS sponsor_uid, b.username AS sponsor
     FROM (SELECT s.uid, m.enrolled_at, ${PLACED_AT_LATEST} AS placed_at_latest
             FROM ${WAITING} AND s.uid = ANY ($1::bigint[])) AS w
     JOIN users u ON u.uid = w.uid
     LEFT JOIN network_edges e ON e.tree = 'sponsor' AND e.uid = w.uid AND e.to_at IS NULL
     LEFT JOIN users b ON b.uid = e.parent_uid
    ORDER BY array_position($1::bigint[], w.uid)`,
);

/** Whether there is a placement tree to wait for. */
export const HAS_TREE = statement(
  'network.has-placement',
  `SELECT EXISTS (SELECT FROM network_settings WHERE placement <> 'none') AS "hasTree"`,
);
