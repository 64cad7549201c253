/**
 * Shows that nothing is lost or doubled when many work on the same things: clients change the same carts, wishlists,
 * bundles, orders and names at the same time through two instances, and the history of what they were told is held
 * against every order in which it could have happened; others change one network, of which both trees and the ledger are
 * then made anew from the events; others adjust earnings and make, release, cancel and mark payouts of them, of which all
 * balances are then calculated anew. `npm run prove -- races --operations 20000 --seed 1`.
 * Ends with 0 when each object's history has such an order the network is what its events say, and
 * nobody was paid twice, else with 1.
 */
import { countByKind, type Count } from '../support/history/figures.js';
import { check, type Verdict, type Violation } from '../support/history/check.js';
import { describeMoney } from '../support/money/report.js';
import { checkNetwork } from '../support/network/verdict.js';
import { describeNetwork } from '../support/network/report.js';
import type { Place } from '../support/place.js';
import { atPlace, print, prove } from '../support/proof.js';
import { readOptions, type Options, Run } from './run.js';
import { VIOLATIONS } from '../support/history/explain.js';
import type { Operation } from '../support/history/operation.js';

/** What is reported of a run. */
interface Report {
  counts: Map<string, Count>;
  verdict: Verdict;
  troubles: readonly string[];
  /** For how long the clients worked, and how long all of it took. */
  workSeconds: number;
  checkSeconds: number;
  seconds: number;
}

const NAMED = 5;
const LABEL = 22;

/** A run in lines for people. */
function describe({ counts, verdict, troubles, workSeconds, checkSeconds, seconds }: Report): string[] {
  const all = sumOf([...counts.values()]);
  const found = Map.groupBy(verdict.violations, ({ kind }) => kind);
  return [
    row('operation', ['all', 'ok', 'failed', 'unknown', 'contended']),
    ...[...counts].map(([kind, count]) => row(kind, cellsOf(count))),
    row('all', cellsOf(all)),
    line('objects', `${verdict.objects}, of which ${verdict.undecided.length} could not be decided`),
    line(
      'duration',
      `${seconds.toFixed(0)} s: ${workSeconds.toFixed(0)} s of work, ${checkSeconds.toFixed(1)} s of checking`,
    ),
    ...Object.entries(VIOLATIONS).map(([kind, what]) =>
      line(kind, `${[...found].find(([name]) => name === kind)?.[1].length ?? 0} ${what}`),
    ),
    ...[...found.values()].flatMap((violations) => violations.slice(0, NAMED).flatMap(storyOf)),
    ...verdict.undecided.map((object) => `undecided: ${object}`),
    ...troubles.map((trouble) => `trouble: ${trouble}`),
  ];
}

function sumOf(counts: readonly Count[]): Count {
  const sum = { ok: 0, failed: 0, unknown: 0, contended: 0, all: 0 };
  for (const count of counts) {
    sum.all += count.all;
    sum.ok += count.ok;
    sum.failed += count.failed;
    sum.unknown += count.unknown;
    sum.contended += count.contended;
  }
  return sum;
}

function cellsOf({ all, ok, failed, unknown, contended }: Count): string[] {
  return [all, ok, failed, unknown, contended].map(String);
}

function row(label: string, cells: readonly string[]): string {
  return label.padEnd(LABEL) + cells.map((cell) => cell.padStart(10)).join('');
}

function line(label: string, text: string): string {
  return `${label.padEnd(LABEL)}${text}`;
}

function storyOf({ kind, object, operations }: Violation): string[] {
  const first = Math.min(...operations.map(({ start }) => start));
  return [`${kind}: ${object}`, ...operations.map((operation) => `  ${tell(operation, first)}`)];
}

function tell({ client, action, outcome, start, end, saw, refusal, replayed }: Operation, first: number): string {
  const when = `${(start - first).toFixed(1)}–${(end - first).toFixed(1)} ms`;
  const said = JSON.stringify(saw ?? refusal ?? {});
  return `${when} ${client} ${JSON.stringify(action)} ${outcome}${replayed ? ' again' : ''} ${said}`;
}

await prove({
  readOptions,
  claim: 'nothing was lost, doubled, mixed or refused without a reason',
  carryOut: (options, { signal }) => {
    print(`seed ${options.seed}, ${options.operations} operations`);
    return atPlace(options.keep && 'the data, services.log and history.json', (place) => race(options, place, signal));
  },
});

async function race(options: Options, place: Place, signal: AbortSignal): Promise<boolean> {
  const begun = performance.now();
  const run = new Run(options, place, signal, print);
  try {
    const { history, network, money, seconds: workSeconds, troubles } = await run.carryOut();
    const checking = performance.now();
    const verdict = check(history);
    const failures = checkNetwork(network);
    const now = performance.now();
    const counts = countByKind(history);
    const report = { counts, verdict, troubles, workSeconds };
    const seconds = { checkSeconds: (now - checking) / 1000, seconds: (now - begun) / 1000 };
    const lines = [describe({ ...report, ...seconds }), describeNetwork(network, failures), describeMoney(money)];
    for (const line of lines.flat()) print(line);
    return [verdict.violations, verdict.undecided, failures, money.failures, troubles].flat().length === 0;
  } finally {
    await run.end();
  }
}
