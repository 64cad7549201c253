import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { NO_RANK, NOBODY, NOTHING, type PeriodInput, type Plan, planSchema } from '@commerce/commission-engine';
import { TupleWriter } from '@commerce/postgres';
import type { BenchDatabase } from './database.js';

const DAY_MS = 86_400_000;
const BEGINS = Date.UTC(2026, 10, 1);
const UNIT = 10_000;

/** Of all members, those with orders, and the rows of each of these: 600,000 and 3,000,000 of a million. */
const BUYING = 0.6;
const ROWS_EACH = 5;

/** The hybrid plan of docs/spec/service.md#7: fast start, unilevel of 7 levels, binary, matching of 3 levels, pool. */
export const HYBRID: Plan = planSchema.parse({
  name: 'Hybrid',
  period: 'month',
  time_zone: 'UTC',
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  active: { personal_volume: 50 },
  ranks: [
    { name: 'member' },
    { name: 'silver', requires: { personal_volume: 100, group_volume: 1_000, leg_cap_percent: 60 } },
    { name: 'gold', requires: { group_volume: 5_000, leg_cap_percent: 50, active_frontline: 2 } },
    {
      name: 'ruby',
      requires: { any: [{ legs: [{ rank: 'gold', count: 2 }] }, { group_volume: 50_000, leg_cap_percent: 40 }] },
    },
  ],
  bonuses: [
    { id: 'start', type: 'fast_start', days: 60, percents: [10, 5], excludes: ['levels'] },
    {
      id: 'levels',
      type: 'unilevel',
      percents: { member: [5, 5, 3], silver: [5, 5, 4, 3], gold: [5, 5, 5, 4, 3], ruby: [5, 5, 5, 4, 4, 3, 2] },
      compression: 'dynamic',
    },
    {
      id: 'legs',
      type: 'binary',
      ratio: { strong: 2, weak: 1 },
      percent: 10,
      cap: { member: 500, silver: 1_000, gold: 5_000, ruby: 25_000 },
      carry_cap: 100_000,
    },
    { id: 'match', type: 'matching', of: ['levels'], percents: { member: [10], silver: [10, 5], gold: [10, 5, 5] } },
    { id: 'leaders', type: 'pool', percent: 2, shares: { gold: 1, ruby: 3 } },
  ],
  member_cap: 50_000,
  payout_cap_percent: 45,
});

/**
 * A network of so many members as it may have grown: everybody is sponsored by somebody who came before, and placed in the next
 * free leg. Rows come in the order of their instants, as a ledger has them.
 * @param seed of the random numbers: the same gives the same network
 */
export function networkOf(count: number, seed: number): PeriodInput {
  const random = randomNumbers(seed);
  const sponsor = new Int32Array(count);
  const parent = new Int32Array(count);
  const leg = new Uint16Array(count);
  for (let member = 0; member < count; member += 1) {
    // The sponsors of later members are later ones, so positions go from level to level.
    sponsor[member] = member === 0 ? NOBODY : Math.floor((member - 1) / (1 + Math.floor(random() * 8)));
    parent[member] = member === 0 ? NOBODY : Math.floor((member - 1) / 2);
    leg[member] = member === 0 ? 0 : 1 + ((member - 1) % 2);
  }
  const rows = Math.floor(count * BUYING) * ROWS_EACH;
  const volumes = Float64Array.from({ length: rows }, () => UNIT * (1 + Math.floor(random() * 100)));
  return {
    currencyDigits: 2,
    from: BEGINS,
    to: BEGINS + 30 * DAY_MS,
    members: {
      uid: Float64Array.from({ length: count }, (_, member) => member + 1),
      kind: new Uint8Array(count),
      status: new Uint8Array(count),
      enrolledAt: Float64Array.from({ length: count }, () => BEGINS - Math.floor(random() * 1_000) * DAY_MS),
      sponsor,
      parent,
      leg,
      title: new Int16Array(count).fill(NO_RANK),
    },
    rows: {
      member: Int32Array.from({ length: rows }, () => Math.floor(random() * BUYING * count)),
      at: Float64Array.from({ length: rows }, (_, row) => BEGINS + (row / rows) * 30 * DAY_MS),
      qualifying: volumes,
      commissionable: volumes.slice(),
      takesBack: new Int32Array(rows).fill(NOTHING),
    },
    carried: new Map([['legs', { left: new Float64Array(count), right: new Float64Array(count) }]]),
    earlier: [],
  };
}

