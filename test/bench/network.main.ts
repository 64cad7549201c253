/**
 * Measures what a network costs: the trees in memory and what writes to them (`live`), and imports of members and volumes
 * (`imports`). `npm run bench -- network --members 10000,100000 --only imports`; test/bench/README.md says more.
 */
import { startDatabaseServer, type BenchServer } from './database.js';
import { ImportsPart } from './network-imports.js';
import { LivePart } from './network-live.js';
import { titleOf, type Part } from './network-part.js';
import type { Pages } from './page.js';
import { partOf, wholes } from '#test/support/options.js';
import { defineBench } from './program.js';

const PARTS = ['live', 'imports'];

/** Larger files are imported only by `--only imports`. */
const MOST_IMPORTED = 1_000_000;

export default defineBench({
  options: { members: wholes('10000,100000,1000000,5000000', 1_000, 10_000_000), only: partOf(PARTS) },
  run: async ({ members, only }, after, pages) => {
    const imported = only === 'imports' ? members : members.filter((size) => size <= MOST_IMPORTED);
    const parts = { live: () => new LivePart(members), imports: () => new ImportsPart(imported) };
    const server = await startDatabaseServer();
    after(() => server.stop());
    for (const [name, make] of Object.entries(parts)) if (name.includes(only)) await measure(server, make(), pages);
  },
});

/** Measures all networks of a part. After each, its tables are printed and written: one that fails costs only its own figures. */
async function measure(server: BenchServer, part: Part, pages: Pages): Promise<void> {
  const failed: string[] = [];
  for (const network of part.networks) {
    try {
      await part.measure(server, network);
    } catch (error) {
      process.stderr.write(`not measured: ${titleOf(network)}: ${String(error)}\n`);
      process.exitCode = 1;
      failed.push(titleOf(network));
    }
    const lines = [...part.lines(), ...(failed.length === 0 ? [] : ['', `Not measured: ${failed.join(', ')}.`])];
    process.stdout.write(`${lines.join('\n')}\n\n`);
    pages.renew(part.marker, lines);
  }
}
