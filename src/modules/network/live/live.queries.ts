import type { TailSource } from '@commerce/postgres';
import type { Period } from './open-plan.js';
import { type Kind, KINDS, type Status, STATUSES, type TreeName, TREES } from './tree/columns.js';

/** What a search looks at. */
const TEXT = `concat_ws(' ', u.username, u.first_name, u.last_name)`;

const MILLISECONDS = 'floor(extract(epoch FROM m.enrolled_at) * 1000)';

/** SQL that tells the number of a word. */
const numbered = (column: string, words: readonly string[]): string =>
  `CASE ${column} ${words.map((word, index) => `WHEN '${word}' THEN ${index}`).join(' ')} END`;

/** How all members are: uid, and the numbers of kind and status. */
export const COPY_STATES = `COPY (
  SELECT uid, ${numbered('kind', KINDS)}, ${numbered('status', STATUSES)}
    FROM network_states WHERE to_at IS NULL) TO STDOUT (FORMAT binary)`;

/** When they came, and their names: uid, enrolled at, text. */
export const COPY_MEMBERS = `COPY (
  SELECT m.uid, m.enrolled_at, ${TEXT} FROM network_members m JOIN users u ON u.uid = m.uid) TO STDOUT (FORMAT binary)`;

/** Where they stand: the number of the tree, uid, uid above (0: none), leg (0: none). */
export const COPY_EDGES = `COPY (
  SELECT ${numbered('tree', TREES)}, uid, coalesce(parent_uid, 0), coalesce(leg, 0)
    FROM network_edges WHERE to_at IS NULL) TO STDOUT (FORMAT binary)`;

/** The volumes of a period, summed by member: uid and the three volumes. */
export function copyVolumes(period: Period): string {
  return `COPY (
    SELECT uid, sum(business_volume), sum(points), sum(cumulative_volume)
      FROM volume_rows t WHERE ${within(period)} GROUP BY uid) TO STDOUT (FORMAT binary)`;
}

const within = ({ from, to }: Period): string =>
  `t.at >= to_timestamp(${from / 1000}) AND t.at < to_timestamp(${to / 1000})`;

/** A row of {@link STATES}. */
export interface StateRow {
  uid: number;
  kind: Kind;
  status: Status;
  enrolledAt: number;
  text: string;
  isOpen: boolean;
}

/** How members are. */
export const STATES: TailSource = {
  from: 'network_states t',
  joins: 'JOIN network_members m ON m.uid = t.uid JOIN users u ON u.uid = t.uid',
  columns: `t.uid::float8 AS uid, t.kind, t.status, ${MILLISECONDS}::float8 AS "enrolledAt", ${TEXT} AS text, t.to_at IS NULL AS "isOpen"`,
};

/** A row of {@link EDGES}. */
export interface EdgeRow {
  uid: number;
  tree: TreeName;
  parentUid: number | null;
  leg: number;
  isOpen: boolean;
}

/** Where members stand. */
export const EDGES: TailSource = {
  from: 'network_edges t',
  columns: `t.uid::float8 AS uid, t.tree, t.parent_uid::float8 AS "parentUid", coalesce(t.leg, 0)::integer AS leg, t.to_at IS NULL AS "isOpen"`,
};

/** A row of {@link volumesOf}, in whole ten-thousandths. */
export interface VolumeTailRow {
  uid: number;
  business: number;
  points: number;
  cumulative: number;
}

/** The rows of the ledger in a period. */
export function volumesOf(period: Period): TailSource {
  return {
    from: 'volume_rows t',
    columns: `t.uid::float8 AS uid, (t.business_volume * 10000)::float8 AS business, (t.points * 10000)::float8 AS points,
              (t.cumulative_volume * 10000)::float8 AS cumulative`,
    where: within(period),
  };
}

/** What all rows of the members $1 come to in a period, as {@link volumesOf} has them. */
export function sumsOf(period: Period): string {
  return `SELECT t.uid::float8 AS uid, (sum(t.business_volume) * 10000)::float8 AS business, (sum(t.points) * 10000)::float8 AS points,
                 (sum(t.cumulative_volume) * 10000)::float8 AS cumulative
            FROM volume_rows t WHERE t.uid = ANY ($1::bigint[]) AND ${within(period)} GROUP BY t.uid`;
}

/** What changes when the placement tree is another one: its edges are closed without others. */
export const PLACEMENT = 'SELECT concat(placement, placement_since) AS placement FROM network_settings';

/** Names, of the uids $1. */
export const NAMES = `SELECT u.uid::float8 AS uid, ${TEXT} AS text FROM users u WHERE u.uid = ANY ($1::bigint[])`;
