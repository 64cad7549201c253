/**
 * Measures what a network costs: the trees in memory and what writes to them (`live`), and imports of members and volumes
 * (`imports`). `npm run bench -- network --members 10000,100000 --only imports`; test/bench/README.md says more.
 */
import { parseArgs } from 'node:util';
import { startDatabaseServer, type BenchServer } from './database.js';
import { ImportsPart } from './network-imports.js';
import { LivePart } from './network-live.js';
import { titleOf, type Part } from './network-part.js';
import { partOfOne, wholeNumber } from './options.js';
import { renewPart } from './page.js';
import { run } from './program.js';

const PARTS = ['live', 'imports'];

/** Larger files are imported only if nothing else is asked for. */
const MOST_IMPORTED = 1_000_000;

interface Options {
  parts: Part[];
  write: boolean;
}

await run(readOptions, main);

function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { members: text, only: text, write: { type: 'boolean', default: false } },
  });
  const only = partOfOne('only', values.only ?? '', PARTS);
  const sizes = (values.members ?? '10000,100000,1000000,5000000')
    .split(',')
    .map((one) => wholeNumber('members', one, 1_000, 10_000_000));
  const isAsked = only !== '' && values.members !== undefined;
  const imported = isAsked ? sizes : sizes.filter((size) => size <= MOST_IMPORTED);
  const parts = { live: () => new LivePart(sizes), imports: () => new ImportsPart(imported) };
  const named = Object.entries(parts).filter(([name]) => name.includes(only));
  return { parts: named.map(([, make]) => make()), write: values.write };
}

async function main({ parts, write }: Options): Promise<void> {
  const server = await startDatabaseServer();
  try {
    for (const part of parts) await measure(server, part, write);
  } finally {
    await server.stop();
  }
}

/** Measures all networks of a part. After each, its tables are printed and written: one that fails costs only its own figures. */
async function measure(server: BenchServer, part: Part, write: boolean): Promise<void> {
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
    if (write) renewPart(part.marker, lines);
  }
}
