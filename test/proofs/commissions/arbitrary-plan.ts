import fc from 'fast-check';
import { type Plan, planOf } from '@commerce/commission-engine';
import { oneOf, sometimes, type Random } from './random.js';

const RANKS = ['member', 'silver', 'gold', 'ruby'];
const MOST_BONUSES = 6;
const MOST_LEVELS = 4;

type Parts = Record<string, unknown>;

/** A plan of any ranks, bonuses and caps. */
export function anyPlan(random: Random): Plan {
  const ranks = RANKS.slice(0, random(fc.integer, { min: 1, max: RANKS.length }));
  const types = Array.from({ length: random(fc.integer, { min: 1, max: MOST_BONUSES }) }, () =>
    oneOf(random, ...(Object.keys(MAKERS) as (keyof typeof MAKERS)[])),
  );
  const ids = types.map((type, index) => `${type}-${index}`);
  const bonuses = types.map((type, index) => ({
    id: ids[index],
    type,
    ...MAKERS[type](random, { ranks, ids, types, index }),
  }));
  return planOf({
    rate: oneOf(random, 1, 1, 0.5, 0.3333, 2.5),
    rounding: oneOf(random, 'half_even', 'half_up'),
    personal_volume_includes_customers: sometimes(random, 2),
    active: sometimes(random, 2) ? {} : anyConditions(random, ranks, 1),
    ranks: ranks.map((name, index) => ({ name, requires: index === 0 ? {} : anyConditions(random, ranks, 2) })),
    bonuses: bonuses.filter((bonus) => !('of' in bonus) || (bonus.of as unknown[]).length > 0),
    ...(sometimes(random, 4) ? { member_cap: random(fc.nat, 40) } : {}),
    ...(sometimes(random, 2) ? { payout_cap_percent: random(fc.nat, 40) } : {}),
  });
}

function anyConditions(random: Random, ranks: readonly string[], depth: number): Parts {
  const group = random(fc.nat, 120);
  return {
    ...(sometimes(random, 3) ? { personal_volume: random(fc.nat, 40) } : {}),
    ...(sometimes(random, 3) ? { group_volume: group } : {}),
    ...(sometimes(random, 4) ? { group_volume: group, leg_cap_percent: oneOf(random, 10, 33.3333, 50, 60, 100) } : {}),
    ...(sometimes(random, 5) ? { active_frontline: random(fc.nat, 2) } : {}),
    ...(sometimes(random, 6) ? { customers: random(fc.nat, 2) } : {}),
    ...(sometimes(random, 4)
      ? { legs: [{ rank: oneOf(random, ...ranks), count: random(fc.integer, { min: 1, max: 2 }) }] }
      : {}),
    ...(depth > 0 && sometimes(random, 4)
      ? { any: [anyConditions(random, ranks, depth - 1), anyConditions(random, ranks, depth - 1)] }
      : {}),
  };
}

/** Where a bonus stands in the plan. */
interface Place {
  readonly ranks: readonly string[];
  readonly ids: readonly string[];
  readonly types: readonly string[];
  readonly index: number;
}

const MAKERS = {
  unilevel: (random, { ranks }) => ({
    tree: oneOf(random, 'sponsor', 'placement'),
    percents: byRank(random, ranks, () => anyPercents(random)),
    compression: oneOf(random, 'none', 'active', 'dynamic'),
  }),
  generation: (random, { ranks }) => ({ rank: oneOf(random, ...ranks), percents: anyPercents(random) }),
  fast_start: (random, { ids, types }) => ({
    days: oneOf(random, 1, 7, 30, 60),
    percents: anyPercents(random),
    excludes: ids.filter((_, index) => ['unilevel', 'generation'].includes(types[index]!) && sometimes(random, 2)),
  }),
  differential: (random) => {
    const steps = random(fc.integer, { min: 1, max: 4 });
    const from = sometimes(random, 2) ? 0 : 10;
    return {
      steps: Array.from({ length: steps }, (_, step) => ({ from: from + step * 30, percent: 3 + step * 2.5 })),
      ...(sometimes(random, 2) ? { breakaway: { leadership_percent: oneOf(random, 1, 4, 2.3456) } } : {}),
    };
  },
  binary: (random, { ranks }) => ({
    ratio: { strong: random(fc.integer, { min: 1, max: 3 }), weak: random(fc.integer, { min: 1, max: 2 }) },
    ...(sometimes(random, 2)
      ? { percent: oneOf(random, 0, 10, 7.5, 3.3333, 10.0001) }
      : { cycle: { volume: oneOf(random, 5, 20, 0.7), amount: random(fc.nat, 8) } }),
    ...(sometimes(random, 2) ? { cap: byRank(random, ranks, () => random(fc.nat, 12)) } : {}),
    over_cap: oneOf(random, 'flush', 'carry'),
    ...(sometimes(random, 3) ? { carry_cap: random(fc.nat, 60) } : {}),
    requires_legs: sometimes(random, 2),
    inactive: oneOf(random, 'keep', 'flush'),
  }),
  matching: (random, { ranks, ids, index }) => ({
    of: ids.slice(0, index).filter((_, other) => other === index - 1 || sometimes(random, 2)),
    percents: byRank(random, ranks, () => anyPercents(random)),
    compression: oneOf(random, 'none', 'active', 'dynamic'),
  }),
  pool: (random, { ranks }) => ({
    percent: oneOf(random, 1, 2.5, 10),
    shares: byRank(random, ranks, () => random(fc.nat, 3)),
  }),
  rank_advancement: (random, { ranks }) => ({ amounts: byRank(random, ranks, () => random(fc.nat, 100)) }),
  retail: (random) => (sometimes(random, 2) ? {} : { percent: oneOf(random, 25, 33.3333) }),
} satisfies Record<string, (random: Random, place: Place) => Parts>;

function anyPercents(random: Random): number[] {
  const levels = random(fc.integer, { min: 1, max: MOST_LEVELS });
  return Array.from({ length: levels }, () => oneOf(random, 0, 5, 10, 2.5, 0.3333));
}

/** A table that names some of the ranks. */
function byRank<Value>(random: Random, ranks: readonly string[], value: () => Value): Record<string, Value> {
  const table: Record<string, Value> = {};
  for (const rank of ranks) if (!sometimes(random, 3)) table[rank] = value();
  return table;
}
