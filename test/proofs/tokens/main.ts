/**
 * Tries to get past the tokens of two instances of the service over one database. `npm run prove -- tokens`, with `--pairs`
 * attempts to log in of each kind for the comparison of their times. Ends with 0 when every forged, misplaced, replayed and
 * revoked token was refused as documented, and nothing told a known user from an unknown one.
 */
import { Checks } from '../support/checks.js';
import type { Place } from '../support/place.js';
import { atPlace, print, prove } from '../support/proof.js';
import { Random } from '../support/random.js';
import { proveGuessing } from './brute-force.js';
import { proveForgeries } from './forged.js';
import { proveKinds } from './kinds.js';
import { proveRefreshing } from './refresh.js';
import { proveRevocation } from './revocation.js';
import { proveSpoofing } from './spoofing.js';
import { proveTiming } from './timing.js';
import { World } from './world.js';
import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
const readOptions = optionsOf(
  {
    /** Attempts to log in of each kind whose times are compared; fewer than 500 see only gross differences. */
    pairs: [500, 20, 10_000],
  },
  ['keep'],
  ({ pairs }) => 20 + Math.ceil(pairs / 25),
);

/** What a run is told. */
type Options = ReturnType<typeof readOptions>;

await prove({
  readOptions,
  claim: 'no token got past, and every revocation held in time',
  carryOut: (options, { signal }) => {
    print(`seed ${options.seed}, ${options.pairs} logins of each kind`);
    return atPlace(options.keep && 'data and services.log', (place) => tryTokens(options, place, signal));
  },
});

async function tryTokens({ seed, pairs }: Options, place: Place, signal: AbortSignal): Promise<boolean> {
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
    return checks.failed === 0;
  } finally {
    await world.close();
  }
}
