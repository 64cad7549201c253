import { COUNT_DAYS, TAKE_TIME } from '#operations/home/home.queries.js';
import { addRun, fillPeriod, HYBRID, networkOf } from './commission-network.js';
import { calculate } from './commission-runs.js';
import type { BenchDatabase } from './database.js';
import type { Shop } from './shop.js';

/** Uids of the network follow this one; those of the shop are below. */
export const FIRST_UID = 10_000;

/** Ids of orders, and of their lines, follow these. */
export const FIRST_ORDER = 1_000;
const FIRST_LINE = 10_000;

const SEED = 1;

/** Days over which orders and entries are spread, and those for which events are kept. */
const YEAR = 365;
const EVENTS_DAYS = 27;

/** What is filled in, and with how many rows. */
interface Filling {
  /** Members, and orders, and each of the large tables. */
  readonly rows: number;
  readonly products: number;
  readonly applicationId: string;
  readonly adminUid: number;
  readonly runId: number;
}

/**
 * Fills the database of a shop with members, their orders of a year, a posted run, and what the other lists of the admin
 * module show: as the service writes it, but by statements of a million rows.
 * @returns the id of the run
 */
export async function fillLists(database: BenchDatabase, shop: Shop, rows: number): Promise<number> {
  const { pool } = database;
  const input = networkOf(rows, SEED);
  const uid = input.members.uid.map((one) => FIRST_UID + one);
  // What searches read is built once, of full tables, as it would be after an import of as many rows.
  const searches = await pool.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE schemaname = 'public' AND tablename IN ('users', 'orders') AND indexdef LIKE '%gin_trgm_ops%'`,
  );
  await said('members and volumes', () => fillPeriod(database, { ...input, members: { ...input.members, uid } }));
  const runId = await said('a run', () => makeRun(database));
  const filling = {
    rows,
    products: shop.bundles,
    applicationId: shop.applicationId,
    adminUid: shop.apiAdmin.uid,
    runId,
  };
  for (const { name } of searches.rows) await pool.query(`DROP INDEX IF EXISTS ${name}`);
  // Two at a time: what reads what another wrote comes after it.
  await Promise.all(lanesOf(filling).map((lane) => inOneSession(database, lane)));
  await said('searches', async () => {
    for (const { definition } of searches.rows) await pool.query(definition);
  });
  await said('statistics', () => pool.query('VACUUM (ANALYZE)'));
  return runId;
}

async function makeRun(database: BenchDatabase): Promise<number> {
  const id = await addRun(database, HYBRID);
  await calculate(database.url, id);
  return id;
}

/** What is filled in, by its name. */
type Lane = Readonly<Record<string, readonly string[]>>;

async function inOneSession({ pool }: BenchDatabase, lane: Lane): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'`);
    for (const [what, statements] of Object.entries(lane))
      await said(what, async () => {
        for (const sql of statements) await client.query(sql);
      });
  } finally {
    client.release(true);
  }
}

