import type { Pool } from 'pg';
import type { Asked } from './hand.js';
import type { Told } from './told.js';

export const TREES = ['sponsor', 'placement'] as const;
export type Tree = (typeof TREES)[number];

/** A committed event that is about members or volumes. */
export interface StoredEvent {
  sequence: number;
  type: string;
  data: Record<string, unknown>;
  /** When it was written; all instants are in milliseconds since 1970. */
  at: number;
}

/** Where somebody stood, from when until when; `to` is null while it holds. */
export interface Edge {
  id: number;
  tree: Tree;
  uid: number;
  parent: number | null;
  leg: number | null;
  from: number;
  to: number | null;
}

/** What somebody was, from when until when. */
export interface State {
  id: number;
  uid: number;
  kind: string;
  status: string;
  from: number;
  to: number | null;
}

/** A row of `network_members`, with what the room of users says of the same person. */
interface Member {
  uid: number;
  username: string;
  enrolled: number;
  sponsor: number | null;
  /** Whether an import brought the member, of which one event tells for all. */
  isImported: boolean;
}

/** A row of the volume ledger; amounts are whole ten-thousandths. */
export interface LedgerRow {
  id: number;
  uid: number;
  at: number;
  kind: string;
  order: number | null;
  line: number | null;
  quantity: number | null;
  price: number | null;
  wholesale: number | null;
  volumes: [business: number, points: number, cumulative: number];
  takesBack: number | null;
}

/** What the tables hold. */
export interface Tables {
  edges: readonly Edge[];
  states: readonly State[];
  members: readonly Member[];
  ledger: readonly LedgerRow[];
}

/** All that there is to check a network by. */
export interface Evidence {
  /** In the order of writing. */
  events: readonly StoredEvent[];
  tables: Tables;
  /** Whether a username, or the reason of a change, is one of the clients that asked. */
  isOurs: (label: string) => boolean;
  asked: readonly Asked[];
  /** What each instance answers in the end. */
  told: readonly Told[];
}

const MS = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::float8`;
const AMOUNT = (column: string): string => `(${column} * 10000)::float8`;

const EVENTS = `SELECT sequence::float8 AS sequence, type, data, ${MS('timestamp')} AS at FROM events
  WHERE type LIKE 'member.%' OR type LIKE 'order.%' OR type LIKE 'volume.%' ORDER BY events.sequence`;
const EDGES = `SELECT id::float8 AS id, tree, uid::float8 AS uid, parent_uid::float8 AS parent, leg::float8 AS leg,
  ${MS('from_at')} AS "from", ${MS('to_at')} AS "to" FROM network_edges ORDER BY network_edges.id`;
const STATES = `SELECT id::float8 AS id, uid::float8 AS uid, kind, status, ${MS('from_at')} AS "from", ${MS('to_at')} AS "to"
  FROM network_states ORDER BY network_states.id`;
const MEMBERS = `SELECT m.uid::float8 AS uid, u.username, ${MS('m.enrolled_at')} AS enrolled, u.sponsor_uid::float8 AS sponsor,
  u.email IS NULL AS "isImported"
  FROM network_members m JOIN users u ON u.uid = m.uid ORDER BY m.uid`;
const LEDGER = `SELECT id::float8 AS id, uid::float8 AS uid, ${MS('at')} AS at, kind, order_id::float8 AS "order", line_id::float8 AS line,
  quantity, ${AMOUNT('price')} AS price, ${AMOUNT('wholesale_price')} AS wholesale,
  ARRAY[${['business_volume', 'points', 'cumulative_volume'].map(AMOUNT).join(', ')}] AS volumes,
  takes_back_id::float8 AS "takesBack" FROM volume_rows ORDER BY volume_rows.id`;

/** Reads what was committed. Nobody may change anything meanwhile. */
export async function readCommitted(pool: Pool): Promise<Pick<Evidence, 'events' | 'tables'>> {
  const rows = async <Row extends object>(sql: string): Promise<Row[]> => (await pool.query<Row>(sql)).rows;
  return {
    events: await rows<StoredEvent>(EVENTS),
    tables: {
      edges: await rows<Edge>(EDGES),
      states: await rows<State>(STATES),
      members: await rows<Member>(MEMBERS),
      ledger: await rows<LedgerRow>(LEDGER),
    },
  };
}
