/**
 * Shows who may do what: tries every caller at every route, and every id as another's and as nobody's.
 * `npm run prove:access`; with `-- --write` it writes docs/access-table.md, and without fails when that is not current.
 * Ends with 0 when every cell, every comparison and every trial was as it has to be.
 */
import { readOptions, type Options } from './options.js';
import { Grid } from './grid.js';
import { documentedRoutes, type Document } from './id-names.js';
import { compareIds } from './ids.js';
import { tryIdempotency } from './idempotency.js';
import { keepPage } from './page.js';
import { describeRun } from './report.js';
import { strays } from './rows.js';
import { Service } from './service.js';
import { Stage } from './stage.js';
import { Watch } from './watch.js';
import { World } from './world.js';
import { findPlace, type Place } from '../support/place.js';
import { SUPER_ADMIN } from '../support/shop.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  print(`not proved: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function main(options: Options): Promise<number> {
  const givenUp = new AbortController();
  const giveUp = (why: string) => givenUp.abort(new Error(why));
  const clock = setTimeout(() => giveUp(`not done after ${options.minutes} minutes`), options.minutes * 60_000);
  for (const name of STOP_SIGNALS) process.once(name, () => giveUp(`stopped by ${name}`));
  const place = await findPlace();
  try {
    const service = await Service.start(place.databaseUrl, {
      SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
      SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
    });
    try {
      return await prove(options, service, place, givenUp.signal);
    } finally {
      await service.stop();
    }
  } finally {
    clearTimeout(clock);
    await place.leave(false);
  }
}

async function prove(options: Options, service: Service, place: Place, signal: AbortSignal): Promise<number> {
  const begun = performance.now();
  const { text } = await service.send({ method: 'GET', path: '/openapi.json' });
  const document = JSON.parse(text) as Document;
  const watch = await Watch.over(place.pool);
  const world = new World(service, place.pool);
  await world.begin();

  const stage = await Stage.set(world, 'server');
  const ids = await compareIds(stage, document, watch, signal);
  print(`${ids.pairs} pairs of ids compared`);
  const idempotency = await tryIdempotency(stage);
  const grid = new Grid(world, watch, service.routes, signal, print);
  await grid.tryAll();

  const failures = [
    ...strays(service.routes, documentedRoutes(document)),
    ...(await keepPage(service.routes, options.write)),
    ...grid.figures.failures,
    ...ids.failures,
    ...idempotency.failures,
  ];
  const seconds = (performance.now() - begun) / 1000;
  for (const line of describeRun({ grid: grid.figures, ids, idempotency, failures, seconds })) print(line);
  print(failures.length === 0 ? 'proved: everybody may do what the table says, and nothing else' : 'not proved');
  return failures.length === 0 ? 0 : 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
