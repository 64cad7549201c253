import type { Checks } from '../support/checks.js';
import { sendExact } from '../support/exact-http.js';
import type { Random } from '../support/random.js';
import { mannWhitney, median } from './mann-whitney.js';
import { atToken, type Headers, type World } from './world.js';

/** Below this, a difference is no accident. */
const P_OF_NO_ACCIDENT = 0.001;

/** By how much medians may differ, as a share of the smaller. */
const MAX_DIFFERENCE = 0.05;

/** Attempts before the first that counts: code is compiled, connections are opened. */
const WARM_UP = 10;

const SECTION = 'login timing';
const WRONG = 'not the password of anybody';

/** Compares the time of logins that fail: of an unknown user with those of a known and of an inactive one. */
export async function proveTiming(world: World, checks: Checks, random: Random, pairs: number): Promise<string> {
  const application = await world.register();
  const known = await world.makeUser();
  const inactive = await world.makeUser();
  await world.admin('PATCH', `users/${inactive.uid}/`, { status: 'inactive' });
  const kinds = {
    unknown: () => world.freshName('user'),
    known: () => known.username,
    'known by e-mail address': () => known.email,
    inactive: () => inactive.username,
  };
  type Kind = keyof typeof kinds;
  const names = Object.keys(kinds) as Kind[];
  const times = new Map(names.map((name): [Kind, number[]] => [name, []]));
  const bodies = new Set<string>();
  const attempt = async (kind: Kind): Promise<number> => {
    // Each from an address of its own: no limit is ever near, and none of them differs by it.
    const headers: Headers = world.fromElsewhere();
    // What was tried before slows nobody down: the run compares checks of passwords, not delays.
    await world.forgetFailures();
    const request = atToken(application, { username: kinds[kind](), password: WRONG }, headers);
    const begun = performance.now();
    const { status, json } = await sendExact(world.a, request);
    const ms = performance.now() - begun;
    bodies.add(JSON.stringify({ ...json, request_id: undefined, status }));
    return ms;
  };
  for (let count = 0; count < WARM_UP; count += 1) for (const name of names) await attempt(name);
  for (let count = 0; count < pairs; count += 1) {
    for (const name of shuffled(names, random)) times.get(name)!.push(await attempt(name));
  }
  checks.that(SECTION, 'all are answered alike', bodies.size === 1, [...bodies].join(' and '));
  const unknown = times.get('unknown')!;
  const lines = names
    .filter((name) => name !== 'unknown')
    .map((name) => compare(checks, { name, times: times.get(name)!, unknown }));
  return [`${pairs} failed logins of each kind, one after the other in random order`, ...lines].join('\n');
}

function compare(
  checks: Checks,
  { name, times, unknown }: { name: string; times: readonly number[]; unknown: readonly number[] },
): string {
  const { u, z, p } = mannWhitney(unknown, times);
  const [ofUnknown, ofThis] = [median(unknown), median(times)];
  const difference = Math.abs(ofUnknown - ofThis) / Math.min(ofUnknown, ofThis);
  const isTold = p < P_OF_NO_ACCIDENT && difference > MAX_DIFFERENCE;
  const figures =
    `medians ${ofUnknown.toFixed(2)} ms and ${ofThis.toFixed(2)} ms (${(difference * 100).toFixed(1)} %), ` +
    `U ${u.toFixed(0)}, z ${z.toFixed(2)}, p ${p.toFixed(4)}`;
  checks.that(SECTION, `an unknown user cannot be told from one ${name}`, !isTold, figures);
  return `  unknown against ${name}: ${figures}`;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(random.below(rest.length), 1)[0]!);
}
