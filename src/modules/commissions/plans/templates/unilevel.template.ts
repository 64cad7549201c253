import type { PlanTemplate } from './template.js';

/** Depth by rank, paid with dynamic compression. */
export const UNILEVEL: PlanTemplate = {
  name: 'unilevel',
  title: 'Unilevel',
  description:
    'Everyone sponsors as wide as they like, and is paid down seven levels: the higher the rank, the deeper. Inactive distributors are compressed away. New distributors’ first 30 days pay a fast start, and leaders get a share of a pool.',
  plan: {
    name: 'Unilevel',
    period: 'month',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    personal_volume_includes_customers: true,
    active: { personal_volume: 50 },
    ranks: [
      { name: 'associate', requires: {} },
      { name: 'bronze', requires: { personal_volume: 100, group_volume: 500 } },
      {
        name: 'silver',
        requires: { personal_volume: 100, group_volume: 2000, leg_cap_percent: 60, active_frontline: 3 },
      },
      {
        name: 'gold',
        requires: {
          personal_volume: 150,
          group_volume: 8000,
          leg_cap_percent: 50,
          legs: [{ rank: 'silver', count: 2 }],
        },
      },
      {
        name: 'diamond',
        requires: {
          personal_volume: 200,
          group_volume: 40000,
          leg_cap_percent: 40,
          legs: [{ rank: 'gold', count: 3 }],
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
          associate: [5],
          bronze: [5, 5, 3],
          silver: [5, 5, 5, 4],
          gold: [5, 5, 5, 4, 3, 2],
          diamond: [5, 5, 5, 4, 3, 3, 2],
        },
        compression: 'dynamic',
      },
      { id: 'leaders_pool', type: 'pool', percent: 2, shares: { gold: 1, diamond: 3 } },
      { id: 'advancement', type: 'rank_advancement', amounts: { silver: 100, gold: 500, diamond: 2500 } },
    ],
    payout_cap_percent: 50,
    minimum_payout: 10,
  },
};
