/**
 * Holds the SQL of src to the owners of its tables, as dependency-cruiser holds its imports to the rooms. A table's owner is
 * the room, or the folder of common, where its entity stands. Nobody else's SQL writes it, and whoever reads it is listed here
 * with a reason. SQL that the owner exports, as text to be put into a statement, counts as the owner's. The owner itself reads
 * and writes its table through the entity, unless docs/ARCHITECTURE.md lists where SQL does it, and why.
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
    users: NAME_OF_USER,
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
    orders:
      'an explanation shows the numbers of orders, and finds one by its number; who took part in a run by an order',
    order_moves: 'who took part in a run by an order',
    users: `${NAME_OF_USER}; CSV files have them of all members; who of the admin module has moved somebody`,
    imports: 'who took part in a run: one statement with moves and adjustments',
    commission_corrections: 'who took part in a run, by a move that is dated back',
    account_grants: 'who took part in a run by an account that has lost its roles since',
  },
  'people/approvals': {
    users: 'who has the right to approve, and depends on whom: one statement; names of who made and decided',
  },
  'people/sessions': {
    users: 'each request knows its session and user by one statement, measured',
    applications: 'locks the application of a new session against being deleted, in the same statement',
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
  'sales/orders': { products: ONE_SNAPSHOT, bundles: ONE_SNAPSHOT, users: NAME_OF_USER },
  'sales/wishlist': { products: ONE_SNAPSHOT, bundles: ONE_SNAPSHOT },
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

/** The rows of the table of statements in docs/ARCHITECTURE.md: a folder or file of `src`, and the tables of its SQL. */
function listedIn(page) {
  const [, section] = /^## Statements$(.*?)^## /ms.exec(page);
  return [...section.matchAll(/^\| `([^`]+)` +\| ([^|]+) \|/gm)].map(([, place, names]) => ({
    place: place.startsWith('common/') ? `src/${place}` : `src/modules/${place}`,
    names: [...names.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
  }));
}

/**
 * Where the SQL of a room and the list of statements differ: an own table that SQL reads or writes and its place does not
 * list, and what is listed though no SQL touches it any more. A file belongs to the innermost place that is listed.
 */
function checkListed(sources, owners, listed) {
  const unused = new Set(listed.flatMap(({ place, names }) => names.map((name) => `${place} ${name}`)));
  const problems = [...sources].flatMap(([path, source]) => {
    const around = listed.filter(({ place }) => path === place || path.startsWith(`${place}/`));
    const innermost = Math.max(0, ...around.map(({ place }) => place.length));
    const places = around.filter(({ place }) => place.length === innermost);
    return ownTablesIn(path, source, owners).flatMap(({ line, name }) => {
      const found = places.filter(({ names }) => names.includes(name));
      for (const { place } of found) unused.delete(`${place} ${name}`);
      if (found.length > 0) return [];
      return `${path}:${line} SQL on ${name}: use its entity, or list it in docs/ARCHITECTURE.md#statements`;
    });
  });
  return [...problems, ...[...unused].map((entry) => `docs/ARCHITECTURE.md#statements: no SQL any more: ${entry}`)];
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
  const differences = (page) => checkListed(sql, owners, listedIn(`## Statements\n${page}\n## Tests`)).length;
  for (const [row, count] of [
    ['| `sales/wishlist` | `things` | all | why |', 0],
    ['| `sales/wishlist/x.ts` | `things` | all | why |', 0],
    ['| `sales/orders` | `things` | all | why |', 2],
    ['| `sales/wishlist` | `things`, `orders` | all | why |', 1],
    ['| `sales/wishlist` | `things` | all | why |\n| `sales/wishlist/x.ts` | `orders` | all | why |', 3],
  ])
    assert.equal(differences(row), count, `not ${count} differences: ${row}`);
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
const listed = listedIn(readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8'));
problems.push(...checkListed(sources, owners, listed));
assertFinds();
if (problems.length > 0) throw new Error(problems.join('\n'));
console.log(
  `${owners.size} tables, each written by its owner alone; ${needed.size} listed reads; SQL in ${listed.length} listed places`,
);
