import type { PlanTemplate } from './template.js';

/** Two legs, paid on the weaker, with matching on what the downline earns. */
export const BINARY: PlanTemplate = {
  name: 'binary',
  title: 'Binary',
  description:
    'Two legs, left and right. Volume that both have pays 10 percent, up to a weekly cap by rank; what is left in the stronger leg is carried. Leaders match what their personally sponsored downline earns. The network needs a binary placement tree.',
  plan: {
    name: 'Binary',
    period: 'week',
    time_zone: 'UTC',
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    active: { personal_volume: 25 },
    ranks: [
      { name: 'associate', requires: {} },
      { name: 'builder', requires: { personal_volume: 25, group_volume: 500, active_frontline: 2 } },
      {
        name: 'director',
        requires: { personal_volume: 50, group_volume: 5000, leg_cap_percent: 60, active_frontline: 4 },
      },
      {
        name: 'executive',
        requires: {
          personal_volume: 50,
          group_volume: 25000,
          leg_cap_percent: 60,
          legs: [{ rank: 'director', count: 2 }],
        },
      },
      {
        name: 'president',
        requires: {
          personal_volume: 100,
          group_volume: 100000,
          leg_cap_percent: 50,
          legs: [{ rank: 'executive', count: 3 }],
        },
      },
    ],
    bonuses: [
      { id: 'retail', type: 'retail' },
      { id: 'fast_start', type: 'fast_start', days: 30, percents: [15] },
      {
        id: 'team',
        type: 'binary',
        percent: 10,
        cap: { associate: 250, builder: 500, director: 2500, executive: 10000, president: 25000 },
        over_cap: 'flush',
        carry_cap: 500000,
        requires_legs: true,
        inactive: 'flush',
      },
      {
        id: 'matching',
        type: 'matching',
        of: ['team'],
        percents: { builder: [10], director: [15, 10], executive: [20, 10, 5], president: [25, 15, 10, 5] },
        compression: 'active',
      },
      { id: 'advancement', type: 'rank_advancement', amounts: { director: 250, executive: 1500, president: 10000 } },
    ],
    member_cap: 30000,
    payout_cap_percent: 50,
    minimum_payout: 20,
  },
};
