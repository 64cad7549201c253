/**
 * Shows what the service does when what it stands on fails: processes are killed, PostgreSQL is restarted, cut off, frozen,
 * full and taken, clients are slow, a clock is wrong, while others change things all the time.
 * `npm run prove:faults -- --seed 1 --seconds-per-fault 10`, or `--fault kill --fault freeze` for some.
 * Ends with 0 when no acknowledged change is lost, nothing but 2xx, 4xx and 503 is answered, no process ends by itself, no
 * connection is cut by a stop, and everything is served again after each fault.
 */
import { readOptions, type Options } from './options.js';
import { describe, isHeld } from './report.js';
import { Run } from './run.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  print(`not proved: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function main(options: Options): Promise<number> {
  print(`seed ${options.seed}, ${options.faults.length} faults of ${options.seconds} s`);
  const givenUp = new AbortController();
  const giveUp = (why: string) => givenUp.abort(new Error(why));
  const clock = setTimeout(() => giveUp(`not done after ${options.minutes} minutes`), options.minutes * 60_000);
  for (const name of STOP_SIGNALS) process.once(name, () => giveUp(`stopped by ${name}`));
  const run = new Run(options, givenUp.signal, print);
  try {
    const rows = await run.carryOut();
    for (const line of describe(rows)) print(line);
    const isProved = rows.every(isHeld);
    print(isProved ? 'proved: nothing acknowledged was lost, and the service recovered from each fault' : 'not proved');
    return isProved ? 0 : 1;
  } finally {
    clearTimeout(clock);
    await run.end();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
