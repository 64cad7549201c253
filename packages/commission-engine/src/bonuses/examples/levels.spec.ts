/**
 * Examples that companies publish of their plans, or that are calculated here by hand from the percentages that they publish, for
 * the bonuses that pay level by level. Where only the percentages are theirs, the title says `by hand`.
 */
import { describe, expect, it } from '@jest/globals';
import { paidBy, calculateSmall } from '../../calculate-small.js';
import { planOf, sale, type SmallMember } from '../../small-period.js';

const DAY_MS = 86_400_000;

/** Members of which each was brought by the one before. */
function chain(...uids: readonly number[]): SmallMember[] {
  return uids.map((uid, at) => (at === 0 ? { uid } : { uid, sponsor: uids[at - 1]! }));
}

describe('unilevel', () => {
  // Customer Advantage, "Roll Up Defined" (mycustomeradvantage.com): 5 % on levels 1 and 2, and 5 % on level 3 for who has five
  // promotion directors in the frontline. A has, B has not: A is paid on B, C and D, B on C and D and not on E.
  it('pays two levels to one star and three to two stars: Customer Advantage', () => {
    const [a, b, c, d, e] = [1, 2, 3, 4, 5];
    const frontline = [11, 12, 13, 14].map((uid) => ({ uid, sponsor: a }));
    const result = calculateSmall({
      plan: planOf({
        ranks: [{ name: 'one star' }, { name: 'two star', requires: { active_frontline: 5 } }],
        bonuses: [{ id: 'levels', type: 'unilevel', percents: { 'one star': [5, 5], 'two star': [5, 5, 5] } }],
      }),
      members: [...chain(a, b, c, d, e), ...frontline],
      rows: [b, c, d, e].map((member) => sale(member, 100)),
    });
    expect(result.members.get(a)!.rank).toBe('two star');
    const sources = (payee: number) => result.lines.filter((line) => line.payee === payee).map(({ source }) => source);
    expect([sources(a), sources(b)]).toEqual([
      [b, c, d],
      [c, d],
    ]);
    expect(paidBy(result, 'levels')).toMatchObject({ [a]: 1_500, [b]: 1_000 });
  });

  // The same page: with roll-up, who does not take a level is skipped, and A is paid on three levels of those who do.
  it('rolls up over who does not qualify: Customer Advantage', () => {
    const [a, b, c, d] = [1, 2, 3, 4];
    const result = calculateSmall({
      plan: planOf({
        active: { personal_volume: 50 },
        bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [5, 5, 5] }, compression: 'active' }],
      }),
      members: chain(a, b, c, d),
      // Only A is active: B, C and D count as its first level.
      rows: [sale(a, 50), sale(b, 40), sale(c, 40), sale(d, 40)],
    });
    expect(result.lines.map(({ payee, source, level, amount }) => [payee, source, level, amount])).toEqual([
      [a, b, 1, 200],
      [a, c, 1, 200],
      [a, d, 1, 200],
    ]);
  });

  // Young Living (compensation plan, unilevel): 8, 5, 4, 4 and 4 %, two levels for a distributor and one more with each rank, with
  // 100 PV. By hand: a senior star with 100 PV on each of four levels gets 8 + 5 + 4 + 4 = 21.00.
  it('opens a level with each rank, by hand: Young Living', () => {
    const ranks = [
      { name: 'distributor' },
      { name: 'star', requires: { group_volume: 300 } },
      { name: 'senior star', requires: { group_volume: 500 } },
    ];
    const percents = { distributor: [8, 5], star: [8, 5, 4], 'senior star': [8, 5, 4, 4] };
    const members = chain(1, 2, 3, 4, 5);
    const result = calculateSmall({
      plan: planOf({
        ranks,
        active: { personal_volume: 100 },
        bonuses: [{ id: 'levels', type: 'unilevel', percents, compression: 'active' }],
      }),
      members,
      rows: members.map(({ uid }) => sale(uid, 100)),
    });
    // 2: three levels as a star, 8 + 5 + 4. 3: 300 of group, a star, of which it has two: 8 + 5. 4: 8.
    expect(paidBy(result, 'levels')).toEqual({ 1: 2_100, 2: 1_700, 3: 1_300, 4: 800 });
  });
});

