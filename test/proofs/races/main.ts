/**
 * Shows that nothing is lost or doubled when many work on the same things: clients change the same carts, wishlists,
 * bundles, orders and names at the same time through two instances, and the history of what they were told is held
 * against every order in which it could have happened; others change one network, of which both trees and the ledger are
 * then made anew from the events; others adjust earnings and make, release, cancel and mark payouts of them, of which all
 * balances are then calculated anew. `npm run prove -- races --operations 20000 --seed 1`.
 * Ends with 0 when each object's history has such an order the network is what its events say, and
 * nobody was paid twice, else with 1.
 */
import { countByKind } from '../support/history/figures.js';
import { check } from '../support/history/check.js';
import { describeMoney } from '../support/money/report.js';
import { checkNetwork } from '../support/network/verdict.js';
import { describeNetwork } from '../support/network/report.js';
import type { Place } from '../support/place.js';
import { atPlace, print, prove } from '../support/proof.js';
import { readOptions, type Options } from './options.js';
import { describe } from './report.js';
import { Run } from './run.js';

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
