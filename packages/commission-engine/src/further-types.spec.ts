import { describe, expect, it } from '@jest/globals';
import { BonusTypes, OWN_BONUS_TYPES, type AnyBonusType } from './bonus-types.js';
import { calculateSmall } from './calculate-small.js';
import { CannotCalculate } from './exact.js';
import type { LineParts } from './lines.js';
import type { PeriodCalculation } from './period-calculation.js';
import { planOf } from './small-period.js';

/** Calculates two members by a bonus `new` of a type of an extension, which stands after another one. */
function calculated(calculate: (period: PeriodCalculation) => void): ReturnType<typeof calculateSmall> {
  const type: AnyBonusType = { ...OWN_BONUS_TYPES.find('unilevel')!, type: 'acme_recruits', calculate };
  const levels = { id: 'levels', type: 'unilevel', percents: { member: [10] } };
  const plan = planOf({ bonuses: [levels] });
  const bonuses = [...plan.bonuses, { id: 'new', type: type.type }];
  return calculateSmall(
    { plan: { ...plan, bonuses }, members: [{ uid: 7 }, { uid: 8, sponsor: 7 }], rows: [] },
    new BonusTypes([type]),
  );
}

/** What the run says, and the cause that the log has. */
function failure(calculate: (period: PeriodCalculation) => void): unknown {
  try {
    return calculated(calculate);
  } catch (error) {
    return error;
  }
}

describe('a type of bonus that fails', () => {
  it('stops the run with the bonus, its type and the failure', () => {
    const cause = new TypeError('x is not a function');
    const failed = failure(() => {
      throw cause;
    });
    expect(failed).toBeInstanceOf(CannotCalculate);
    expect(failed).toMatchObject({ message: 'bonus new (acme_recruits): x is not a function', cause });
  });

  it('says so also where it throws what is no error', () => {
    const failed = failure(() => {
      throw 'a text' as unknown as Error;
    });
    expect(failed).toMatchObject({ message: 'bonus new (acme_recruits): a text' });
  });
});

describe('a line that a type of an extension adds', () => {
  const right = { bonus: 1, payee: 0, source: 1, level: 65_535, rank: 0, percent: 50_000, base: 10, amount: 5 };

  it('is kept where each of its parts can be', () => {
    const { outcome } = calculated(({ lines }) => {
      lines.add(right);
      lines.add({ bonus: 1, payee: 1, amount: -9 });
      lines.addLevel(1, 0, 1, 1, 50_000, 10, 5);
    });
    expect([...outcome.lines].map(({ amount }) => amount)).toEqual([5, -9, 5]);
  });

  it.each<[Partial<LineParts>, string]>([
    [{ bonus: 0 }, 'the bonus of a line must be a whole number from 1 to 1, not 0'],
    [{ bonus: -1 }, 'the bonus of a line must be a whole number from 1 to 1, not -1'],
    [{ payee: -1 }, 'the payee of a line must be a whole number from 0 to 1, not -1'],
    [{ payee: 1_000_000 }, 'the payee of a line must be a whole number from 0 to 1, not 1000000'],
    [{ payee: 0.5 }, 'the payee of a line must be a whole number from 0 to 1, not 0.5'],
    [{ source: 2 }, 'the source of a line must be a whole number from -1 to 1, not 2'],
    [{ source: -2 }, 'the source of a line must be a whole number from -1 to 1, not -2'],
    [{ level: 70_000 }, 'the level of a line must be a whole number from 0 to 65535, not 70000'],
    [{ rank: 1 }, 'the rank of a line must be a whole number from -1 to 0, not 1'],
    [{ percent: 5.5 }, 'the percent of a line must be a whole number from'],
    [{ base: 0.1 }, 'the base of a line must be a whole number from'],
    [{ amount: 12.34 }, 'the amount of a line must be a whole number from'],
    [{ amount: Number.NaN }, 'the amount of a line must be a whole number from'],
    [{ amount: 2 ** 53 }, 'the amount of a line must be a whole number from'],
  ])('stops the run for %j', (wrong, problem) => {
    expect(failure(({ lines }) => lines.add({ ...right, ...wrong }))).toMatchObject({
      message: expect.stringContaining(`bonus new (acme_recruits): ${problem}`),
    });
  });

  it('is checked where it is a level, too', () => {
    expect(failure(({ lines }) => lines.addLevel(1, 0, 1, 1, 50_000, 10.5, 5))).toMatchObject({
      message: expect.stringMatching(/the base of a line must be a whole number from .*, not 10\.5$/),
    });
  });

  it('has no part of a minor unit in what is unpaid', () => {
    expect(failure(({ unpaid }) => unpaid.add('new', 'not_active', 989.5))).toMatchObject({
      message: 'bonus new (acme_recruits): unpaid amounts must be whole minor units, not 989.5',
    });
  });
});
