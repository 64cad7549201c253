/** The ranks of the first half of the year; the second calls the last one otherwise. */
const ranks = (highest: string): object[] => [
  { name: 'member' },
  { name: 'silver', requires: { personal_volume: 60, group_volume: 300 } },
  {
    name: highest,
    requires: { any: [{ legs: [{ rank: 'silver', count: 2 }] }, { group_volume: 1500, leg_cap_percent: 50 }] },
  },
];

const common = {
  period: 'month',
  time_zone: 'UTC',
  rate: 1,
  rounding: 'half_even',
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  personal_volume_includes_customers: true,
  active: { personal_volume: 20 },
  minimum_payout: 5,
  four_eyes: true,
};

/** All types of bonuses, no cap. */
export const FIRST_PLAN = {
  ...common,
  name: 'First half',
  ranks: ranks('gold'),
  bonuses: [
    { id: 'shop', type: 'retail' },
    { id: 'start', type: 'fast_start', days: 40, percents: [15, 5], excludes: ['levels'] },
    {
      id: 'levels',
      type: 'unilevel',
      percents: { member: [5, 3], silver: [6, 4, 2], gold: [7, 5, 3, 1] },
      compression: 'dynamic',
    },
    { id: 'leaders', type: 'generation', rank: 'silver', percents: [3, 2] },
    { id: 'team', type: 'binary', percent: 8, cap: { member: 120, gold: 400 }, carry_cap: 3000 },
    {
      id: 'steps',
      type: 'differential',
      breakaway: { leadership_percent: 1 },
      steps: [
        { from: 100, percent: 1 },
        { from: 600, percent: 2 },
        { from: 1800, percent: 3 },
      ],
    },
    { id: 'match', type: 'matching', of: ['levels', 'team'], percents: { member: [5], silver: [10, 5] } },
    { id: 'pool', type: 'pool', percent: 1.5, shares: { silver: 1, gold: 3 } },
    { id: 'climb', type: 'rank_advancement', amounts: { silver: 20, gold: 50 } },
  ],
};

/** Other percentages, caps, another name of a rank and another id of the binary bonus, which are mapped. */
export const SECOND_PLAN = {
  ...common,
  name: 'Second half',
  ranks: ranks('ruby'),
  bonuses: [
    { id: 'shop', type: 'retail', percent: 80 },
    { id: 'start', type: 'fast_start', days: 30, percents: [10], excludes: ['levels', 'leaders'] },
    { id: 'levels', type: 'unilevel', percents: { member: [4, 4], ruby: [6, 5, 4] }, compression: 'active' },
    { id: 'leaders', type: 'generation', rank: 'silver', percents: [2, 2, 1] },
    { id: 'legs', type: 'binary', ratio: { strong: 2, weak: 1 }, cycle: { volume: 50, amount: 4 }, inactive: 'flush' },
    { id: 'match', type: 'matching', of: ['legs'], percents: { member: [10] }, compression: 'active' },
    { id: 'pool', type: 'pool', percent: 2, shares: { ruby: 2, silver: 1 } },
    { id: 'climb', type: 'rank_advancement', amounts: { silver: 20, ruby: 60 } },
  ],
  member_cap: 250,
  payout_cap_percent: 35,
};

/** What becomes of the first plan's rank and carried volumes under the second. */
export const MAPPING = { ranks: { gold: 'ruby' }, carried: { team: 'legs' } };
