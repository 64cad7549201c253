import type { GridFigures } from './grid.js';
import type { IdempotencyFigures } from './idempotency.js';
import { describe, timesOf, type IdFigures } from './ids.js';

/** Failures that are printed; the others are counted. */
const SHOWN = 40;
const SHOWN_LETTERS = 400;

/** What a run has to show. */
export interface Run {
  grid: GridFigures;
  ids: IdFigures;
  idempotency: IdempotencyFigures;
  failures: readonly string[];
  seconds: number;
}

/** The lines that a run ends with. */
export function describeRun({ grid, ids, idempotency, failures, seconds }: Run): string[] {
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
