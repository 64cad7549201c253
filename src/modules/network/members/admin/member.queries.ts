import { statement } from '#common/database/index.js';
import type { MemberKind } from '#people/users/index.js';
import type { MemberStatus } from '../state.entity.js';

/** Most rows of an upline or a history that one answer shows. */
const MAX_UPLINE = 50;
const MAX_HISTORY = 100;

/** A member, with where it stands. */
export interface MemberRow {
  uid: number;
  username: string;
  first_name: string;
  last_name: string;
  country_code: string | null;
  kind: MemberKind;
  status: MemberStatus;
  enrolled_at: Date;
  title_rank: string | null;
  distributors: number;
  preferred: number;
  customers: number;
}

/** Somebody above a member. */
export interface UplineRow {
  uid: number;
  username: string;
  first_name: string;
  last_name: string;
  leg: number | null;
  kind: MemberKind;
  status: MemberStatus;
}

export interface EdgeRow {
  parent_uid: number | null;
  parent: string | null;
  leg: number | null;
  from_at: Date;
  to_at: Date | null;
  by_uid: number | null;
  by: string | null;
  reason: string | null;
}

export interface StateRow {
  kind: MemberKind;
  status: MemberStatus;
  from_at: Date;
  to_at: Date | null;
  by_uid: number | null;
  by: string | null;
  reason: string | null;
}

export interface ChildRow {
  uid: number;
  username: string;
  first_name: string;
  last_name: string;
  leg: number | null;
  kind: MemberKind;
  status: MemberStatus;
  enrolled_at: Date;
  title_rank: string | null;
  children: number;
}

/** Member `$1`, with the counts of the frontline in the sponsor tree by kind. */
export const FIND_MEMBER = statement(
  'network.find-member',
  `SELECT m.uid, u.username, u.first_name, u.last_name, u.country_code, s.kind, s.status, m.enrolled_at, m.title_rank,
          f.distributors, f.preferred, f.customers
     FROM network_members m
     JOIN network_states s ON s.uid = m.uid AND s.to_at IS NULL
     JOIN users u ON u.uid = m.uid
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE c.kind = 'distributor') AS distributors,
             count(*) FILTER (WHERE c.kind = 'preferred') AS preferred,
             count(*) FILTER (WHERE c.kind = 'customer') AS customers
        FROM network_edges e JOIN network_states c ON c.uid = e.uid AND c.to_at IS NULL
       WHERE e.tree = 'sponsor' AND e.parent_uid = m.uid AND e.to_at IS NULL
    ) AS f
    WHERE m.uid = $1`,
);

/** The upline of `$2` in the tree `$1`, the nearest first. */
export const READ_UPLINE = statement(
  'network.read-upline',
  `WITH RECURSIVE up AS (
     SELECT e.parent_uid AS uid, e.leg, 1 AS level FROM network_edges e
      WHERE e.tree = $1 AND e.uid = $2 AND e.to_at IS NULL AND e.parent_uid IS NOT NULL
     UNION ALL
     SELECT e.parent_uid, e.leg, up.level + 1 FROM up JOIN network_edges e ON e.tree = $1 AND e.uid = up.uid AND e.to_at IS NULL
      WHERE e.parent_uid IS NOT NULL AND up.level < ${MAX_UPLINE}
   )
   SELECT up.uid, up.leg, u.username, u.first_name, u.last_name, s.kind, s.status
     FROM up JOIN users u ON u.uid = up.uid JOIN network_states s ON s.uid = up.uid AND s.to_at IS NULL
    ORDER BY up.level`,
);

/** The newest edges of `$2` in the tree `$1`. */
export const READ_EDGES = statement(
  'network.read-edges',
  `SELECT e.parent_uid, p.username AS parent, e.leg, e.from_at, e.to_at, e.by_uid, b.username AS by, e.reason
     FROM network_edges e LEFT JOIN users p ON p.uid = e.parent_uid LEFT JOIN users b ON b.uid = e.by_uid
    WHERE e.uid = $2 AND e.tree = $1 ORDER BY e.id DESC LIMIT ${MAX_HISTORY}`,
);

/** The newest states of `$1`. */
export const READ_STATES = statement(
  'network.read-states',
  `SELECT s.kind, s.status, s.from_at, s.to_at, s.by_uid, b.username AS by, s.reason
     FROM network_states s LEFT JOIN users b ON b.uid = s.by_uid
    WHERE s.uid = $1 ORDER BY s.id DESC LIMIT ${MAX_HISTORY}`,
);

/** Those of a page of edges of the tree `$1`, by leg and then by the uid. */
const describedRows = (edges: string): string => `
  SELECT c.uid, u.username, u.first_name, u.last_name, c.leg, s.kind, s.status, m.enrolled_at, m.title_rank,
         (SELECT count(*) FROM network_edges g WHERE g.tree = $1 AND g.parent_uid = c.uid AND g.to_at IS NULL) AS children
    FROM (${edges}) AS c
    JOIN network_members m ON m.uid = c.uid
    JOIN network_states s ON s.uid = c.uid AND s.to_at IS NULL
    JOIN users u ON u.uid = c.uid
   ORDER BY c.leg, c.uid`;

/** A page of who stands directly below `$2` in the tree `$1`, by leg and then by the uid; `$3` limit, `$4` offset. */
export const LIST_CHILDREN = statement(
  'network.list-children',
  describedRows(`SELECT e.uid, e.leg FROM network_edges e WHERE e.tree = $1 AND e.parent_uid = $2 AND e.to_at IS NULL
                  ORDER BY e.leg, e.uid LIMIT $3 OFFSET $4`),
);

/** `$3`, if it stands directly below `$2` in the tree `$1`. */
export const FIND_CHILD = statement(
  'network.find-child',
  describedRows(`SELECT e.uid, e.leg FROM network_edges e
                  WHERE e.tree = $1 AND e.parent_uid = $2 AND e.uid = $3 AND e.to_at IS NULL`),
);

/** A page of the roots of the tree `$1`, by the uid; `$2` limit, `$3` offset. */
export const LIST_ROOTS = statement(
  'network.list-roots',
  describedRows(`SELECT e.uid, e.leg FROM network_edges e WHERE e.tree = $1 AND e.parent_uid IS NULL AND e.to_at IS NULL
                  ORDER BY e.uid LIMIT $2 OFFSET $3`),
);
