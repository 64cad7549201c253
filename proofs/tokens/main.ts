/**
 * Tries to get past the tokens of two instances of the service over one database. `npm run prove:tokens`, with `--pairs`
 * attempts to log in of each kind for the comparison of their times. Ends with 0 when every forged, misplaced, replayed and
 * revoked token was refused as documented, and nothing told a known user from an unknown one.
 */
import { Checks } from '../support/checks.js';
import { findPlace, type Place } from '../support/place.js';
import { Random } from '../support/random.js';
import { proveGuessing } from './brute-force.js';
import { proveForgeries } from './forged.js';
import { proveKinds } from './kinds.js';
import { readOptions, type Options } from './options.js';
import { proveRefreshing } from './refresh.js';
import { proveRevocation } from './revocation.js';
import { proveSpoofing } from './spoofing.js';
import { proveTiming } from './timing.js';
import { World } from './world.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  print(`not proved: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function main(options: Options): Promise<number> {
  print(`seed ${options.seed}, ${options.pairs} logins of each kind`);
  const givenUp = new AbortController();
  const giveUp = (why: string) => givenUp.abort(new Error(why));
  const clock = setTimeout(() => giveUp(`not done after ${options.minutes} minutes`), options.minutes * 60_000);
  for (const name of STOP_SIGNALS) process.once(name, () => giveUp(`stopped by ${name}`));
  const place = await findPlace();
  try {
    return await prove(options, place, givenUp.signal);
  } finally {
    clearTimeout(clock);
    await place.leave(options.keep);
    if (options.keep) print(`the data and services.log are in ${place.dataDir}`);
  }
}

async function prove({ seed, pairs }: Options, place: Place, signal: AbortSignal): Promise<number> {
  const begun = performance.now();
  const random = new Random(seed);
  const world = await World.open(place, random, signal);
  const checks = new Checks();
  const parts: [string, () => Promise<string>][] = [
    ['forgeries', () => proveForgeries(world, checks)],
    ['kinds', () => proveKinds(world, checks)],
    ['refreshing', () => proveRefreshing(world, checks)],
    ['revocation', () => proveRevocation(world, checks)],
    ['spoofing', () => proveSpoofing(world, checks)],
    ['timing', () => proveTiming(world, checks, random.fork('timing'), pairs)],
    // Last: it uses up what may be failed from this machine's own address.
    ['guessing', () => proveGuessing(world, checks)],
  ];
  try {
    for (const [name, carryOut] of parts) {
      signal.throwIfAborted();
      print(`${name}: ${await carryOut()}`);
    }
    for (const { accidents } of [world.a, world.b]) {
      checks.that(
        'services',
        'end no sooner than they are told, and log no error',
        accidents.length === 0,
        accidents.join('\n'),
      );
    }
    for (const line of checks.describe()) print(line);
    print(`${'duration'.padEnd(34)}${((performance.now() - begun) / 1000).toFixed(0)} s`);
    print(checks.failed === 0 ? 'proved: no token got past, and every revocation held in time' : 'not proved');
    return checks.failed === 0 ? 0 : 1;
  } finally {
    await world.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
