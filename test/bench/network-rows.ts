import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BenchDatabase } from './database.js';

/** How a network stands: each with 10 below, or one below the other. */
export type Shape = 'bush' | 'chain';

/** Who has bought in the open month, out of 5. */
const BUYERS = 3;

/** Indexes that only searches of users need, and that a million users fill for a minute. */
const UNUSED = ['users_username_search', 'users_email_search', 'users_name_search'];

/** Fills a migrated database with members in both trees, and a row of the ledger for 3 of 5. Their uids begin at 1. */
export async function fillNetwork({ pool }: BenchDatabase, shape: Shape, members: number): Promise<void> {
  const run = (text: string): Promise<unknown> => pool.query(text, text.includes('$1') ? [members] : []);
  const [sponsor, parent] = shape === 'chain' ? ['n - 1', 'n - 1'] : ['(n + 8) / 10', 'n / 2'];
  for (const index of UNUSED) await run(`DROP INDEX IF EXISTS ${index}`);
  await run(`INSERT INTO users (uid, username, email, password_hash, first_name, last_name)
    SELECT n, 'member-' || n, 'member-' || n || '@example.com', '', 'Maria', 'Schmidt ' || n % 997 FROM generate_series(1, $1::bigint) n`);
  await run(
    `INSERT INTO network_members (uid, enrolled_at) SELECT n, now() - interval '1 year' FROM generate_series(1, $1::bigint) n`,
  );
  await run(`INSERT INTO network_states (uid, kind, status, from_at)
    SELECT n, 'distributor', 'active', now() - interval '1 year' FROM generate_series(1, $1::bigint) n`);
  await run(`INSERT INTO network_edges (tree, uid, parent_uid, from_at)
    SELECT 'sponsor', n, nullif(${sponsor}, 0) * sign(n - 1)::bigint, now() FROM generate_series(2, $1::bigint) n
    UNION ALL SELECT 'sponsor', 1, NULL, now()`);
  await run(`INSERT INTO network_edges (tree, uid, parent_uid, leg, from_at)
    SELECT 'placement', n, ${parent}, 1 + ${shape === 'chain' ? '0' : 'n % 2'}, now() FROM generate_series(2, $1::bigint) n
    UNION ALL SELECT 'placement', 1, NULL, NULL, now()`);
  await run(`INSERT INTO volume_rows (at, uid, kind, business_volume, points, cumulative_volume, by_uid, reason)
    SELECT date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', n, 'adjustment', n % 500, n % 1000, 1, 1, 'bench'
      FROM generate_series(1, $1::bigint) n WHERE n % 5 < ${BUYERS}`);
  await run(`SELECT setval(pg_get_serial_sequence('users', 'uid'), $1::bigint)`);
  await run(`UPDATE network_settings SET placement = 'binary', placement_since = now()`);
  await run('ANALYZE users, network_members, network_states, network_edges, volume_rows');
}

/** Sells points to a member, as a payment does. */
export async function sell({ pool }: BenchDatabase, uid: number, points: number): Promise<void> {
  await pool.query(
    `INSERT INTO volume_rows (at, uid, kind, business_volume, points, cumulative_volume, by_uid, reason)
     VALUES (now(), $1, 'adjustment', 1, $2, 1, 1, 'bench')`,
    [uid, points],
  );
}

/** Moves a member below another in the sponsor tree, as an admin does. */
export async function move({ pool }: BenchDatabase, uid: number, below: number): Promise<void> {
  await pool.query(
    `WITH closed AS (UPDATE network_edges SET to_at = now() WHERE uid = $1 AND tree = 'sponsor' AND to_at IS NULL)
     SELECT 1`,
    [uid],
  );
  await pool.query(`INSERT INTO network_edges (tree, uid, parent_uid, from_at) VALUES ('sponsor', $1, $2, now())`, [
    uid,
    below,
  ]);
}

/** Larger than any number of rows, and prime: whole multiples of it, modulo the number of rows, are each row once, far apart. */
const STRIDE = 15_485_863;

/** Rows that are written together. */
const CHUNK = 2_000;

/** Rows of volumes for each member. */
export const ROWS_EACH = 3;

/** Of so many rows of volumes, the last takes back the one before it; a multiple of {@link ROWS_EACH}, so both are one member's. */
const TAKEN_BACK = 30;

/** Members came so many milliseconds after each other, from this instant on; ten million within two years. */
const FIRST_CAME = Date.UTC(2020, 0, 1);
const APART_MS = 6_000;

/** Volumes are of the last months before the run, so that they lie in several partitions. */
const DAY_MS = 86_400_000;
const VOLUME_DAYS = 80;

/**
 * Writes a file of members, rows shuffled: in the placement tree two below each, in the sponsor tree eight, of whom all are placed below it.
 * @returns its bytes
 */
export function writeMembers(path: string, members: number): Promise<number> {
  return writeRows(path, members, (n) => ({
    username: nameOf(n),
    email: `${nameOf(n)}@example.com`,
    first_name: 'Maria',
    last_name: `Schmidt ${n % 997}`,
    country_code: 'DE',
    kind: 'distributor',
    ...(n > 1 && { sponsor: nameOf(Math.max(1, Math.floor(n / 8))) }),
    ...(n > 1 && { placement_parent: nameOf(Math.floor(n / 2)), placement_leg: 1 + (n % 2) }),
    enrolled_at: new Date(FIRST_CAME + n * APART_MS).toISOString(),
  }));
}

/**
 * Writes a file of volumes of these members, rows shuffled: three of each member, of which some take back the one before.
 * @returns its bytes
 */
export function writeVolumes(path: string, members: number): Promise<number> {
  const rows = members * ROWS_EACH;
  const from = Date.now() - VOLUME_DAYS * DAY_MS;
  const apart = ((VOLUME_DAYS - 1) * DAY_MS) / rows;
  return writeRows(path, rows, (n) => {
    const takesBack = n % TAKEN_BACK === 0;
    const sign = takesBack ? -1 : 1;
    const points = 1 + ((takesBack ? n - 1 : n) % 500);
    return {
      external_id: idOf(n),
      username: nameOf(Math.ceil(n / ROWS_EACH)),
      at: new Date(from + Math.floor(n * apart)).toISOString(),
      business_volume: sign * (points + 0.5),
      points: sign * points,
      cumulative_volume: sign * points,
      price: sign * points * 2,
      ...(takesBack && { takes_back: idOf(n - 1) }),
    };
  });
}

const nameOf = (n: number): string => `imported-${n}`;

const idOf = (n: number): string => `erp-${n}`;

/** @param row from 1 on */
async function writeRows(path: string, count: number, row: (n: number) => object): Promise<number> {
  await pipeline(Readable.from(chunks(count, row)), createWriteStream(path));
  return (await stat(path)).size;
}

function* chunks(count: number, row: (n: number) => object): Generator<string> {
  for (let start = 0; start < count; start += CHUNK) {
    let text = '';
    for (let index = start; index < Math.min(start + CHUNK, count); index += 1)
      text += `${JSON.stringify(row(1 + ((index * STRIDE) % count)))}\n`;
    yield text;
  }
}