/** Marsaglia's xorshift of 32 bits, as numbers from 0 to below 1. */
function randomNumbers(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** The period of the generated networks. */
const FROM = '2026-11-01T00:00:00Z';
const TO = '2026-12-01T00:00:00Z';

const DECIMALS = 4;
const KIND = Buffer.from('distributor');
const STATUS = Buffer.from('active');
const IMPORT = Buffer.from('import');
const SPONSOR = Buffer.from('sponsor');
const PLACEMENT = Buffer.from('placement');
const NO_HASH = Buffer.from('');
const FIRST_NAME = Buffer.from('Maria');
const COUNTRY = Buffer.from('DE');

/** Indexes that only searches of users need, and that a million users fill for a minute. */
const UNUSED = ['users_username_search', 'users_email_search', 'users_name_search'];

/** Fills a migrated database, which has none of its users, with a generated network and its ledger, as imports leave them. */
export async function fillPeriod({ pool }: BenchDatabase, { members, rows }: PeriodInput): Promise<void> {
  for (const index of UNUSED) await pool.query(`DROP INDEX IF EXISTS ${index}`);
  const client = await pool.connect();
  try {
    // No foreign key is asked: that takes as long as all else.
    await client.query(`SET session_replication_role = replica`);
    const { uid, enrolledAt, sponsor, parent, leg } = members;
    const each = async (table: string, columns: string, write: (writer: TupleWriter, member: number) => void) =>
      copy(client, { table, columns, count: uid.length, write });
    const named = 'uid, username, email, password_hash, first_name, last_name, country_code, created_at';
    await each('users', named, (writer, member) => {
      const name = Buffer.from(`member-${uid[member]}`);
      writer.bigint(uid[member]!);
      writer.text(name);
      writer.text(Buffer.concat([name, Buffer.from('@example.com')]));
      writer.text(NO_HASH);
      writer.text(FIRST_NAME);
      writer.text(Buffer.from(`Schmidt ${uid[member]! % 997}`));
      writer.text(COUNTRY);
      writer.instant(enrolledAt[member]!);
    });
    await each('network_members', 'uid, enrolled_at', (writer, member) => {
      writer.bigint(uid[member]!);
      writer.instant(enrolledAt[member]!);
    });
    await each('network_states', 'uid, kind, status, from_at', (writer, member) => {
      writer.bigint(uid[member]!);
      writer.text(KIND);
      writer.text(STATUS);
      writer.instant(enrolledAt[member]!);
    });
    for (const [tree, above] of [
      [SPONSOR, sponsor],
      [PLACEMENT, parent],
    ] as const) {
      await each('network_edges', 'tree, uid, parent_uid, leg, from_at', (writer, member) => {
        writer.text(tree);
        writer.bigint(uid[member]!);
        if (above[member]! < 0) writer.null();
        else writer.bigint(uid[above[member]!]!);
        if (above[member]! < 0 || tree === SPONSOR) writer.null();
        else writer.smallint(leg[member]!);
        writer.instant(enrolledAt[member]!);
      });
    }
    await client.query('SELECT make_volume_partition($1)', [FROM]);
    await copy(client, {
      table: 'volume_rows',
      columns: 'at, uid, kind, price, wholesale_price, business_volume, points, cumulative_volume',
      count: rows.member.length,
      write: (writer, row) => {
        writer.instant(rows.at[row]!);
        writer.bigint(uid[rows.member[row]!]!);
        writer.text(IMPORT);
        for (const column of [rows.qualifying, rows.qualifying, rows.commissionable, rows.qualifying, rows.qualifying])
          writer.numeric(column[row]!, DECIMALS);
      },
    });
    await client.query('VACUUM ANALYZE users, network_members, network_states, network_edges, volume_rows');
    await client.query('CHECKPOINT');
  } finally {
    client.release(true);
  }
}

/** A run of the period that waits for its job. */
export async function addRun({ pool }: BenchDatabase, plan: Plan): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO commission_runs (kind, period, from_at, to_at, plan_id, document)
     VALUES ('preview', '2026-11', $1, $2, 1, $3) RETURNING id`,
    [FROM, TO, JSON.stringify(plan)],
  );
  return Number(rows[0]!.id);
}

interface Copied {
  readonly table: string;
  readonly columns: string;
  readonly count: number;
  readonly write: (writer: TupleWriter, index: number) => void;
}

async function copy(client: pg.PoolClient, { table, columns, count, write }: Copied): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN (FORMAT binary)`));
  const writer = new TupleWriter(stream, columns.split(',').length);
  for (let index = 0; index < count; index += 1) {
    writer.begin();
    write(writer, index);
    if (writer.end()) await writer.flush();
  }
  await writer.finish();
}
