/**
 * Shows who may do what: tries every caller at every route, and every id as another's and as nobody's.
 * `npm run prove -- access`; with `--percent 15` only of so many routes, which it draws. With `--write` it writes
 * docs/access-table.md, and without fails when that is not current.
 * Ends with 0 when every cell, every comparison and every trial was as it has to be.
 */
import 'reflect-metadata';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Contract } from '#test/support/contract.js';
import { requestOf } from '../support/calls/requests.js';
import { World } from '../support/calls/world.js';
import { readOptions, type Options } from './options.js';
import { Grid } from './grid.js';
import { compareIds } from './ids.js';
import { tryIdempotency } from './idempotency.js';
import { keepPage } from './page.js';
import { describeRun } from './report.js';
import { Rows } from './rows.js';
import { Service } from './service.js';
import { Stage } from './stage.js';
import { Watch } from './watch.js';
import type { Place } from '../support/place.js';
import { atPlace, print, prove } from '../support/proof.js';
import { Random } from '../support/random.js';
import { SUPER_ADMIN } from '../support/shop.js';

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