describe('generation', () => {
  // Herbalife, "Sales & Marketing Plan Modular Training", royalty overrides: Joe has John, Maria, Anna and Pat below. Anna is
  // an inactive supervisor, and Joe's three levels of active supervisors are John, Maria and Pat: Joe earns on all four.
  it('pays three levels of active supervisors, and what an inactive one bought: Herbalife', () => {
    const [joe, john, maria, anna, pat] = [1, 2, 3, 4, 5];
    const result = calculateSmall({
      plan: planOf({
        ranks: [{ name: 'distributor' }, { name: 'supervisor', requires: { personal_volume: 500 } }],
        bonuses: [{ id: 'royalty', type: 'generation', rank: 'supervisor', percents: [5, 5, 5] }],
      }),
      members: chain(joe, john, maria, anna, pat),
      rows: [sale(joe, 2_500), sale(john, 500), sale(maria, 500), sale(anna, 400), sale(pat, 600)],
    });
    const joes = result.lines.filter(({ payee }) => payee === joe);
    expect(joes.map(({ source, level, amount }) => [source, level, amount])).toEqual([
      [john, 1, 2_500],
      [maria, 2, 2_500],
      [anna, 3, 2_000],
      [pat, 3, 3_000],
    ]);
  });

  // Merry Vital, "Generation Commissions": who is paid as a gold leader gets 3 % of its first generation and 2 % of its second.
  // By hand: 3 % × (1,000 + 400) + 2 % × 2,000 = 42 + 40 = 82.00.
  it('begins a generation at each leader, by hand: Merry Vital', () => {
    const [gold, first, helper, second] = [1, 2, 3, 4];
    const result = calculateSmall({
      plan: planOf({
        ranks: [{ name: 'consultant' }, { name: 'leader', requires: { personal_volume: 100 } }],
        bonuses: [{ id: 'generations', type: 'generation', rank: 'leader', percents: [3, 2] }],
      }),
      members: [
        { uid: gold },
        { uid: helper, sponsor: gold },
        { uid: first, sponsor: helper },
        { uid: second, sponsor: first },
      ],
      // The leaders' own ranks come from points; what pays is business volume.
      rows: [
        ...[gold, first].map((member) => ({ ...sale(member, 100), commissionable: 0 })),
        { ...sale(helper, 0), commissionable: 4_000_000 },
        { ...sale(first, 0), commissionable: 10_000_000 },
        { ...sale(second, 0), commissionable: 20_000_000 },
      ],
    });
    expect(paidBy(result, 'generations')).toEqual({ [gold]: 8_200, [first]: 6_000 });
  });
});

