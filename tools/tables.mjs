/**
 * Holds the SQL of src to the owners of its tables, as dependency-cruiser holds its imports to the rooms. A table's owner is
 * the room, or the folder of common, where its entity stands. Nobody else's SQL writes it, and whoever reads it is listed here
 * with a reason. SQL that the owner exports, as text to be put into a statement, counts as the owner's. The owner itself reads
 * and writes its table through the entity, except where this lists SQL, and why.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, textsOf } from './sql-names.mjs';

const ROOT = join(import.meta.dirname, '..');

/** The owners of tables that no entity describes. */
const OWNERS = {
  extension_migrations: 'src/common/migrate.ts',
  job_workers: 'common/jobs',
  migrations: 'src/common/migrate.ts',
  rate_limits: 'common/rate-limits',
  traffic_long: 'platform/traffic',
  replica_marks: 'common/database',
  write_probe: 'operations/health',
};

const NAME_OF_USER = 'admins see and search user names; a page joins them in its one statement';
const ONE_SNAPSHOT = 'cart and wishlist show the catalogue as it is: one statement, measured (docs/performance.md)';

const SUMS = 'sums over all members and lines of posted runs, which never change: one statement each';

const ONE_NUMBER = 'a count or a sum for the first page of the console, each by an index';

const LOADED = 'all of it is held in memory, from one snapshot, and followed by its ids (decision 64)';

const READ_AT_ONCE = 'a run reads all of it by COPY, in one snapshot (decision 68)';

