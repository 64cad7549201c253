import { describe, expect, it } from '@jest/globals';
import { planSchema } from '../bonus-types.js';

/** The plan of docs/spec/commissions.md#3. */
const HYBRID = {
  name: 'Hybrid 2027',
  period: 'month',
  time_zone: 'UTC',
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  rate: 1,
  rounding: 'half_even',
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
      requires: { any: [{ legs: [{ rank: 'silver', count: 3 }] }, { group_volume: 20000, leg_cap_percent: 40 }] },
    },
  ],
  bonuses: [],
  member_cap: 50000,
  payout_cap_percent: 45,
  minimum_payout: 10,
  four_eyes: true,
};

describe('the schema of a plan', () => {
  it('takes the example of the specification as it stands', () => {
    expect(planSchema.parse(HYBRID)).toEqual(HYBRID);
  });

  it('fills in what is left out', () => {
    const { name, period, time_zone, volumes } = HYBRID;
    const bonuses = [
      { id: 'levels', type: 'unilevel', percents: { member: [5] } },
      { id: 'start', type: 'fast_start', days: 30, percents: [20] },
      { id: 'pairs', type: 'binary', percent: 10, ratio: { strong: 2 } },
      { id: 'checks', type: 'matching', of: ['pairs'], percents: { member: [10] } },
      { id: 'margin', type: 'retail' },
    ];
    expect(planSchema.parse({ name, period, time_zone, volumes, ranks: [{ name: 'member' }], bonuses })).toEqual({
      name,
      period,
      time_zone,
      volumes,
      rate: 1,
      rounding: 'half_even',
      personal_volume_includes_customers: false,
      active: {},
      ranks: [{ name: 'member', requires: {} }],
      bonuses: [
        { ...bonuses[0], tree: 'sponsor', compression: 'none' },
        { ...bonuses[1], excludes: [] },
        { ...bonuses[2], ratio: { strong: 2, weak: 1 }, over_cap: 'flush', requires_legs: false, inactive: 'keep' },
        { ...bonuses[3], compression: 'none' },
        { ...bonuses[4], percent: 100 },
      ],
      minimum_payout: 0,
      four_eyes: true,
    });
  });
});
