import type { PlanTemplate } from './template.js';

/** Stair steps with breakaway, and generations of leaders. */
export const STAIR_STEP: PlanTemplate = {
  name: 'stair-step-breakaway',
  title: 'Stair-step breakaway',
  description:
    'The more the group sells, the higher the percentage on all of it, less what those below get themselves. Who reaches the highest step breaks away with the group, and the leader above gets a leadership bonus on it; leaders are paid on generations of leaders.',
  plan: {
    name: 'Stair-step breakaway',
    period: 'month',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    personal_volume_includes_customers: true,
    active: { personal_volume: 100 },
    ranks: [
      { name: 'consultant', requires: {} },
      { name: 'supervisor', requires: { personal_volume: 100, group_volume: 1000 } },
      { name: 'manager', requires: { personal_volume: 150, group_volume: 4000, leg_cap_percent: 70 } },
      {
        name: 'director',
        requires: {
          personal_volume: 200,
          any: [{ group_volume: 10000, leg_cap_percent: 70 }, { legs: [{ rank: 'manager', count: 3 }] }],
        },
      },
      { name: 'executive director', requires: { personal_volume: 200, legs: [{ rank: 'director', count: 3 }] } },
    ],
    bonuses: [
      { id: 'retail', type: 'retail' },
      {
        id: 'performance',
        type: 'differential',
        steps: [
          { from: 100, percent: 3 },
          { from: 600, percent: 6 },
          { from: 1200, percent: 9 },
          { from: 2400, percent: 12 },
          { from: 4000, percent: 15 },
          { from: 7000, percent: 18 },
          { from: 10000, percent: 21 },
        ],
        breakaway: { leadership_percent: 4 },
      },
      { id: 'generations', type: 'generation', rank: 'director', percents: [3, 2, 1] },
      { id: 'leaders_pool', type: 'pool', percent: 1, shares: { director: 1, 'executive director': 4 } },
    ],
    payout_cap_percent: 55,
    minimum_payout: 10,
  },
};