/** Who may read tables of others: reader, table, why it does not ask the owner. */
const READS = {
  'commissions/corrections': {
    commission_runs: 'posted runs with those that calculate them again, side by side',
    commission_members: 'what each member earned in both: joins of a million rows',
    users: NAME_OF_USER,
  },
  'commissions/compliance': {
    commission_runs: 'which runs of a year are posted, and which of them were corrected',
    commission_members: SUMS,
    commission_lines: SUMS,
    network_states: 'who was a distributor at some time in a year, also between the ends of periods',
  },
  'commissions/simulations': {
    commission_members: 'what all members earned in the run that plans are compared with, by one COPY',
  },
  'operations/home': {
    product_types: ONE_NUMBER,
    bundles: ONE_NUMBER,
    commission_plans: ONE_NUMBER,
    orders: ONE_NUMBER,
    network_members: ONE_NUMBER,
    volume_rows: ONE_NUMBER,
    payouts: ONE_NUMBER,
    payout_sums: ONE_NUMBER,
    earnings: ONE_NUMBER,
    earnings_balances: ONE_NUMBER,
    payout_holds: ONE_NUMBER,
    imports: ONE_NUMBER,
    webhook_deliveries: ONE_NUMBER,
    applications: ONE_NUMBER,
    bundle_counts: ONE_NUMBER,
    commission_runs: ONE_NUMBER,
    commission_corrections: ONE_NUMBER,
  },
  'operations/restore': {
    events: 'when the last one happened that a restored database has',
    payouts: 'what an operator compares with the bank after a restore, in one snapshot',
    payout_items: 'what an operator compares with the bank after a restore, in one snapshot',
    commission_runs: 'the newest posted period, for the operator',
    orders: 'the newest order, for the operator',
  },
  'operations/first-start': {
    users: 'whether the database is empty, and has a super admin',
    applications: 'whether the database is empty; which application the printed commands can use',
    application_keys: 'which key the printed commands can use',
    product_types: 'whether the database is empty',
    products: 'which product the printed commands can add',
    bundles: 'which product the printed commands can add',
  },
  'operations/storefront': { events: 'what a mailer would have sent in the demo' },
  'commissions/earnings': {
    commission_lines: 'posting adds the lines of a million members up in its one statement',
    commission_members: 'posting compares them with what that wrote, in the same statement',
    network_states: 'balances are listed by kind and status, with those of a page',
    payout_holds: 'a balance says why it is held back',
    payout_items: 'a balance says what is on its way and what was paid',
    users: NAME_OF_USER,
  },
  'commissions/inputs': { network_members: 'who of a thousand is no member, in one statement' },
  'commissions/payouts': {
    network_states: 'a batch takes a million balances by the status of their members in one statement',
    users: NAME_OF_USER,
    earnings: 'who took part in a payout: one statement with its items, and those that have failed',
    audit_entries: 'who took part in a payout by what was done to its members',
    account_grants: 'the same: who activated their accounts',
  },
  'network/live': {
    network_members: LOADED,
    network_states: LOADED,
    network_edges: LOADED,
    network_settings: 'which placement tree there is, when the others are read',
    volume_rows: LOADED,
    users: 'names of people below, to show and to search: a million of them, in the same snapshot',
  },
  'network/members': {
    users: `${NAME_OF_USER}; an import finds out at once which names are taken, and whose they are`,
  },
  'network/volumes': {
    users: `${NAME_OF_USER}; an import finds millions of members by their names at once`,
    orders: 'numbers of orders: a page joins them in its one statement',
    network_members: 'an import finds out at once since when millions of rows have had their members',
    network_successions: 'who holds what was sold, row by row, in the statement that takes it back',
  },
  'commissions/runs': {
    network_members: READ_AT_ONCE,
    network_states: READ_AT_ONCE,
    network_edges: READ_AT_ONCE,
    network_successions: READ_AT_ONCE,
    commission_inputs: `${READ_AT_ONCE}; who took part in a run`,
    volume_rows: `${READ_AT_ONCE}; an explanation adds up the rows of a member, and shows them with their orders`,
    orders: 'an explanation shows the numbers of orders, and finds one by its number; who took part in a run',
    order_moves: 'who took part in a run by an order',
    users: `${NAME_OF_USER}; CSV files have them of all members; who of the admin module has moved somebody`,
    imports: 'who took part in a run: one statement with moves and adjustments',
    commission_corrections: 'who took part in a run, by a move that is dated back',
    account_grants: 'who took part in a run by an account that has lost its roles since, or by an API admin',
    audit_entries: 'who took part in a run by a move, whatever its date, by volumes of bundles or by an API admin',
    order_lines: 'who took part in a run by volumes of bundles that were ordered',
  },
  'people/account': {
    applications: 'locks an application whose webhook is told a token, so that its URL and self-service stay',
  },
  'people/approvals': {
    users: 'who has the right to approve, and depends on whom: one statement; names of who made and decided',
    audit_entries: 'who made an account in the admin module: the same statement',
  },
  'people/sessions': {
    users: 'each request knows its session and user by one statement, measured',
    applications:
      'locks the application of a new session against being deleted, in the same statement; a search of one’s own finds its name',
  },
  'platform/client-apps': {
    users: NAME_OF_USER,
    sessions: 'counts what would end with an application',
    webhook_deliveries: 'counts what would end with an application',
  },
  'platform/traffic': { applications: 'counts what is of an application that exists; names of a page' },
  'platform/webhooks': {
    applications: 'who listens, and whether its webhook is on: one statement for each delivery, measured',
    events: 'a delivery is read with what it tells, measured',
  },
  'sales/orders': {
    products: ONE_SNAPSHOT,
    bundles: ONE_SNAPSHOT,
    users: NAME_OF_USER,
    applications: 'an order names its application: a page joins it in its one statement',
  },
  'sales/wishlist': { products: ONE_SNAPSHOT, bundles: ONE_SNAPSHOT },
};

