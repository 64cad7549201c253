import type { PlanTemplate } from './template.js';

/** Unilevel for width, binary for depth. */
export const HYBRID: PlanTemplate = {
  name: 'hybrid',
  title: 'Hybrid: unilevel and binary',
  description:
    'Unilevel pays those who sponsor, binary those who build two teams. With a fast start, a check match of three levels and a pool for leaders. The network needs a binary placement tree.',
  plan: {
    name: 'Hybrid',
    period: 'month',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    personal_volume_includes_customers: true,
    active: { personal_volume: 50 },
    ranks: [
      { name: 'member', requires: {} },
      {
        name: 'silver',
        requires: { personal_volume: 100, group_volume: 1000, leg_cap_percent: 60, active_frontline: 3 },
      },
      {
        name: 'gold',
        requires: {
          personal_volume: 100,
          any: [{ legs: [{ rank: 'silver', count: 3 }] }, { group_volume: 20000, leg_cap_percent: 40 }],
        },
      },
      {
        name: 'platinum',
        requires: {
          personal_volume: 200,
          group_volume: 60000,
          leg_cap_percent: 40,
          legs: [{ rank: 'gold', count: 2 }],
        },
      },
    ],
    bonuses: [
      { id: 'retail', type: 'retail' },
      { id: 'fast_start', type: 'fast_start', days: 30, percents: [20, 5], excludes: ['unilevel'] },
      {
        id: 'unilevel',
        type: 'unilevel',
        tree: 'sponsor',
        percents: {
          member: [4, 2],
          silver: [5, 3, 2],
          gold: [5, 4, 3, 2, 1],
          platinum: [5, 4, 3, 2, 1, 1, 1],
        },
        compression: 'dynamic',
      },
      {
        id: 'team',
        type: 'binary',
        ratio: { strong: 1, weak: 1 },
        percent: 10,
        cap: { member: 500, silver: 2500, gold: 10000, platinum: 25000 },
        over_cap: 'flush',
        requires_legs: true,
      },
      {
        id: 'matching',
        type: 'matching',
        of: ['team'],
        percents: { silver: [10], gold: [15, 10], platinum: [20, 10, 5] },
        compression: 'dynamic',
      },
      { id: 'leaders_pool', type: 'pool', percent: 2, shares: { gold: 1, platinum: 3 } },
      { id: 'advancement', type: 'rank_advancement', amounts: { silver: 100, gold: 1000, platinum: 5000 } },
    ],
    member_cap: 50000,
    payout_cap_percent: 50,
    minimum_payout: 10,
  },
};
