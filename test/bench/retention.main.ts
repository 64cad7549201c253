/**
 * Measures what weeks of writing leave behind: size, dead rows and the time of an insert and of a read, of tables whose old
 * partitions are dropped, beside the same tables whose old rows are deleted. `npm run bench -- retention`; test/bench/README.md says how it has the weeks go by.
 */
import { migrate } from '#common/migrate.js';
import { startDatabaseServer } from './database.js';
import { whole } from '#test/support/options.js';
import { print } from '#test/support/proof.js';
import { defineBench } from './program.js';
import { prepare, Side, type Weeks } from './retention-side.js';
import { TABLES } from './retention-tables.js';

/** The first week in which all tables but those that are kept forever should have come to their size, and one long after. */
const MEASURED = [8, 16] as const;

/** What may be added to the size from the first to the second. */
const MOST_GROWTH = 1.25;

export default defineBench({
  options: { rows: whole(5_000, 100, 1_000_000) },
  run: async ({ rows }, after, pages) => {
    const server = await startDatabaseServer({ autovacuum: 'off', synchronous_commit: 'off' });
    after(() => server.stop());
    const sides = new Map<string, Weeks>();
    for (const side of ['dropped', 'deleted'] as const) {
      const { url } = await server.create(side);
      await migrate(url);
      await prepare(url, side);
      sides.set(side, await new Side(url, side, rows).live(MEASURED));
      await server.drop(side);
    }
    const lines = tableOf(sides, rows);
    for (const line of lines) print(line);
    pages.renew('bench:retention', lines);
    check(sides.get('dropped')!);
  },
});

function tableOf(sides: ReadonlyMap<string, Weeks>, rows: number): string[] {
  const weeks = MEASURED;
  const lines = [...sides].flatMap(([side, tables]) =>
    [...tables].map(([table, all]) => {
      const at = weeks.map((week) => all.get(week)!);
      const kept = TABLES.find((one) => one.table === table)!.remove === undefined ? ' (kept)' : '';
      const cells = [
        at.map(({ bytes }) => (bytes / 2 ** 20).toFixed(1)),
        at.map(({ dead }) => dead.toLocaleString('en')),
        at.map(({ insert }) => insert.toFixed(0)),
        at.map(({ read }) => read.toFixed(0)),
      ];
      return `| ${[`\`${table}\`${kept}`, side, ...cells.flat()].join(' | ')} |`;
    }),
  );
  const spent = [...sides].map(([side, tables]) => {
    const [all] = tables.values();
    return `${side}: ${weeks.map((week) => `${Math.round(all!.get(week)!.retention)} ms`).join(' and ')}`;
  });
  const head = ['MB', 'Dead rows', 'Insert, µs', 'Read, µs'].flatMap((what) =>
    weeks.map((week) => `${what}: week ${week}`),
  );
  return [
    `${rows.toLocaleString('en')} rows a day in each table. Retention and vacuum of all tables in weeks ${weeks.join(' and ')}: ${spent.join('; ')}.`,
    '',
    `| Table | Old rows are | ${head.join(' | ')} |`,
    `| --- | --- | ${head.map(() => '---:').join(' | ')} |`,
    ...lines,
  ];
}

/** @throws Error naming the tables that went on growing */
function check(weeks: Weeks): void {
  const growing = TABLES.filter(({ table, remove }) => {
    const all = weeks.get(table)!;
    const [first, last] = MEASURED.map((week) => all.get(week)!.bytes);
    return remove !== undefined && last! > MOST_GROWTH * first!;
  });
  if (growing.length > 0) throw new Error(`still growing: ${growing.map(({ table }) => table).join(', ')}`);
}