/** Where SQL, and no entity, reads or writes tables of its own room: a folder or file, what it does, and why (decision 59). */
const STATEMENTS = {
  'people/sessions/sessions.queries.ts':
    'a session by its id; beginning one; the three of a refresh: jobs "log in" and "refresh", and the first request with each new token; ends: a whole application’s sessions in one statement, locked in one order',
  'people/approvals': 'who could approve, and who has power over whom: a recursion over accounts',
  'people/users':
    'the status of a user; searches; imported users: every request with `?uid=`; exact matches first; thousands at once',
  'platform/client-apps':
    'what a delete would end; last use of keys: joins of four tables; each second, for all senders at once',
  'platform/webhooks/outbox': 'fan-out, cancelling: every change that anybody listens to; queues of 100,000',
  'platform/webhooks/delivery': 'the drain and its attempts: queues of 100,000',
  'platform/webhooks/log': 'the log’s lists, replay: joins with events and the last attempt; 100,000 at once',
  'platform/webhooks/secrets': 'deleting what has ended: with those of deleted applications',
  'platform/webhooks/webhook-administration.service.ts':
    'a test event: written with its event, whose time the database gives',
  'platform/traffic': 'adding up, reading: sums over arrays',
  'platform/traffic/refusals': 'writing and forgetting: batches; the newest of each application',
  'platform/imports': 'temporary tables; which pieces of files are forgotten: imports of millions of rows; a join',
  'common/audit': 'entries, failed logins: job "create a bundle"; sent without waiting',
  'common/http': 'kept answers: every change under an `Idempotency-Key`',
  'common/events': 'recording: every change',
  'common/jobs':
    'starting, ending, cancelling: what a job becomes depends on what it is, in the statement that changes it',
  'sales/bundles/bundles.queries.ts':
    'what a create needs to know; creating, changing: jobs "create a bundle" and "create 50 bundles"; up to 100 variants at once',
  'sales/bundles/catalogue':
    'lists, details, filters and facets, the search by name: the jobs that list and search bundles',
  'sales/bundles/admin': 'whose SKU a search means: a condition on bundles, in the list builder',
  'sales/orders/cart': 'carts; all carts after a restore: the jobs of carts; ten thousand at once',
  'sales/orders':
    'a user’s list; placing; what comes back; where a bundle is: lists in one statement, 0.7 ms (entities: 1.7); hundreds of lines at once; counts over joins',
  'sales/wishlist':
    'all: job "read a wishlist"; shown with the catalogue, and changed by what it has, in one statement',
  'network/members':
    'enrolling, places, moves, uplines, holding tanks: every sign-up; recursions in a tree; closing a row with its successor',
  'network/volumes':
    'rows of sales, and what takes back, moves or reverses them: every payment, by lines at once; a succession by all rows of a member',
  'operations/home': 'counting and reading days: all orders, members and volumes in one statement',
  'commissions/inputs': 'putting in: a thousand at once, except values that are the same already',
  'commissions/runs/results': 'lines, members, files: pages and files of millions of rows',
  'commissions/runs/bridge': 'lines and members of two runs; posted periods: sums over millions of lines',
  'commissions/runs/explain': 'all that explains a member: recursions in a tree',
  'commissions/runs/reading': 'reading a period, the digest: COPY of millions of rows',
  'commissions/runs/writing': 'partitions of results: which runs have one',
  'commissions/runs/posting': 'posting: sums over a million members; advisory locks',
  'commissions/runs/run-approval.action.ts': 'who a run pays most: sums over a million members',
  'commissions/runs/own-previews.ts': 'previews of the service’s own: advisory locks',
  'commissions/earnings': 'postings, balances and their list; the lock of the ledger: sums over a million members',
  'commissions/payouts':
    'batches, what is given back, marks; files of items: a million items with their entries in one statement each',
  'commissions/corrections': 'runs side by side, differences: joins of a million members; one statement posts them',
};

/** The room or the folder of common that a file is in; a file outside of both is its own. */
function roomOf(path) {
  return /^src\/(?:modules\/([^/]+\/[^/]+)|(common\/[^/]+))\//.exec(path)?.slice(1).find(Boolean) ?? path;
}

/** What a source does to tables of others, and which of the listed reads it needs. */
function check(path, source, owners, needed) {
  const room = roomOf(path);
  const isForeign = (name) => owners.has(name) && owners.get(name) !== room;
  return textsOf(path, source).flatMap(({ line, sql }) => {
    const { writes, reads } = namesIn(sql);
    const written = [...writes].filter(isForeign).map((name) => `writes ${name}, which ${owners.get(name)} owns`);
    const read = [...reads].filter(isForeign).flatMap((name) => {
      needed.add(`${room} ${name}`);
      if (READS[room]?.[name] !== undefined) return [];
      return `reads ${name}, which ${owners.get(name)} owns: ask it, or give the reason in tools/tables.mjs`;
    });
    return [...written, ...read].map((problem) => `${path}:${line} ${problem}`);
  });
}

/** SQL of rooms on their own tables outside of the listed places, and places without any. */
function checkListed(sources, owners, listed) {
  const places = Object.keys(listed).map((place) => join('src', place.startsWith('common/') ? '' : 'modules', place));
  const unused = new Set(places);
  const problems = [...sources].flatMap(([path, source]) => {
    const found = ownTablesIn(path, source, owners);
    const around = places.filter((place) => path === place || path.startsWith(`${place}/`));
    if (found.length > 0 && around.length > 0) unused.delete(around.reduce((a, b) => (a.length > b.length ? a : b)));
    if (around.length > 0) return [];
    return found.map(
      ({ line, name }) => `${path}:${line} SQL on ${name}: use its entity, or list it in tools/tables.mjs`,
    );
  });
  return [...problems, ...[...unused].map((place) => `tools/tables.mjs: no SQL any more in ${place}`)];
}

