/**
 * Measures all lists, searches and pages of the admin module at a million members and orders: each sort, each filter, the first
 * page, one in the middle and the last. `npm run bench -- lists --rows 100000 --only /orders/`; test/bench/README.md says more.
 */
import { text, whole } from '#test/support/options.js';
import { print } from '#test/support/proof.js';
import { openDatabase, postmasterOf, startDatabaseServer, type BenchDatabase } from './database.js';
import { ListsBench } from './lists-asked.js';
import { fillLists } from './lists-rows.js';
import { defineBench } from './program.js';
import { fillShop, startOnAllCores } from './sides.js';

const PORT = 22_190;
const BUNDLES = 100_000;

export default defineBench({
  options: {
    /** Members, orders, and rows of each large table. */
    rows: whole(1_000_000, 1_000, 10_000_000),
    /** How often each is asked. */
    rounds: whole(5, 1, 100),
    /** A part of the path of what is asked; all without it. */
    only: text,
    /** A database that is filled if it is empty, and kept. */
    database: text,
  },
  run: async ({ rows, rounds, only = '', database: url }, after, pages) => {
    const database = url === undefined ? await own(after) : await openDatabase(url);
    if (url !== undefined) {
      after(() => database.pool.end());
      pages.include(await postmasterOf(database));
    }
    if (!(await isFilled(database))) await fillLists(database, await fillShop(database, BUNDLES, PORT), rows);
    const service = await startOnAllCores(database.url, String(PORT));
    after(() => service.stop());
    const bench = await ListsBench.open(service, database);
    const lines = await bench.measure(only, rounds);
    for (const line of lines) print(line);
    pages.renew('bench:lists', lines);
  },
});

/** With the parallel workers that PostgreSQL has if nobody sets them. */
const SETTINGS = { max_parallel_workers_per_gather: '2', max_parallel_maintenance_workers: '2' };

async function own(after: (end: () => Promise<unknown>) => void): Promise<BenchDatabase> {
  const server = await startDatabaseServer(SETTINGS);
  after(() => server.stop());
  return server.create('lists');
}

async function isFilled({ pool }: BenchDatabase): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(`SELECT to_regclass('users') IS NOT NULL AS is`);
  return rows[0]!.is;
}
