/**
 * Shows that the service keeps every acknowledged change when nodes of its PostgreSQL fail: three of them under Patroni,
 * with etcd, HAProxy and PgBouncer from Debian, whose primary is killed, frozen, cut off from etcd, filled up and switched
 * over, and whose standbys are killed and frozen, while clients work.
 * `npm run prove -- failover --rounds 10 --seed 1`, or `--faults kill,freeze` for some.
 * Ends with 0 when each acknowledged change is there once and its webhook was delivered, nothing else is there, no client
 * that tries again with its `Idempotency-Key` saw an error, and no fault cost more than 20 seconds of 503, or
 * `--most-seconds`, for machines that are slow or busy.
 */
import { installPackages } from '../support/cluster/debian.js';
import { figuresOf } from '../support/outbox/figures.js';
import { FAILURES, check } from '../support/outbox/verdict.js';
import { print, prove } from '../support/proof.js';
import { readOptions, Run, type Outcome } from './run.js';
import { describe } from './report.js';

/** Examples of failures that are shown. */
const EXAMPLES = 20;

await prove({
  readOptions,
  claim: 'each acknowledged change is there once, with its webhook, and nobody who tried again saw an error',
  carryOut: async (options, { signal }) => {
    await installPackages(print);
    print(`seed ${options.seed}, ${options.rounds} rounds of ${options.faults.map(({ name }) => name).join(', ')}`);
    const run = new Run(options, signal, print);
    try {
      return report(await run.carryOut());
    } finally {
      await run.end();
    }
  },
});

function report({ rows, evidence, marks, reads, failures }: Outcome): boolean {
  const wrong = check(evidence).map(({ kind, what }) => `${FAILURES[kind]}: ${what}`);
  const { acknowledged, refused, expected, accepted, repeated } = figuresOf(evidence);
  const lines = [
    ...describe(rows),
    `${acknowledged} changes acknowledged, ${refused} refused by a rule, ${evidence.events.length} events committed`,
    `${expected} deliveries expected, ${accepted} received, of which ${repeated} again`,
    `${marks} changes acknowledged by nodes directly, ${reads} reads of orders`,
    `${wrong.length} changes or deliveries lost, doubled or half there; ${failures.length} other failures`,
    ...[...wrong, ...failures].slice(0, EXAMPLES),
  ];
  for (const line of lines) print(line);
  return wrong.length === 0 && failures.length === 0;
}
