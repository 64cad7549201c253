import { sendExact } from '#test/support/http.js';
import type { Checks } from '#test/support/report.js';
import type { Random } from '#test/support/random.js';
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

/** What the Mann-Whitney test says of two samples. */
interface Comparison {
  /** Of the first sample: how many pairs it wins, ties counting half. */
  u: number;
  /** Standard score of `u`, with the correction for ties and for continuity. */
  z: number;
  /** Two-sided: how likely samples of one distribution differ this much. */
  p: number;
}

/** Compares two samples by ranks (Mann-Whitney U, normal approximation: for samples of 20 or more). */
function mannWhitney(first: readonly number[], second: readonly number[]): Comparison {
  const n1 = first.length;
  const n2 = second.length;
  const all = [...first.map((value) => ({ value, own: true })), ...second.map((value) => ({ value, own: false }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (end < all.length && all[end]!.value === all[start]!.value) end += 1;
    const size = end - start;
    // Equal values share the mean of their ranks, which begin at 1.
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ own }) => own).length;
    ties += size ** 3 - size;
    start = end;
  }
  const n = n1 + n2;
  const u = rankSum - (n1 * (n1 + 1)) / 2;
  const difference = u - (n1 * n2) / 2;
  const deviation = Math.sqrt(((n1 * n2) / 12) * (n + 1 - ties / (n * (n - 1))));
  if (deviation === 0 || difference === 0) return { u, z: 0, p: 1 };
  const z = (Math.sign(difference) * Math.max(0, Math.abs(difference) - 0.5)) / deviation;
  return { u, z, p: Math.min(1, 2 * upperTail(Math.abs(z))) };
}

/** The middle of a sample. */
function median(sample: readonly number[]): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const below = sorted[Math.ceil(middle) - 1];
  const above = sorted[Math.floor(middle)];
  if (below === undefined || above === undefined) throw new Error('an empty sample has no median');
  return (below + above) / 2;
}

/** How likely a standard normal value exceeds `z`, for `z` from 0 (Abramowitz and Stegun, 26.2.17: to 7.5e-8). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
