import { from as copyFrom } from 'pg-copy-streams';
import type pg from 'pg';
import { TupleWriter } from '@commerce/postgres';
import type { PeriodInput, Plan } from '@commerce/commission-engine';
import type { BenchDatabase } from './database.js';

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

/** Indexes that only searches of users need, and that a million users fill for a minute. */
const UNUSED = ['users_username_search', 'users_email_search', 'users_name_search'];

/** Fills a migrated database, which has none of its users, with a generated network and its ledger, as imports leave them. */
export async function fillPeriod({ pool }: BenchDatabase, { members, rows }: PeriodInput): Promise<void> {
  for (const index of UNUSED) await pool.query(`DROP INDEX IF EXISTS ${index}`);
  const client = await pool.connect();
  try {
    const { uid, enrolledAt, sponsor, parent, leg } = members;
    const each = async (table: string, columns: string, write: (writer: TupleWriter, member: number) => void) =>
      copy(client, { table, columns, count: uid.length, write });
    await each('users', 'uid, username, email, password_hash', (writer, member) => {
      const name = Buffer.from(`member-${uid[member]}`);
      writer.bigint(uid[member]!);
      writer.text(name);
      writer.text(Buffer.concat([name, Buffer.from('@example.com')]));
      writer.text(NO_HASH);
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
    client.release();
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