/** The tables with an entity in its room that the SQL of a source touches; columns of entities that are SQL do not count. */
function ownTablesIn(path, source, owners) {
  if (path.endsWith('.entity.ts')) return [];
  const isOwn = (name) => !(name in OWNERS) && owners.get(name) === roomOf(path);
  return textsOf(path, source).flatMap(({ line, sql }) => {
    const { writes, reads } = namesIn(sql);
    return [...writes.union(reads)].filter(isOwn).map((name) => ({ line, name }));
  });
}

/** What is planted is found. */
function assertFinds() {
  const owners = new Map([
    ['orders', 'sales/orders'],
    ['products', 'sales/bundles'],
    ['things', 'sales/wishlist'],
  ]);
  const found = (source) => check('src/modules/sales/wishlist/x.ts', source, owners, new Set()).length;
  for (const planted of [
    "sql('UPDATE orders SET a = 1')",
    'sql(`DELETE FROM ONLY "orders" o USING things`)',
    "sql('INSERT INTO orders (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2')",
    'sql(`SELECT 1 FROM things t, orders o WHERE o.id = $1`)',
    'sql(`SELECT 1 FROM things JOIN\n orders ON true`)',
    "const TABLE = 'orders'; sql(`UPDATE ${TABLE} SET a = 1`)",
  ])
    assert.equal(found(planted), 1, `not found: ${planted}`);
  for (const fine of [
    'sql(`WITH orders AS MATERIALIZED (SELECT 1 FROM things) SELECT * FROM orders`)',
    'sql(`SELECT 1 FROM products p JOIN things t ON t.id = p.id FOR UPDATE OF t`)',
    "tell('changes from orders of users')",
  ])
    assert.equal(found(fine), 0, `found: ${fine}`);
  const sql = new Map([['src/modules/sales/wishlist/x.ts', 'sql(`SELECT 1 FROM things`)']]);
  for (const [places, count] of [
    [['sales/wishlist'], 0],
    [['sales/wishlist/x.ts'], 0],
    [[], 1],
    [['sales/orders'], 2],
    [['sales/wishlist', 'sales/wishlist/x.ts'], 1],
  ]) {
    const listed = Object.fromEntries(places.map((place) => [place, 'why']));
    assert.equal(checkListed(sql, owners, listed).length, count, `not ${count} differences: ${places}`);
  }
}

const isChecked = (path) => !/(spec\.ts$)|(\/migrations\/)|(^src\/testing\/)/.test(path);
const sources = new Map(
  globSync('src/**/*.ts', { cwd: ROOT }).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);
const owners = new Map(Object.entries(OWNERS));
const needed = new Set();
const problems = [];
for (const [path, source] of sources)
  for (const [, name] of source.matchAll(/@Entity\('([a-z_]+)'/g)) {
    if (owners.has(name)) problems.push(`${path}: ${owners.get(name)} owns ${name} as well`);
    owners.set(name, roomOf(path));
  }
for (const [path, source] of sources)
  for (const [, name] of source.matchAll(/CREATE TABLE ([a-z_]+)/g))
    if (isChecked(path.replace('/migrations/', '/')) && !owners.has(name))
      problems.push(`${path}: nobody owns ${name}`);
for (const path of sources.keys()) if (!isChecked(path)) sources.delete(path);
for (const [path, source] of sources) problems.push(...check(path, source, owners, needed));
for (const [room, tables] of Object.entries(READS))
  for (const name of Object.keys(tables))
    if (!needed.has(`${room} ${name}`)) problems.push(`tools/tables.mjs: ${room} does not read ${name} any more`);
problems.push(...checkListed(sources, owners, STATEMENTS));
assertFinds();
if (problems.length > 0) throw new Error(problems.join('\n'));
console.log(
  `${owners.size} tables, each written by its owner alone; ${needed.size} listed reads; SQL in ${Object.keys(STATEMENTS).length} listed places`,
);
