import type { TailSource } from '@commerce/postgres';
import type { Period } from './open-plan.js';
import { type Kind, KINDS, type Status, STATUSES, type TreeName } from './tree/columns.js';

// What a search looks at, without what COPY would have to escape.
const TEXT = `translate(concat_ws(' ', u.username, u.first_name, u.last_name), E'\\\\\\b\\f\\n\\r\\t\\v', '       ')`;

const MILLISECONDS = 'floor(extract(epoch FROM m.enrolled_at) * 1000)';

/** SQL that tells the number of a word. */
const numbered = (column: string, words: readonly string[]): string =>
  `CASE ${column} ${words.map((word, index) => `WHEN '${word}' THEN ${index}`).join(' ')} END`;

/** All members as they are: uid, kind, status, enrolled at, sponsor (0: none), parent (0: none, -1: not placed), leg, text. */
export const COPY_MEMBERS = `COPY (
  SELECT m.uid, ${numbered('n.kind', KINDS)}, ${numbered('n.status', STATUSES)}, ${MILLISECONDS}::bigint, coalesce(s.parent_uid, 0),
         CASE WHEN p.uid IS NULL THEN -1 ELSE coalesce(p.parent_uid, 0) END, coalesce(p.leg, 0), ${TEXT}
    FROM network_members m JOIN users u ON u.uid = m.uid
    JOIN network_states n ON n.uid = m.uid AND n.to_at IS NULL
    LEFT JOIN network_edges s ON s.tree = 'sponsor' AND s.uid = m.uid AND s.to_at IS NULL
    LEFT JOIN network_edges p ON p.tree = 'placement' AND p.uid = m.uid AND p.to_at IS NULL) TO STDOUT (FORMAT binary)`;

/** The volumes of a period, summed by member, in whole ten-thousandths: uid and the three volumes. */
export function copyVolumes(period: Period): string {
  return `COPY (
    SELECT t.uid, ${['business_volume', 'points', 'cumulative_volume'].map((column) => `(sum(${column}) * 10000)::float8`).join(', ')}
      FROM volume_rows t WHERE ${within(period)} GROUP BY t.uid) TO STDOUT (FORMAT binary)`;
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
