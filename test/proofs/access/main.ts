/**
 * Shows who may do what: tries every caller at every route, and every id as another's and as nobody's.
 * `npm run prove -- access`; with `--percent 15` only of so many routes, which it draws.
 * Ends with 0 when every cell, every comparison and every trial was as it has to be.
 */
import 'reflect-metadata';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Rows } from '#test/support/calls/access-table.js';
import { requestOf } from '#test/support/calls/requests.js';
import { World } from '#test/support/calls/world.js';
import { Contract } from '#test/support/contract.js';
import { type Values, whole } from '#test/support/options.js';
import { defineProof, print, type Run } from '#test/support/proof.js';
import { examplesOf, line, type Report } from '#test/support/report.js';
import { SUPER_ADMIN } from '#test/support/shop.js';
import { Grid, type GridFigures } from './grid.js';
import { type IdempotencyFigures, tryIdempotency } from './idempotency.js';
import { compareIds, describe, type IdFigures, timesOf } from './ids.js';
import { Service, Watch } from './service.js';
import { Stage } from './stage.js';

const OPTIONS = {
  /** Of 100 routes with one type of application, how many are tried; which ones, the seed decides. */
  percent: whole(100, 1, 100),
};

/** Failures that are printed; the others are counted. */
const SHOWN = 40;

/** What a run has to show. */
interface Outcome {
  grid: GridFigures;
  ids: IdFigures;
  idempotency: IdempotencyFigures;
  failures: readonly string[];
}

async function tryEverything(run: Run<Values<typeof OPTIONS>>): Promise<Outcome> {
  const { options, random, signal } = run;
  const { databaseUrl, pool } = await run.place();
  const service = await Service.start(databaseUrl, {
    SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
    SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
  });
  run.after(() => service.stop());
  const { text } = await service.send({ method: 'GET', path: '/openapi.json' });
  const contract = new Contract(JSON.parse(text) as OpenAPIObject);
  const rows = new Rows(contract);
  const watch = await Watch.over(pool);
  const world = new World(
    (operationId, { headers, ...parts }) => service.send({ ...requestOf(contract, operationId, parts), headers }),
    async (statement, values) => (await pool.query<object>(statement, values)).rows,
  );
  await world.begin();
  const scene = { world, service, pool, contract };

  const stage = await Stage.set(scene, 'server');
  const ids = await compareIds(stage, contract, watch, signal);
  print(`${ids.pairs} pairs of ids compared`);
  const idempotency = await tryIdempotency(stage);
  const grid = new Grid(scene, rows, watch, { percent: options.percent, random }, signal, print);
  await grid.tryAll();

  const failures = [
    ...rows.strays(service.routes.filter((route) => !route.startsWith('HEAD '))),
    ...grid.figures.failures,
    ...ids.failures,
    ...idempotency.failures,
  ];
  return { grid: grid.figures, ids, idempotency, failures };
}

function report({ grid, ids, idempotency, failures }: Outcome): Report {
  const { theirs, nobodys, widest } = timesOf(ids.comparisons);
  return {
    lines: [
      line('routes', grid.routes),
      line('callers', `${grid.columns}, those of an application for each of ${grid.clientTypes} client types`),
      line('cells tried', `${grid.cells}: ${grid.refused} refused, ${grid.allowed} allowed`),
      line('ids', `${ids.ids}: ${ids.tried} tried as another's and as nobody's, ${ids.excused} excused with a reason`),
      line('pairs compared', ids.pairs),
      line('median times', `${ms(theirs)} as another's, ${ms(nobodys)} as nobody's`),
      line('widest', `${ms(widest.theirs)} and ${ms(widest.nobodys)}, ${describe(widest.pair)}`),
      line('Idempotency-Key', `${idempotency.trials} trials`),
      line('failures', failures.length),
      ...examplesOf(failures, SHOWN),
    ],
    isProved: failures.length === 0,
  };
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(1)} ms`;
}

export default defineProof({
  claim: 'everybody may do what the table says, and nothing else',
  options: OPTIONS,
  run: tryEverything,
  report,
});
