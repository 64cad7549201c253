/**
 * Shows that the engine calculates what the text says: random small networks, plans and ledgers are calculated by it and by a second,
 * naive implementation (test/support/oracle), and each line, measure, rank, title and carried volume is compared.
 * `npm run prove -- commissions --runs 20000 --seed 1`. Ends with 0 when all are the same, with 1 when one differs; the
 * counterexample is then made as small as it can be.
 */
import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { whole } from '#test/support/options.js';
import { anyPeriod } from '#test/support/oracle/arbitrary.js';
import { compare } from '#test/support/oracle/compare.js';
import { withTier } from '#test/support/oracle/tier-bonus.js';
import { defineProof } from '#test/support/proof.js';

/** Periods between two looks at whether the run was given up. */
const AT_ONCE = 500;

export default defineProof({
  claim: 'both implementations give the same, to the minor unit',
  options: {
    /** Periods that are compared. */
    runs: whole(20_000, 1, 10_000_000),
  },
  run: async ({ options: { runs, seed }, signal }) => {
    let lines = 0;
    const property = fc.property(fc.gen(), (random) => {
      const period = anyPeriod(random);
      lines += compare(random(fc.nat, 3) === 0 ? withTier(random, period) : period);
    });
    for (let done = 0; done < runs; done += AT_ONCE) {
      signal.throwIfAborted();
      const details = fc.check(property, { numRuns: Math.min(AT_ONCE, runs - done), seed: seed + done });
      if (details.failed) return { lines, difference: fc.defaultReportMessage(details) ?? 'they differ' };
      await turn();
    }
    return { lines, difference: undefined };
  },
  report: ({ lines, difference }) => ({
    lines: [difference ?? `${lines} lines compared`],
    isProved: difference === undefined,
  }),
});
