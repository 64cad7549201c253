import { describe, expect, it } from '@jest/globals';
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import type { PeriodInput } from './period.js';

const COUNT = 20_000;

const PLAN = {
  active: { personal_volume: 10 },
  ranks: [
    { name: 'member' },
    { name: 'silver', requires: { group_volume: 100, leg_cap_percent: 50, active_frontline: 1 } },
    { name: 'gold', requires: { legs: [{ rank: 'silver', count: 2 }] } },
  ],
  bonuses: [
    { id: 'start', type: 'fast_start', days: 30, percents: [5, 5] },
    // Hardly anybody is gold, so that nearly everybody above is skipped.
    { id: 'levels', type: 'unilevel', percents: { gold: [5, 5, 5] }, compression: 'dynamic' },
    { id: 'places', type: 'unilevel', tree: 'placement', percents: { member: [1, 1] }, compression: 'active' },
    { id: 'leaders', type: 'generation', rank: 'gold', percents: [1, 1] },
    { id: 'steps', type: 'differential', steps: [{ from: 50, percent: 5 }], breakaway: { leadership_percent: 1 } },
    { id: 'legs', type: 'binary', percent: 10, requires_legs: true },
    { id: 'match', type: 'matching', of: ['places'], percents: { member: [10] } },
    { id: 'pool', type: 'pool', percent: 1, shares: { member: 1 } },
  ],
};

type Above = (member: number) => number;

/** Compiled code does not count the functions that are inlined in it, and when it is compiled depends on the machine's load. */
const COMPILERS = ['sparkplug', 'maglev', 'turbofan'];

/** V8 counts how often each function, branch and body of a loop is run, in code that is loaded after this. */
class Steps {
  private readonly session = new Session();

  async begin(): Promise<void> {
    COMPILERS.forEach((compiler) => setFlagsFromString(`--no-${compiler}`));
    this.session.connect();
    await this.session.post('Profiler.enable');
    await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Those of the engine since it was last asked. */
  async taken(): Promise<number> {
    const { result } = await this.session.post('Profiler.takePreciseCoverage');
    const scripts = result.filter(({ url }) => url.includes('/commission-engine/src/'));
    const ranges = scripts.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
    return ranges.reduce((sum, { count }) => sum + count, 0);
  }

  end(): void {
    this.session.disconnect();
    COMPILERS.forEach((compiler) => setFlagsFromString(`--${compiler}`));
  }
}

/** A network in which each member but the first stands below another, in both trees. */
function networkOf(count: number, sponsor: Above, parent: Above, leg: Above): PeriodInput {
  const each = (value: Above): number[] => Array.from({ length: count }, (_, member) => value(member));
  const below = (above: Above): Int32Array => Int32Array.from(each((member) => (member === 0 ? -1 : above(member))));
  return {
    currencyDigits: 2,
    from: 0,
    to: 1,
    members: {
      uid: Float64Array.from(each((member) => member + 1)),
      kind: new Uint8Array(count),
      status: Uint8Array.from(each((member) => (member % 3 === 0 ? 1 : 0))),
      enrolledAt: new Float64Array(count),
      sponsor: below(sponsor),
      parent: below(parent),
      leg: Uint16Array.from(each(leg)),
      title: new Int16Array(count).fill(-1),
    },
    rows: {
      member: Int32Array.from(each((member) => member)),
      at: new Float64Array(count),
      qualifying: new Float64Array(count).fill(200_000),
      commissionable: new Float64Array(count).fill(200_000),
      takesBack: new Int32Array(count).fill(-1),
    },
    carried: new Map(),
    earlier: [],
  };
}

describe('the depth of a network', () => {
  it('costs no steps: a chain of 20,000 takes as many as a bush, and half the chain half as many', async () => {
    const steps = new Steps();
    await steps.begin();
    const { calculate } = await import('./calculate.js');
    const { planOf } = await import('./small-period.js');
    const plan = planOf(PLAN);
    const stepsOf = async (input: PeriodInput): Promise<number> => {
      await steps.taken();
      calculate(plan, input);
      return steps.taken();
    };
    const chain = (count: number): PeriodInput =>
      networkOf(
        count,
        (one) => one - 1,
        (one) => one - 1,
        () => 1,
      );
    const bush = networkOf(
      COUNT,
      (member) => Math.floor((member - 1) / 10),
      (member) => Math.floor((member - 1) / 2),
      (member) => 1 + (member % 2),
    );
    const taken = {
      bush: await stepsOf(bush),
      chain: await stepsOf(chain(COUNT)),
      half: await stepsOf(chain(COUNT / 2)),
    };
    steps.end();
    expect(taken.bush).toBeGreaterThan(20 * COUNT);
    expect(taken.chain / taken.bush).toBeLessThan(1.5);
    expect(taken.chain / taken.half).toBeCloseTo(2, 1);
  });
});
