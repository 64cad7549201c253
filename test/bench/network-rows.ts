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
