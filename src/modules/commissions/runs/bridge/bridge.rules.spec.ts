import { describe, expect, it } from '@jest/globals';
import { planOf, type Plan } from '@commerce/commission-engine';
import { type BridgeCell, bridgeOf, changedBonuses, type Standing } from './bridge.rules.js';

const RANKS = [{ name: 'member' }, { name: 'silver', requires: { personal_volume: 100 } }];
const LEVELS = { id: 'levels', type: 'unilevel', percents: { member: [10], silver: [10, 5] } };
const POOL = { id: 'pool', type: 'pool', percent: 2, shares: { silver: 1 } };

const planWith = (bonuses: readonly object[], more: object = {}): Plan => planOf({ ranks: RANKS, bonuses, ...more });
const PLAN = planWith([LEVELS, POOL]);

const member: Standing = { rank: 'member', active: true };
const silver: Standing = { rank: 'silver', active: true };

/** Amounts in cents. */
interface Given extends Omit<Partial<BridgeCell>, 'before' | 'after' | 'atOldRate'> {
  readonly before?: number;
  readonly after?: number;
  readonly atOldRate?: number;
}

function cell({ before = 0, after = 0, atOldRate, ...more }: Given): BridgeCell {
  return {
    bonus: 'levels',
    level: 1,
    isForRank: false,
    who: 'stayed',
    standingBefore: member,
    standing: member,
    ...more,
    before: BigInt(before * 100),
    after: BigInt(after * 100),
    atOldRate: atOldRate === undefined ? null : BigInt(atOldRate * 100),
  };
}

/** The parts of a cell, in cents. */
function partsOf(given: Given, plans: readonly [Plan, Plan] = [PLAN, PLAN]): Record<string, number> {
  const one = cell(given);
  const [row] = bridgeOf({ plans, posted: new Map([[one.bonus, one.before]]), cells: [one], digits: 2 });
  return Object.fromEntries(Object.entries(row!.parts).map(([part, amount]) => [part, Number(amount) / 100]));
}

describe('why a run pays another amount than the one before', () => {
  it('is volume where payees and plans are as before, with all that lines were rounded by', () => {
    expect(partsOf({ before: 500, after: 811 })).toEqual({ volume: 311 });
  });

  it('is caps and returns for lines of these, whoever got them', () => {
    expect(partsOf({ bonus: 'cap', before: -10, after: -30, who: 'new' })).toEqual({ caps: -20 });
    expect(partsOf({ bonus: 'clawback', after: -30, who: 'lost' })).toEqual({ returns: -30 });
  });

  it('is members who are new or lost, with what others got for them', () => {
    expect(partsOf({ after: 70, who: 'new', standing: silver })).toEqual({ new_members: 70 });
    expect(partsOf({ before: 70, after: 10, who: 'lost' })).toEqual({ lost_members: -60 });
  });

  it('is ranks for what is paid for reaching one', () => {
    expect(partsOf({ before: 100, isForRank: true, level: null })).toEqual({ ranks: -100 });
  });

  it('is volume at the percentage of before, and for the rest what has changed that', () => {
    expect(partsOf({ before: 500, after: 900, atOldRate: 800, standing: silver })).toEqual({ volume: 300, ranks: 100 });
    const other = planWith([{ ...LEVELS, percents: { member: [12], silver: [20, 5] } }, POOL]);
    const both = { before: 500, after: 1_600, atOldRate: 800 };
    expect(partsOf({ ...both, after: 960 }, [PLAN, other])).toEqual({ volume: 300, plan: 160 });
    expect(partsOf({ ...both, standing: silver }, [PLAN, other])).toEqual({ volume: 300, plan: 160, ranks: 640 });
  });

  it('is the plan where a unit of volume is other money', () => {
    const other = planWith([LEVELS, POOL], { rate: 1.5 });
    // The base is money already: at the old rate of the money it would be 800.
    expect(partsOf({ before: 500, after: 1_200, atOldRate: 1_200 }, [PLAN, other])).toEqual({ volume: 300, plan: 400 });
    expect(changedBonuses(PLAN, other)).toEqual(['levels', 'pool']);
  });

  describe('where there is only one side,', () => {
    it('is volume if the payee had and has a percentage', () => {
      expect(partsOf({ after: 80, standing: silver })).toEqual({ volume: 80 });
      expect(partsOf({ before: 80, standingBefore: silver })).toEqual({ volume: -80 });
    });

    it('is ranks if the payee has got one, or lost it, by a rank or by activity', () => {
      expect(partsOf({ level: 2, after: 80, standing: silver })).toEqual({ ranks: 80 });
      expect(partsOf({ before: 80, standing: { rank: 'member', active: false } })).toEqual({ ranks: -80 });
    });

    it('is the plan if that has given one, or taken it away', () => {
      const other = planWith([{ ...LEVELS, percents: { member: [10, 3], silver: [10, 5] } }]);
      expect(partsOf({ level: 2, after: 80 }, [PLAN, other])).toEqual({ plan: 80 });
      expect(partsOf({ level: 2, before: 80 }, [other, PLAN])).toEqual({ plan: -80 });
      expect(partsOf({ bonus: 'pool', level: null, before: 80 }, [PLAN, other])).toEqual({ plan: -80 });
    });

    it('is what has changed, for bonuses without a table by rank', () => {
      const other = planWith([LEVELS, { ...POOL, percent: 3 }]);
      expect(partsOf({ bonus: 'pool', level: null, before: 10, after: 20, standing: silver })).toEqual({ ranks: 10 });
      expect(partsOf({ bonus: 'pool', level: null, before: 10, after: 20 }, [PLAN, other])).toEqual({ plan: 10 });
      expect(partsOf({ bonus: 'pool', level: null, before: 10, after: 20 })).toEqual({ volume: 10 });
    });
  });

  it('has what was corrected since the run before was posted, and lists bonuses as the plan does', () => {
    const cells = [cell({ bonus: 'pool', level: null, before: 10, after: 20 }), cell({ before: 7, after: 7 })];
    const posted = new Map([
      ['gone', 5_00n],
      ['pool', 12_00n],
      ['levels', 7_00n],
    ]);
    const rows = bridgeOf({ plans: [PLAN, PLAN], posted, cells, digits: 2 });
    expect(rows.map(({ bonus }) => bonus)).toEqual(['levels', 'pool', 'gone']);
    expect(rows[0]!.parts).toEqual({});
    expect(rows[1]!.parts).toEqual({ corrections: -2_00n, volume: 10_00n });
    expect(rows[2]).toMatchObject({ before: 5_00n, after: 0n, parts: { corrections: -5_00n } });
  });

  it('is in whole units of the currency, however the old percentage divides', () => {
    const one = { ...cell({ before: 500, after: 900, standing: silver }), atOldRate: 3_33_33n };
    const rowOf = (digits: number) =>
      bridgeOf({ plans: [PLAN, PLAN], posted: new Map([['levels', one.before]]), cells: [one], digits })[0]!.parts;
    expect(rowOf(2)).toEqual({ volume: 3_33_00n - 5_00_00n, ranks: 9_00_00n - 3_33_00n });
    expect(rowOf(0)).toEqual({ volume: 3_00_00n - 5_00_00n, ranks: 9_00_00n - 3_00_00n });
  });
});
