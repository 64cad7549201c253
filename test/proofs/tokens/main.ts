/**
 * Tries to get past the tokens of two instances of the service over one database. `npm run prove -- tokens`, with `--pairs`
 * attempts to log in of each kind for the comparison of their times. Ends with 0 when every forged, misplaced, replayed and
 * revoked token was refused as documented, and nothing told a known user from an unknown one.
 */
import { whole } from '#test/support/options.js';
import { defineProof, print } from '#test/support/proof.js';
import { Checks } from '#test/support/report.js';
import { proveGuessing } from './brute-force.js';
import { proveForgeries } from './forged.js';
import { proveKinds } from './kinds.js';
import { proveRefreshing } from './refresh.js';
import { proveRevocation } from './revocation.js';
import { proveSpoofing } from './spoofing.js';
import { proveTiming } from './timing.js';
import { World } from './world.js';

export default defineProof({
  claim: 'no token got past, and every revocation held in time',
  options: {
    /** Attempts to log in of each kind whose times are compared; fewer than 500 see only gross differences. */
    pairs: whole(500, 20, 10_000),
  },
  minutes: ({ pairs }) => 20 + Math.ceil(pairs / 25),
  run: async (run) => {
    const world = await World.open(run, await run.place());
    const checks = new Checks();
    const parts: [string, () => Promise<string>][] = [
      ['forgeries', () => proveForgeries(world, checks)],
      ['kinds', () => proveKinds(world, checks)],
      ['refreshing', () => proveRefreshing(world, checks)],
      ['revocation', () => proveRevocation(world, checks)],
      ['spoofing', () => proveSpoofing(world, checks)],
      ['timing', () => proveTiming(world, checks, run.random.fork('timing'), run.options.pairs)],
      // Last: it uses up what may be failed from this machine's own address.
      ['guessing', () => proveGuessing(world, checks)],
    ];
    for (const [name, prove] of parts) {
      run.signal.throwIfAborted();
      print(`${name}: ${await prove()}`);
    }
    for (const { accidents } of [world.a, world.b])
      checks.that('services', 'end when they are told, and log no error', accidents.length === 0, accidents.join('\n'));
    return checks;
  },
  report: (checks) => checks.report(),
});
