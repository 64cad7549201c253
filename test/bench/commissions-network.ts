import { NO_RANK, NOBODY, NOTHING, type PeriodInput, type Plan, planSchema } from '@commerce/commission-engine';

const DAY_MS = 86_400_000;
const BEGINS = Date.UTC(2026, 10, 1);
const UNIT = 10_000;

/** Of all members, those with orders, and the rows of each of these: 600,000 and 3,000,000 of a million. */
const BUYING = 0.6;
const ROWS_EACH = 5;

/** The hybrid plan of docs/spec/service.md#7: fast start, unilevel of 7 levels, binary, matching of 3 levels, pool. */
export const HYBRID: Plan = planSchema.parse({
  name: 'Hybrid',
  period: 'month',
  time_zone: 'UTC',
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  active: { personal_volume: 50 },
  ranks: [
    { name: 'member' },
    { name: 'silver', requires: { personal_volume: 100, group_volume: 1_000, leg_cap_percent: 60 } },
    { name: 'gold', requires: { group_volume: 5_000, leg_cap_percent: 50, active_frontline: 2 } },
    {
      name: 'ruby',
      requires: { any: [{ legs: [{ rank: 'gold', count: 2 }] }, { group_volume: 50_000, leg_cap_percent: 40 }] },
    },
  ],
  bonuses: [
    { id: 'start', type: 'fast_start', days: 60, percents: [10, 5], excludes: ['levels'] },
    {
      id: 'levels',
      type: 'unilevel',
      percents: { member: [5, 5, 3], silver: [5, 5, 4, 3], gold: [5, 5, 5, 4, 3], ruby: [5, 5, 5, 4, 4, 3, 2] },
      compression: 'dynamic',
    },
    {
      id: 'legs',
      type: 'binary',
      ratio: { strong: 2, weak: 1 },
      percent: 10,
      cap: { member: 500, silver: 1_000, gold: 5_000, ruby: 25_000 },
      carry_cap: 100_000,
    },
    { id: 'match', type: 'matching', of: ['levels'], percents: { member: [10], silver: [10, 5], gold: [10, 5, 5] } },
    { id: 'leaders', type: 'pool', percent: 2, shares: { gold: 1, ruby: 3 } },
  ],
  member_cap: 50_000,
  payout_cap_percent: 45,
});

/**
 * A network of so many members as it may have grown: everybody is sponsored by somebody who came before, and placed in the next
 * free leg. Rows come in the order of their instants, as a ledger has them.
 * @param seed of the random numbers: the same gives the same network
 */
export function networkOf(count: number, seed: number): PeriodInput {
  const random = randomNumbers(seed);
  const sponsor = new Int32Array(count);
  const parent = new Int32Array(count);
  const leg = new Uint16Array(count);
  for (let member = 0; member < count; member += 1) {
    // The sponsors of later members are later ones, so positions go from level to level.
    sponsor[member] = member === 0 ? NOBODY : Math.floor((member - 1) / (1 + Math.floor(random() * 8)));
    parent[member] = member === 0 ? NOBODY : Math.floor((member - 1) / 2);
    leg[member] = member === 0 ? 0 : 1 + ((member - 1) % 2);
  }
  const rows = Math.floor(count * BUYING) * ROWS_EACH;
  const volumes = Float64Array.from({ length: rows }, () => UNIT * (1 + Math.floor(random() * 100)));
  return {
    currencyDigits: 2,
    members: {
      uid: Float64Array.from({ length: count }, (_, member) => member + 1),
      kind: new Uint8Array(count),
      status: new Uint8Array(count),
      enrolledAt: Float64Array.from({ length: count }, () => BEGINS - Math.floor(random() * 1_000) * DAY_MS),
      sponsor,
      parent,
      leg,
      title: new Int16Array(count).fill(NO_RANK),
    },
    rows: {
      member: Int32Array.from({ length: rows }, () => Math.floor(random() * BUYING * count)),
      at: Float64Array.from({ length: rows }, (_, row) => BEGINS + (row / rows) * 30 * DAY_MS),
      qualifying: volumes,
      commissionable: volumes.slice(),
      takesBack: new Int32Array(rows).fill(NOTHING),
    },
    carried: new Map([['legs', { left: new Float64Array(count), right: new Float64Array(count) }]]),
    earlier: [],
  };
}

/** Marsaglia's xorshift of 32 bits, as numbers from 0 to below 1. */
function randomNumbers(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
