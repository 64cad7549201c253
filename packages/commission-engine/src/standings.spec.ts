import { describe, expect, it } from '@jest/globals';
import { calculateSmall } from './calculate-small.js';
import { planOf, sale, type SmallMember, type SmallRow } from './small-period.js';

const UNIT = 10_000;

/** The rank and measures of 1, if the only rank above the first has these conditions. */
function evaluate(requires: object, members: readonly SmallMember[], rows: readonly SmallRow[], more: object = {}) {
  const plan = planOf({ ranks: [{ name: 'member' }, { name: 'silver', requires }], ...more });
  return calculateSmall({ plan, members: [{ uid: 1 }, ...members], rows }).members.get(1)!;
}

const LEGS: readonly SmallMember[] = [
  { uid: 2, sponsor: 1 },
  { uid: 3, sponsor: 1 },
  { uid: 4, sponsor: 2 },
];

describe('measures', () => {
  it('are own volume, and that of all below', () => {
    const result = evaluate({}, LEGS, [sale(1, 10), sale(2, 20), sale(3, 30), sale(4, 40), sale(4, -5)]);
    expect(result).toMatchObject({ personal: 10 * UNIT, group: 95 * UNIT });
  });

  it('count customers in personal volume up to the nearest distributor, if the plan says so', () => {
    const members: SmallMember[] = [
      { uid: 2, sponsor: 1, kind: 'customer' },
      { uid: 3, sponsor: 2, kind: 'preferred' },
      { uid: 4, sponsor: 1 },
      { uid: 5, sponsor: 4, kind: 'customer' },
    ];
    const rows = [sale(1, 1), sale(2, 20), sale(3, 300), sale(4, 4_000), sale(5, 50_000)];
    expect(evaluate({}, members, rows).personal).toBe(UNIT);
    const more = { personal_volume_includes_customers: true };
    expect(evaluate({}, members, rows, more)).toMatchObject({ personal: 321 * UNIT, group: 54_321 * UNIT });
  });

  it('stop the run where a sum is beyond what is held, and name member and measure', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const row = (member: number): SmallRow => ({ member, qualifying: most - 5, commissionable: 0 });
    expect(() => evaluate({}, LEGS, [row(2), row(2)])).toThrow(
      'qualifying volume of member 2 is too large to be calculated exactly',
    );
    expect(() => evaluate({}, LEGS, [row(2), row(3)])).toThrow('group volume of member 1');
    expect(evaluate({}, LEGS, [row(2), { member: 3, qualifying: 5, commissionable: 0 }]).group).toBe(most);
  });
});

describe('ranks', () => {
  it('need all conditions, at least', () => {
    const requires = { personal_volume: 10, group_volume: 100 };
    expect(evaluate(requires, LEGS, [sale(1, 10), sale(2, 90)]).rank).toBe('silver');
    expect(evaluate(requires, LEGS, [sale(1, 9.9999), sale(2, 90.0001)]).rank).toBe('member');
    expect(evaluate(requires, LEGS, [sale(1, 10), sale(2, 89.9999)]).rank).toBe('member');
  });

  it('count no more of a leg, and of personal volume, than the cap', () => {
    const requires = { group_volume: 100, leg_cap_percent: 60 };
    expect(evaluate(requires, LEGS, [sale(2, 500), sale(3, 40)]).rank).toBe('silver');
    expect(evaluate(requires, LEGS, [sale(2, 500), sale(3, 39.9999)]).rank).toBe('member');
    expect(evaluate(requires, LEGS, [sale(1, 500), sale(3, 39.9999)]).rank).toBe('member');
  });

  it('round the cap of a leg down to a ten-thousandth', () => {
    const requires = { group_volume: 0.001, leg_cap_percent: 55 };
    // 55 % of 0.001 are 0.0005.
    expect(evaluate(requires, LEGS, [sale(2, 9), sale(3, 0.0005)]).rank).toBe('silver');
    expect(evaluate({ ...requires, leg_cap_percent: 49 }, LEGS, [sale(1, 0.0001), sale(2, 9), sale(3, 9)]).rank).toBe(
      'member',
    );
  });

  it('do not count twice what a leg has in personal volume already', () => {
    const members: SmallMember[] = [
      { uid: 2, sponsor: 1, kind: 'customer' },
      { uid: 3, sponsor: 1 },
    ];
    const requires = { group_volume: 100, leg_cap_percent: 60 };
    const more = { personal_volume_includes_customers: true };
    expect(evaluate(requires, members, [sale(2, 90), sale(3, 30)], more).rank).toBe('member');
    expect(evaluate(requires, members, [sale(2, 90), sale(3, 40)], more).rank).toBe('silver');
    expect(evaluate(requires, members, [sale(2, 60), sale(1, 40)]).rank).toBe('silver');
  });

  it('count active distributors and buying customers of the frontline', () => {
    const members: SmallMember[] = [...LEGS, { uid: 5, sponsor: 1, kind: 'preferred' }];
    const more = { active: { personal_volume: 5 } };
    const rows = [sale(1, 5), sale(2, 5), sale(3, 5), sale(4, 5)];
    expect(evaluate({ active_frontline: 2 }, members, rows, more).rank).toBe('silver');
    expect(evaluate({ active_frontline: 3 }, members, rows, more).rank).toBe('member');
    expect(evaluate({ customers: 1 }, members, rows, more).rank).toBe('member');
    expect(evaluate({ customers: 1 }, members, [...rows, sale(5, 0.0001)], more).rank).toBe('silver');
  });

  it('ask for legs in which somebody has a rank or a higher one, at any depth', () => {
    const ranks = [
      { name: 'member' },
      { name: 'silver', requires: { personal_volume: 100 } },
      { name: 'gold', requires: { personal_volume: 200 } },
      { name: 'ruby', requires: { legs: [{ rank: 'silver', count: 2 }] } },
    ];
    const rank = (rows: readonly SmallRow[]) => evaluate({}, LEGS, rows, { ranks }).rank;
    expect(rank([sale(4, 100), sale(3, 200)])).toBe('ruby');
    expect(rank([sale(4, 100), sale(2, 200)])).toBe('member');
  });

  it('hold if one of several sets of conditions does', () => {
    const requires = { any: [{ personal_volume: 10 }, { group_volume: 100 }] };
    expect(evaluate(requires, LEGS, [sale(1, 10)]).rank).toBe('silver');
    expect(evaluate(requires, LEGS, [sale(2, 100)]).rank).toBe('silver');
    expect(evaluate(requires, LEGS, [sale(2, 99)]).rank).toBe('member');
  });

  it('are the highest whose conditions hold, also where a lower one’s do not', () => {
    const ranks = [
      { name: 'member' },
      { name: 'silver', requires: { group_volume: 1_000 } },
      { name: 'gold', requires: { personal_volume: 10 } },
    ];
    expect(evaluate({}, LEGS, [sale(1, 10)], { ranks }).rank).toBe('gold');
  });

  it('are the first of who is not active, and none of customers and terminated members', () => {
    const ranks = [{ name: 'member' }, { name: 'silver', requires: { group_volume: 0 } }];
    const members: SmallMember[] = [
      { uid: 1 },
      { uid: 2, status: 'suspended' },
      { uid: 3, status: 'terminated', title: 'silver' },
      { uid: 4, kind: 'customer' },
      { uid: 5, kind: 'preferred' },
    ];
    const result = calculateSmall({ plan: planOf({ ranks }), members, rows: [] }).members;
    expect([...result.values()].map(({ rank }) => rank)).toEqual(['silver', 'member', undefined, undefined, undefined]);
    expect(result.get(3)!.title).toBe('silver');
  });
});
