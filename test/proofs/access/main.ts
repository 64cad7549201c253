/**
 * Shows who may do what: tries every caller at every route, and every id as another's and as nobody's.
 * `npm run prove -- access`; with `--percent 15` only of so many routes, which it draws. With `--write` it writes
 * docs/access-table.md, and without fails when that is not current.
 * Ends with 0 when every cell, every comparison and every trial was as it has to be.
 */
import 'reflect-metadata';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Contract } from '../../support/contract.js';
import { requestOf } from '../support/calls/requests.js';
import { World } from '../support/calls/world.js';
import { Grid, type GridFigures } from './grid.js';
import { compareIds, describe, timesOf, type IdFigures } from './ids.js';
import { tryIdempotency, type IdempotencyFigures } from './idempotency.js';
import { keepPage } from './page.js';
import { Rows } from './rows.js';
import { Service } from './service.js';
import { Stage } from './stage.js';
import { Watch } from './watch.js';
import type { Place } from '../support/place.js';
import { atPlace, print, prove } from '../support/proof.js';
import { Random } from '../support/random.js';
import { SUPER_ADMIN } from '../support/shop.js';
import { optionsOf } from '../support/options.js';

/** Failures that are printed; the others are counted. */
const SHOWN = 40;
const SHOWN_LETTERS = 400;

/** What a run has to show. */
interface Run {
  grid: GridFigures;
  ids: IdFigures;
  idempotency: IdempotencyFigures;
  failures: readonly string[];
  seconds: number;
}

/** The lines that a run ends with. */
function describeRun({ grid, ids, idempotency, failures, seconds }: Run): string[] {
  const { theirs, nobodys, widest } = timesOf(ids.comparisons);
  const more = failures.length - SHOWN;
  return [
    `routes            ${grid.routes}`,
    `callers           ${grid.columns}, those of an application for each of ${grid.clientTypes} client types`,
    `cells tried       ${grid.cells}: ${grid.refused} refused, ${grid.allowed} allowed`,
    `ids               ${ids.ids}: ${ids.tried} tried as another's and as nobody's, ${ids.excused} excused with a reason`,
    `pairs compared    ${ids.pairs}`,
    `median times      ${ms(theirs)} as another's, ${ms(nobodys)} as nobody's`,
    `widest            ${ms(widest.theirs)} and ${ms(widest.nobodys)}, ${describe(widest.pair)}`,
    `Idempotency-Key   ${idempotency.trials} trials`,
    `seconds           ${seconds.toFixed(0)}`,
    `failures          ${failures.length}`,
    ...failures.slice(0, SHOWN).map((failure) => `  ${failure.slice(0, SHOWN_LETTERS)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(1)} ms`;
}

/** Reads the options of the proof. `--write` writes the page instead of holding it against the table. */
const readOptions = optionsOf(
  {
    /** Of 100 routes with one type of application, how many are tried; which ones, the seed decides. */
    percent: [100, 1, 100],
  },
  ['write'],
  () => 30,
);

/** What a run is told. */
type Options = ReturnType<typeof readOptions>;

await prove({
  readOptions,
  claim: 'everybody may do what the table says, and nothing else',
  carryOut: (options, { signal }) =>
    atPlace(false, async (place) => {
      const service = await Service.start(place.databaseUrl, {
        SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
        SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
      });
      try {
        return await tryEverything(options, service, place, signal);
      } finally {
        await service.stop();
      }
    }),
});

async function tryEverything(options: Options, service: Service, place: Place, signal: AbortSignal): Promise<boolean> {
  const begun = performance.now();
  if (options.percent < 100) print(`seed ${options.seed}, ${options.percent} % of the cells`);
  const { text } = await service.send({ method: 'GET', path: '/openapi.json' });
  const contract = new Contract(JSON.parse(text) as OpenAPIObject);
  const rows = new Rows(contract);
  const watch = await Watch.over(place.pool);
  const world = new World(
    (operationId, { headers, ...parts }) => service.send({ ...requestOf(contract, operationId, parts), headers }),
    async (statement, values) => (await place.pool.query<object>(statement, values)).rows,
  );
  await world.begin();
  const scene = { world, service, pool: place.pool, contract };

  const stage = await Stage.set(scene, 'server');
  const ids = await compareIds(stage, contract, watch, signal);
  print(`${ids.pairs} pairs of ids compared`);
  const idempotency = await tryIdempotency(stage);
  const draw = { percent: options.percent, random: new Random(options.seed) };
  const grid = new Grid(scene, rows, watch, draw, signal, print);
  await grid.tryAll();

  const failures = [
    ...rows.strays(service.routes.filter((route) => !route.startsWith('HEAD '))),
    ...(await keepPage(rows, options.write)),
    ...grid.figures.failures,
    ...ids.failures,
    ...idempotency.failures,
  ];
  const seconds = (performance.now() - begun) / 1000;
  for (const line of describeRun({ grid: grid.figures, ids, idempotency, failures, seconds })) print(line);
  return failures.length === 0;
}