describe('fast start', () => {
  // doTERRA, "The Compensation Plan Made Simple" (Leadership Magazine 10): Lisa enrols Megan, who orders 132, 78 and 147 PV in her
  // first 60 days; Lisa gets 20 %: 26.40, 15.60 and 29.40, 71.40 in all.
  it('pays 20 % on the first 60 days: doTERRA', () => {
    const [lisa, megan] = [1, 2];
    const result = calculateSmall({
      plan: planOf({
        bonuses: [
          { id: 'start', type: 'fast_start', days: 60, percents: [20, 10, 5], excludes: ['levels'] },
          { id: 'levels', type: 'unilevel', percents: { member: [2] } },
        ],
      }),
      members: [{ uid: lisa }, { uid: megan, sponsor: lisa, enrolledDaysBefore: 45 }],
      rows: [132, 78, 147].map((volume, at) => sale(megan, volume, { at: at * 7 * DAY_MS })),
    });
    expect(result.lines).toEqual([{ bonus: 'start', payee: lisa, source: megan, level: 1, amount: 7_140 }]);
  });

  // doTERRA, "The Basics of Fast Start": 20, 10 and 5 %, and no compression: if the one whom you enrolled does not qualify, you
  // still get 10 % and not the 20 %. By hand, on 200 PV: 10 % = 20.00, the 20 % (40.00) stay unpaid, 5 % = 10.00.
  it('does not roll up, by hand: doTERRA', () => {
    const [third, you, enrolled, newcomer] = [1, 2, 3, 4];
    const result = calculateSmall({
      plan: planOf({
        active: { personal_volume: 100 },
        bonuses: [{ id: 'start', type: 'fast_start', days: 60, percents: [20, 10, 5], excludes: [] }],
      }),
      members: chain(third, you, enrolled, newcomer).map((member) =>
        member.uid === newcomer ? { ...member, enrolledDaysBefore: 10 } : member,
      ),
      rows: [third, you].map((uid) => ({ ...sale(uid, 100), commissionable: 0 })).concat(sale(newcomer, 200)),
    });
    expect(paidBy(result, 'start')).toEqual({ [you]: 2_000, [third]: 1_000 });
    expect(result.unpaid.start).toEqual({ not_active: 4_000 });
  });
});

describe('matching', () => {
  // Kuvera, "Generational Match Bonus": Mary and Susan earned 100 each by the binary, Larry, Sharon and Steve 200 each. Joe matches
  // 3 % of it: 3 for each of the first two, 6 for each of the others, 24 in all.
  it('pays 3 % of what those below earned: Kuvera', () => {
    const [joe, mary, larry, susan, sharon, steve] = [1, 2, 3, 4, 5, 6];
    const earners = [mary, larry, susan, sharon, steve];
    // What each earned is made by a retail bonus here: a customer of its own bought at so much above wholesale.
    const earned: Record<number, number> = { [mary]: 100, [susan]: 100, [larry]: 200, [sharon]: 200, [steve]: 200 };
    const result = calculateSmall({
      plan: planOf({
        bonuses: [
          { id: 'team', type: 'retail' },
          { id: 'match', type: 'matching', of: ['team'], percents: { member: [3, 3, 3, 3, 3] } },
        ],
      }),
      members: [
        ...chain(joe, mary, larry, susan, sharon, steve),
        ...earners.map((uid) => ({ uid: uid + 100, sponsor: uid, kind: 'customer' as const })),
      ],
      rows: earners.map((uid) => sale(uid + 100, 0, { price: earned[uid]! * 10_000, wholesale: 0 })),
    });
    const joes = result.lines.filter(({ payee }) => payee === joe);
    expect(joes.map(({ source, amount }) => [source, amount])).toEqual([
      [mary, 300],
      [larry, 600],
      [susan, 300],
      [sharon, 600],
      [steve, 600],
    ]);
    expect(paidBy(result, 'match')[joe]).toBe(2_400);
  });

  // MultiSoft, "The Matching Bonus": with a match of 10 %, A gets 10 % of what B earns, whom A sponsored. By hand: B gets 5 % of 640
  // = 32.00 and 5 % of 0.30 = 0.015, which rounds to 0.02; A gets 10 % of what was rounded: 10 % of 32.02 = 3.202, so 3.20.
  it('pays 10 % of what a sponsored member earned, after rounding, by hand: MultiSoft', () => {
    const result = calculateSmall({
      plan: planOf({
        bonuses: [
          { id: 'levels', type: 'unilevel', percents: { member: [5] } },
          { id: 'match', type: 'matching', of: ['levels'], percents: { member: [10] } },
        ],
      }),
      members: [...chain(1, 2, 3), { uid: 4, sponsor: 2 }],
      rows: [sale(3, 640), sale(4, 0.3)],
    });
    expect(paidBy(result, 'levels')).toEqual({ 2: 3_202 });
    expect(paidBy(result, 'match')).toEqual({ 1: 320 });
  });
});
