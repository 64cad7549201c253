/**
 * Shows that the engine calculates what the text says: random small networks, plans and ledgers are calculated by it and by a second,
 * naive implementation (naive/), and each line, measure, rank, title and carried volume is compared.
 * `npm run prove -- commissions --runs 20000 --seed 1`. Ends with 0 when all are the same, with 1 when one differs; the
 * counterexample is then made as small as it can be.
 */
import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { prove, print } from '../support/proof.js';
import { anyPeriod } from './arbitrary.js';
import { compare } from './compare.js';
import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
const readOptions = optionsOf(
  {
    /** Periods that are compared. */
    runs: [20_000, 1, 10_000_000],
  },
  [],
  () => 30,
);

/** What a run is told. */
type Options = ReturnType<typeof readOptions>;

/** Periods between two looks at whether the run was given up. */
const AT_ONCE = 500;

await prove({ readOptions, claim: 'both implementations give the same, to the minor unit', carryOut });

async function carryOut({ runs, seed }: Options, { signal }: AbortController): Promise<boolean> {
  print(`seed ${seed}, ${runs} periods`);
  let lines = 0;
  const property = fc.property(fc.gen(), (random) => {
    lines += compare(anyPeriod(random));
  });
  for (let done = 0; done < runs; done += AT_ONCE) {
    signal.throwIfAborted();
    const details = fc.check(property, { numRuns: Math.min(AT_ONCE, runs - done), seed: seed + done });
    if (details.failed) {
      print(fc.defaultReportMessage(details) ?? 'they differ');
      return false;
    }
    await turn();
  }
  print(`${lines} lines compared`);
  return true;
}
