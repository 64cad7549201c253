import type { PlanTemplate } from './template.js';

/** A forced matrix: a few wide, paid deep. */
export const MATRIX: PlanTemplate = {
  name: 'matrix',
  title: 'Forced matrix',
  description:
    'Few legs and many levels: who joins fills the matrix from above, so spillover helps everybody. Nine levels are paid on the placement tree, more of them with each rank. The network needs a matrix as its placement tree.',
  plan: {
    name: 'Forced matrix',
    period: 'month',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    active: { personal_volume: 40 },
    ranks: [
      { name: 'member', requires: {} },
      { name: 'qualified', requires: { personal_volume: 40, active_frontline: 2 } },
      { name: 'leader', requires: { personal_volume: 80, group_volume: 2500, active_frontline: 3 } },
      {
        name: 'senior leader',
        requires: {
          personal_volume: 80,
          group_volume: 12000,
          leg_cap_percent: 60,
          legs: [{ rank: 'leader', count: 2 }],
        },
      },
    ],
    bonuses: [
      { id: 'retail', type: 'retail' },
      { id: 'fast_start', type: 'fast_start', days: 30, percents: [25], excludes: ['matrix'] },
      {
        id: 'matrix',
        type: 'unilevel',
        tree: 'placement',
        percents: {
          member: [3, 3],
          qualified: [3, 3, 4, 4],
          leader: [3, 3, 4, 4, 5, 5, 3],
          'senior leader': [3, 3, 4, 4, 5, 5, 3, 2, 2],
        },
        compression: 'active',
      },
      {
        id: 'matching',
        type: 'matching',
        of: ['matrix'],
        percents: { qualified: [10], leader: [20, 10], 'senior leader': [25, 15, 10] },
        compression: 'active',
      },
    ],
    payout_cap_percent: 55,
    minimum_payout: 10,
  },
};
