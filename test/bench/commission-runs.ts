import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { program } from '#test/support/service-process.js';
import type { RunCost } from './commission-job.js';
import { addRun, fillPeriod, HYBRID, networkOf } from './commission-network.js';
import { startDatabaseServer, type BenchDatabase, type BenchServer } from './database.js';
import { startService } from './sides.js';

const JOB = program('test/bench/commission-job.ts');

const PORT = '22170';

/** Of a job's process; see `job-process.ts`. */
const HEAP = '--max-old-space-size=256';

/** What the specification admits at a million members, in seconds and MB. */
export const MOST_SECONDS = 60;
export const MOST_MB = 1_500;
export const CHECKED = 1_000_000;
export const MB = 1_000_000;

/** What a standby needs. Without it, tables that a transaction makes and fills are not in the WAL. */
export const WITH_STANDBY = { wal_level: 'replica' };

const HEAD = [
  'Members',
  'Rows',
  'Lines',
  'Reading, s',
  'Calculation, s',
  'Writing, s',
  'In all, s',
  'of the processor, s',
  'Memory, MB',
  'Posting, s',
  'Floor: COPY of the lines, s',
  'Floor: one unilevel in SQL, s',
];

/** One unilevel of 7 levels without ranks, activity or compression, in plain SQL; nothing else of a run. */
const UNILEVEL = `CREATE TABLE floor_unilevel AS
  WITH RECURSIVE up (source, uid, level, base) AS (
    SELECT r.uid, r.uid, 0, sum(r.business_volume) FROM volume_rows r
     WHERE r.at >= '2026-11-01Z' AND r.at < '2026-12-01Z' GROUP BY r.uid
    UNION ALL
    SELECT up.source, e.parent_uid, up.level + 1, up.base FROM up
      JOIN network_edges e ON e.uid = up.uid AND e.tree = 'sponsor' AND e.to_at IS NULL
     WHERE up.level < 7 AND e.parent_uid IS NOT NULL)
  SELECT uid, source, level, round(base * 0.05, 2) AS amount FROM up WHERE level > 0`;

/** Measures whole runs on a database beside them, and gives the table. */
export async function measureRuns(sizes: readonly number[], seed: number): Promise<string[]> {
  const rows: string[] = [];
  const server = await startDatabaseServer(WITH_STANDBY);
  try {
    for (const members of sizes) {
      const row = await measureOne(server, members, seed);
      rows.push(row);
      process.stdout.write(`${row}\n`);
    }
  } finally {
    await server.stop();
  }
  return [`| ${HEAD.join(' | ')} |`, `|${' ---: |'.repeat(HEAD.length)}`, ...rows];
}

async function measureOne(server: BenchServer, members: number, seed: number): Promise<string> {
  const name = `run_${members}`;
  const database = await server.create(name);
  try {
    await (await startService(database.url, PORT)).stop();
    // Uids begin at 1, as those of the generated network do.
    await database.pool.query('TRUNCATE users CASCADE');
    const rows = await fill(database, members, seed);
    const id = await addRun(database, HYBRID);
    const before = await walWritten(database);
    const cost = await calculate(database.url, id);
    const wal = (await walWritten(database)) - before;
    const lines = await countLines(database, id);
    process.stdout.write(`${await storedOf(database, id)}, ${(wal / MB).toFixed(0)} MB of WAL\n`);
    const posting = await inJob<number>(database.url, id, 'post');
    const floors = [await copyOf(database, id), await seconds(() => database.pool.query(UNILEVEL))];
    const inAll = cost.reading + cost.calculation + cost.writing;
    const share = Math.max(1, members / CHECKED);
    if (inAll > MOST_SECONDS * share || cost.memory > MOST_MB * MB * share) process.exitCode = 1;
    const cells = [
      ...[members, rows, lines].map((count) => count.toLocaleString('en')),
      ...[cost.reading, cost.calculation, cost.writing].map((value) => value.toFixed(1)),
      `**${inAll.toFixed(1)}**`,
      cost.processor.toFixed(1),
      (cost.memory / MB).toFixed(0),
      posting.toFixed(1),
      ...floors.map((value) => value.toFixed(1)),
    ];
    return `| ${cells.join(' | ')} |`;
  } finally {
    await server.drop(name);
  }
}

/** Returns how many rows of the ledger there are. */
async function fill(database: BenchDatabase, members: number, seed: number): Promise<number> {
  const input = networkOf(members, seed);
  await fillPeriod(database, input);
  return input.rows.member.length;
}

/** Does the job of a run in a process of its own. @throws Error if it fails */
export function calculate(databaseUrl: string, id: number): Promise<RunCost> {
  return inJob(databaseUrl, id);
}

/** What the process of a job sends when it is done. */
async function inJob<Sent>(databaseUrl: string, id: number, ...further: string[]): Promise<Sent> {
  const child = spawn(process.execPath, [HEAP, ...JOB, String(id), ...further], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DEMO: 'false', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise<Sent>((resolve, reject) => {
    child.once('message', (sent) => resolve(sent as Sent));
    child.once('exit', (code) => reject(new Error(`the run's process ended with ${code}`)));
  });
}

async function countLines({ pool }: BenchDatabase, id: number): Promise<number> {
  const { rows } = await pool.query<{ count: string; status: string; error: string | null }>(
    `SELECT r.status, r.error, (SELECT count(*) FROM commission_lines l WHERE l.run_id = r.id) AS count
       FROM commission_runs r WHERE r.id = $1`,
    [id],
  );
  const [run] = rows;
  if (run?.status !== 'calculated') throw new Error(`the run is ${run?.status}: ${run?.error}`);
  return Number(run.count);
}

/** How far the WAL of the server has come, in bytes: nobody else uses it. */
async function walWritten({ pool }: BenchDatabase): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 AS bytes`,
  );
  return rows[0]!.bytes;
}

/** What rows of the ledger and of the run take on the disk, with their indexes, for docs/scale.md. */
async function storedOf({ pool }: BenchDatabase, id: number): Promise<string> {
  const { rows } = await pool.query<{ what: string; bytes: number }>(
    `SELECT t.relid::regclass::text AS what, pg_total_relation_size(t.relid)::float8 / count AS bytes
       FROM (SELECT tableoid AS relid, count(*) FROM commission_lines WHERE run_id = $1 GROUP BY 1
       UNION ALL SELECT tableoid, count(*) FROM commission_members WHERE run_id = $1 GROUP BY 1
       UNION ALL SELECT tableoid, count(*) FROM volume_rows GROUP BY 1) t`,
    [id],
  );
  return rows.map(({ what, bytes }) => `${what}: ${bytes.toFixed(0)} bytes a row`).join(', ');
}

/** Seconds of a COPY of the same lines into a table without indexes, read by another connection. */
async function copyOf({ url }: BenchDatabase, id: number): Promise<number> {
  const [reader, writer] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([reader.connect(), writer.connect()]);
  try {
    await writer.query(`CREATE TABLE floor_lines (LIKE commission_lines_${id})`);
    return await seconds(() =>
      pipeline(
        reader.query(copyTo(`COPY commission_lines_${id} TO STDOUT (FORMAT binary)`)),
        writer.query(copyFrom('COPY floor_lines FROM STDIN (FORMAT binary)')),
      ),
    );
  } finally {
    await Promise.all([reader.end(), writer.end()]);
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}
