/**
 * Examples that companies publish of their plans, or that are calculated here by hand from the parameters that they publish, for
 * pools, rank advancement and retail. Where only the parameters are theirs, the title says `by hand`.
 */
import { describe, expect, it } from '@jest/globals';
import { paidBy, calculateSmall } from '../../calculate-small.js';
import { planOf, sale } from '../../small-period.js';

describe('pool', () => {
  // Young Living, generation bonus, as a distributor's page explains it: 6.25 % of commissionable sales of 10,000,000 among 5,000
  // shares is 125 dollars a share; a royal crown diamond has six.
  it('is worth 125 a share: Young Living', () => {
    const result = calculateSmall({
      plan: planOf({
        ranks: [
          { name: 'others' },
          { name: 'crown', requires: { personal_volume: 1 } },
          { name: 'royal', requires: { personal_volume: 2 } },
        ],
        bonuses: [{ id: 'generation', type: 'pool', percent: 6.25, shares: { others: 0, crown: 4_994, royal: 6 } }],
      }),
      members: [{ uid: 1 }, { uid: 2 }, { uid: 3 }],
      rows: [
        { ...sale(1, 2), commissionable: 0 },
        { ...sale(2, 1), commissionable: 0 },
        { member: 3, qualifying: 0, commissionable: 100_000_000_000 },
      ],
    });
    expect(paidBy(result, 'generation')).toEqual({ 1: 75_000, 2: 62_425_000 });
  });

  // doTERRA, leadership performance pool: 2 % among silvers, golds and platinums with 1, 5 and 10 shares. By hand: 2 % of 80,000 is
  // 1,600.00 among 1 + 1 + 5 + 10 = 17 shares, 94.11764… each. Rounded down that is 94.11, 94.11, 470.58 and 941.17, 1,599.97 in
  // all. The three cents that are left go to the largest remainders: gold (.8235), then both silvers (.7647); platinum has .6470.
  it('adds up to the cent, by hand: doTERRA', () => {
    const [silver, other, gold, platinum] = [1, 2, 3, 4];
    const result = calculateSmall({
      plan: planOf({
        ranks: ['member', 'silver', 'gold', 'platinum'].map((name, at) =>
          at === 0 ? { name } : { name, requires: { personal_volume: at } },
        ),
        bonuses: [{ id: 'pool', type: 'pool', percent: 2, shares: { silver: 1, gold: 5, platinum: 10 } }],
      }),
      members: [{ uid: silver }, { uid: other }, { uid: gold }, { uid: platinum }, { uid: 5 }],
      rows: [
        ...[silver, other, gold, platinum].map((uid, at) => ({ ...sale(uid, Math.max(1, at)), commissionable: 0 })),
        { member: 5, qualifying: 0, commissionable: 800_000_000 },
      ],
    });
    const paid = paidBy(result, 'pool');
    expect(paid).toEqual({ [silver]: 9_412, [other]: 9_412, [gold]: 47_059, [platinum]: 94_117 });
    expect(Object.values(paid).reduce((sum, amount) => sum + amount)).toBe(160_000);
  });
});

const CLIMB = {
  ranks: [
    { name: 'star' },
    { name: 'bronze', requires: { group_volume: 1_000 } },
    { name: 'silver', requires: { group_volume: 5_000 } },
    { name: 'gold', requires: { group_volume: 10_000 } },
  ],
};

describe('rank advancement', () => {
  // MonaVie, "New Compensation Plan Enhancements" (2012): once for every new executive rank, from 250 dollars for bronze on.
  it('pays 250 for bronze, once: MonaVie', () => {
    const plan = planOf({ ...CLIMB, bonuses: [{ id: 'up', type: 'rank_advancement', amounts: { bronze: 250 } }] });
    const period = { plan, rows: [sale(1, 1_000)] };
    expect(paidBy(calculateSmall({ ...period, members: [{ uid: 1 }] }), 'up')).toEqual({ 1: 25_000 });
    expect(paidBy(calculateSmall({ ...period, members: [{ uid: 1, title: 'bronze' }] }), 'up')).toEqual({});
  });

  // Univera, "Sustained Rank": who earns a higher rank while a lower one is still open gets all that apply at the same time. By hand:
  // from star to gold in one period pays silver 500 and gold 1,000, and no bronze, which has no amount: 1,500.00.
  it('pays each rank that is passed, by hand: Univera', () => {
    const amounts = { silver: 500, gold: 1_000 };
    const plan = planOf({ ...CLIMB, bonuses: [{ id: 'up', type: 'rank_advancement', amounts }] });
    const result = calculateSmall({ plan, members: [{ uid: 1 }], rows: [sale(1, 12_000)] });
    expect(result.lines).toEqual([
      { bonus: 'up', payee: 1, rank: 'silver', amount: 50_000 },
      { bonus: 'up', payee: 1, rank: 'gold', amount: 100_000 },
    ]);
    expect(result.members.get(1)!.title).toBe('gold');
  });
});

describe('retail', () => {
  const shop = planOf({ bonuses: [{ id: 'shop', type: 'retail' }] });
  const members = [{ uid: 1 }, { uid: 2, sponsor: 1, kind: 'customer' as const }];

  // Jeunesse, "Financial Rewards Plan": a product that costs a distributor 83.95 and a customer 134.95 earns 51.00.
  it('pays what a customer paid above wholesale: Jeunesse', () => {
    const rows = [sale(2, 60, { price: 1_349_500, wholesale: 839_500 })];
    expect(paidBy(calculateSmall({ plan: shop, members, rows }), 'shop')).toEqual({ 1: 5_100 });
  });

  // Amway India, third example of "The Amway Sales & Marketing Plan": a margin of 20 % on 60,000 is 12,000.
  it('pays a margin of 20 %: Amway India', () => {
    const rows = [sale(2, 60_000, { price: 720_000_000, wholesale: 600_000_000 })];
    expect(paidBy(calculateSmall({ plan: shop, members, rows }), 'shop')).toEqual({ 1: 1_200_000 });
  });
});