async function said<T>(what: string, fill: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await fill();
  process.stdout.write(`filled in: ${what}, ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
  return done;
}

/** SQL of row `n` of a table: the instant at which it came, oldest first. */
const spread = (rows: number, days: number): string =>
  `now() - interval '1 hour' - (${rows} - n) * (interval '1 day' * ${days} / ${rows})`;

/** Makes the partitions of some days before now. */
const partitions = (table: string, width: 'month' | 'week', days: number): string =>
  `SELECT make_time_partition('${table}', '${width}', at) FROM generate_series(now() - interval '${days + 1} days', now(), '1 day') AS at`;

function lanesOf(filling: Filling): readonly Lane[] {
  return [
    {
      orders: orders(filling),
      plans: plans(filling),
      earnings: earnings(filling),
      payouts: payouts(filling),
      'days of the first page': DAYS,
    },
    { 'audit log': auditLog(filling), webhooks: webhooks(filling), 'other lists': others(filling) },
  ];
}

/** What the service counts every hour. */
const DAYS = [
  'BEGIN',
  TAKE_TIME.text,
  COUNT_DAYS.text
    .replaceAll('$1', `'UTC'`)
    .replaceAll('$2', `'2020-01-01Z'`)
    .replaceAll('$3', `date_trunc('day', now(), 'UTC')`)
    .replaceAll('$4', `((now() AT TIME ZONE 'UTC')::date - 1)`),
  'COMMIT',
];

/** Of 20 orders one each is placed, paid, cancelled and returned, and the others are completed; each has two lines. */
function orders({ rows, products, applicationId, adminUid }: Filling): string[] {
  const at = spread(rows, YEAR);
  const member = `${FIRST_UID} + 1 + n * 7919 % ${rows}`;
  const price = '(10 + n % 90 + 0.5)';
  const status = `CASE n % 20 WHEN 0 THEN 'placed' WHEN 1 THEN 'paid' WHEN 2 THEN 'cancelled' WHEN 3 THEN 'returned' ELSE 'completed' END`;
  const series = `FROM generate_series(1::bigint, ${rows}) AS n`;
  return [
    // No foreign key is asked, nor a trigger of a single row.
    `SET session_replication_role = replica`,
    `INSERT INTO orders (id, uid, status, order_number, version, currency_code, application_id, created_at, changed_at,
       placed_at, paid_at, completed_at, cancelled_at, total)
     SELECT ${FIRST_ORDER} + n, ${member}, ${status}, to_char(at, 'YYYY') || '-' || lpad(n::text, 8, '0'), 3, 'EUR', '${applicationId}', at, at, at,
            CASE WHEN n % 20 NOT IN (0, 2) THEN at END, CASE WHEN n % 20 > 2 THEN at END, CASE WHEN n % 20 = 2 THEN at END, ${price} * 3
       ${series}, LATERAL (SELECT ${at} AS at) t`,
    `INSERT INTO order_lines (id, order_id, product_id, quantity, label, sku, bundle_id, vendor_uid, unit_price, business_volume,
       points, cumulative_volume, wholesale_price, returned)
     SELECT ${FIRST_LINE} + 2 * n + line, ${FIRST_ORDER} + n, 1 + (n * 2 + line) % ${products}, 1 + line, 'Product', 'BENCH-' || 1 + (n * 2 + line) % ${products},
            'bench-1', ${adminUid}, ${price}, 10, 5, 10, 8, CASE WHEN n % 20 = 3 THEN 1 ELSE 0 END
       ${series}, generate_series(0, 1) AS line`,
    `INSERT INTO order_moves (order_id, from_status, to_status, at, application_id)
     SELECT ${FIRST_ORDER} + n, CASE WHEN paid THEN 'placed' ELSE 'cart' END, CASE WHEN paid THEN 'paid' ELSE 'placed' END, ${at}, '${applicationId}'
       ${series}, (VALUES (false), (true)) AS m (paid) WHERE NOT paid OR n % 20 NOT IN (0, 2)`,
    partitions('volume_rows', 'month', YEAR),
    `INSERT INTO volume_rows (at, uid, kind, order_id, line_id, quantity, price, wholesale_price, business_volume, points, cumulative_volume)
     SELECT ${at}, ${member}, 'sale', ${FIRST_ORDER} + n, ${FIRST_LINE} + 2 * n, 1, ${price}, 8, 10, 5, 10
       ${series} WHERE n % 20 NOT IN (0, 2)`,
    `INSERT INTO volume_rows (at, uid, kind, business_volume, points, cumulative_volume, by_uid, reason)
     SELECT ${at}, ${member}, 'adjustment', 1, 1, 1, ${adminUid}, 'bench' ${series} WHERE n % 50 = 0`,
    // The triggers of what comes next keep balances.
    `SET session_replication_role = DEFAULT`,
    `SELECT setval(pg_get_serial_sequence('orders', 'id'), ${FIRST_ORDER + rows}),
            setval(pg_get_serial_sequence('order_lines', 'id'), ${FIRST_LINE + 2 * rows + 1}),
            setval(pg_get_serial_sequence('users', 'uid'), ${FIRST_UID + rows})`,
    'ANALYZE orders, order_lines, order_moves, volume_rows',
  ];
}

/** A plan that is published, whose run is posted, as are those of the months before. */
function plans({ adminUid, runId }: Filling): string[] {
  return [
    `INSERT INTO commission_plans (id, name, document, from_period, from_day, from_at, created_by_uid, published_at, published_by_uid)
     SELECT plan_id, 'Hybrid', document, '2026-01', '2026-01-01', '2026-01-01Z', ${adminUid}, now(), ${adminUid} FROM commission_runs WHERE id = ${runId}`,
    `UPDATE commission_settings SET preview_minutes = 0`,
    `UPDATE network_settings SET placement = 'binary', placement_since = now()`,
    `UPDATE commission_runs SET kind = 'final', status = 'posted', approved_at = now(), posted_at = now(), posted_by_uid = ${adminUid}, approved_by_uid = ${adminUid}
      WHERE id = ${runId}`,
    `INSERT INTO commission_runs (kind, period, from_at, to_at, plan_id, document, status, created_at, created_by_uid, calculated_at,
       approved_at, posted_at, seconds, input_hash, result_hash, summary)
     SELECT 'final', to_char(at, 'YYYY-MM'), at, at + interval '1 month', plan_id, document, 'posted', at, ${adminUid}, at, at, at, seconds,
            input_hash, result_hash, summary
       FROM commission_runs r, generate_series('2026-01-01Z'::timestamptz, '2026-10-01Z', '1 month') AS at WHERE r.id = ${runId}`,
  ];
}

/** What the run pays, and a fifth of it for each of five months before. */
function earnings({ runId, adminUid }: Filling): string[] {
  const of = `SELECT m.uid, r.posted_at, 'commission', m.earned, r.posted_at, r.period, r.id FROM commission_runs r JOIN commission_members m ON m.run_id = ${runId}`;
  const into = 'INSERT INTO earnings (uid, at, kind, amount, payable_at, period, run_id)';
  return [
    `${into} ${of} WHERE m.earned > 0 AND r.id <> ${runId} AND r.period >= '2026-06' AND m.uid % 5 = r.id % 5`,
    `${into} ${of} WHERE m.earned > 0 AND r.id = ${runId}`,
    `INSERT INTO earnings (uid, at, kind, amount, payable_at, reason, by_uid)
     SELECT uid, now() - uid % 300 * interval '1 day', 'adjustment', 5, now(), 'bench', ${adminUid} FROM network_members WHERE uid % 50 = 0`,
    'ANALYZE earnings, earnings_balances',
  ];
}

/** A batch for each of these months, whose items are paid, and one of what the run pays, half of it paid. */
function payouts({ adminUid, runId }: Filling): string[] {
  return [
    `INSERT INTO payouts (id, status, minimum, four_eyes, created_at, created_by_uid, released_at, released_by_uid)
     SELECT id, 'released', 1, false, posted_at, ${adminUid}, posted_at, ${adminUid} FROM commission_runs WHERE id = ${runId} OR period >= '2026-06'`,
    `INSERT INTO payout_items (payout_id, uid, amount, status, reference, settled_at, settled_by_uid)
     SELECT run_id, uid, amount, CASE WHEN isPaid THEN 'paid' ELSE 'pending' END, CASE WHEN isPaid THEN 'SEPA-' || e.id END,
            CASE WHEN isPaid THEN at END, CASE WHEN isPaid THEN ${adminUid} END
       FROM earnings e, LATERAL (SELECT run_id <> ${runId} OR uid % 2 = 0 AS isPaid) p WHERE e.kind = 'commission' ORDER BY run_id, uid`,
    `INSERT INTO earnings (uid, at, kind, amount, payable_at, payout_id)
     SELECT uid, coalesce(settled_at, now()), 'payout', -amount, coalesce(settled_at, now()), payout_id FROM payout_items WHERE uid % 3 > 0`,
    `SELECT setval(pg_get_serial_sequence('payouts', 'id'), (SELECT max(id) FROM payouts))`,
    `INSERT INTO payout_holds (uid, reason, note, from_at, by_uid, to_at, ended_by_uid)
     SELECT uid, (ARRAY['tax', 'identity', 'bank'])[1 + uid % 3], 'bench', now() - uid % 300 * interval '1 day', ${adminUid}, ended, CASE WHEN ended IS NULL THEN NULL ELSE ${adminUid} END
       FROM network_members, LATERAL (SELECT CASE WHEN uid % 50 > 0 THEN now() END AS ended) e WHERE uid % 10 = 0`,
    'ANALYZE earnings, earnings_balances, payout_items, payout_holds',
  ];
}

/** What 20 admins did in a year. */
function auditLog({ rows, adminUid }: Filling): string[] {
  return [
    partitions('audit_entries', 'month', YEAR),
    `INSERT INTO audit_entries (at, actor_uid, actor_username, action, entity_type, entity_id, target_uid, ip, request_id, before, after)
     SELECT ${spread(rows, YEAR)}, ${adminUid} + n % 20, 'admin-' || n % 20, kind || '.' || (ARRAY['create', 'update', 'delete', 'download', 'read'])[1 + n / 7 % 5],
            kind, CASE kind WHEN 'user' THEN ${FIRST_UID} + n ELSE ${FIRST_ORDER} + n END, CASE WHEN kind = 'user' THEN ${FIRST_UID} + n END,
            '192.0.2.7', md5(n::text), '{"status": "placed"}', '{"status": "paid"}'
       FROM generate_series(1::bigint, ${rows}) AS n, LATERAL (SELECT (ARRAY['user', 'order', 'bundle', 'payout', 'application'])[1 + n % 5] AS kind) k`,
  ];
}

/** Events of four weeks with their deliveries, of which one in 20 failed. */
function webhooks({ rows, applicationId }: Filling): string[] {
  const at = `(${spread(rows, EVENTS_DAYS)})`;
  const id = `md5(n::text)::uuid`;
  return [
    ...['events', 'webhook_deliveries', 'webhook_attempts'].map((table) => partitions(table, 'week', EVENTS_DAYS)),
    `INSERT INTO events (id, type, aggregate_type, aggregate_id, data, timestamp)
     SELECT ${id}, (ARRAY['order.placed', 'order.paid', 'user.created', 'bundle.updated'])[1 + n % 4], 'order', ${FIRST_ORDER} + n,
            jsonb_build_object('order_id', n), ${at} FROM generate_series(1::bigint, ${rows}) AS n`,
    `INSERT INTO webhook_deliveries (id, application_id, event_id, event_at, status, tries, created_at, finished_at, aggregate, is_due)
     SELECT id, '${applicationId}', id, timestamp, CASE WHEN sequence % 20 = 0 THEN 'failed' ELSE 'delivered' END, 1, timestamp, timestamp,
            'order:' || aggregate_id, false FROM events WHERE aggregate_type = 'order' ORDER BY sequence`,
    `INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, status_code)
     SELECT id, 1, created_at, 20, CASE status WHEN 'failed' THEN 500 ELSE 200 END FROM webhook_deliveries`,
  ];
}

/** Lists of which less is kept. */
function others({ rows, applicationId, adminUid }: Filling): string[] {
  const series = (part: number): string => `FROM generate_series(1::bigint, ${rows / part}) AS n`;
  return [
    `INSERT INTO refused_requests (at, method, route, status, code, fields, application_id, uid, ip, request_id, duration_ms)
     SELECT ${spread(rows / 10, 13)}, 'GET', '/api/v1/commerce/orders/' || n % 7, CASE WHEN n % 50 = 0 THEN 500 ELSE 400 + n % 4 END,
            (ARRAY['validation', 'not_found', 'conflict'])[1 + n % 3], '{}', CASE WHEN n % 10 = 0 THEN '${applicationId}'::uuid END, ${FIRST_UID} + n, '192.0.2.7', md5(n::text), 3
       ${series(10)}`,
    `INSERT INTO imports (id, kind, media_type, is_dry_run, by_uid, outcome, rows, accepted, refused, created_at, finished_at)
     SELECT md5(n::text)::uuid, (ARRAY['members', 'volumes'])[1 + n % 2], 'text/csv', false, ${adminUid}, CASE WHEN n % 9 = 0 THEN 'refused' ELSE 'done' END, 1000, 1000,
            CASE WHEN n % 9 = 0 THEN '[{"line": 2, "errors": {"points": [{"message": "must be a number", "code": "validation", "params": {}}]}, "values": {"points": "x"}}]' ELSE '[]' END::jsonb, ${spread(rows / 100, YEAR)}, now()
       ${series(100)}`,
    `INSERT INTO user_notes (uid, text, at, by_uid) SELECT ${FIRST_UID} + 1 + n % 1000, 'called', ${spread(rows / 10, YEAR)}, ${adminUid} ${series(10)}`,
    `INSERT INTO approvals (kind, subject_key, subject, digest, effect, contributors, status, made_by_uid, made_at, lapses_at, decided_by_uid, decided_at)
     SELECT 'run.approve', n::text, '{"run_id": 1}', '', '{"summary": "bench", "amount": null, "currency_code": null, "members": 0, "people": [], "changes": []}', '[]', 'approved', ${adminUid}, ${spread(rows / 100, YEAR)}, now(), ${adminUid}, now() ${series(100)}`,
  ];
}
