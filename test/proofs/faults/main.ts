/**
 * Shows what the service does when what it stands on fails: processes are killed, PostgreSQL is restarted, cut off, frozen,
 * full and taken, clients are slow, a clock is wrong, while others change things all the time.
 * `npm run prove -- faults --seed 1 --seconds-per-fault 10`, or `--fault kill --fault freeze` for some.
 * Ends with 0 when no acknowledged change is lost, nothing but 2xx, 4xx and 503 is answered, no process ends by itself, no
 * connection is cut by a stop, and everything is served again after each fault.
 */
import { describeNetwork } from '../support/network/report.js';
import { checkNetwork } from '../support/network/verdict.js';
import { print, prove } from '../support/proof.js';
import { readOptions, Run } from './run.js';
import { describe, isHeld } from './report.js';

await prove({
  readOptions,
  claim: 'nothing acknowledged was lost, and the service recovered from each fault',
  carryOut: async (options, { signal }) => {
    print(`seed ${options.seed}, ${options.faults.length} faults of ${options.seconds} s`);
    const run = new Run(options, signal, print);
    try {
      const { rows, network } = await run.carryOut();
      const failures = checkNetwork(network);
      for (const line of [...describe(rows), ...describeNetwork(network, failures)]) print(line);
      return rows.every(isHeld) && failures.length === 0;
    } finally {
      await run.end();
    }
  },
});
