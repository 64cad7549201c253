import { describe, expect, it } from '@jest/globals';
import { BonusTypes, OWN_BONUS_TYPES, type AnyBonusType } from './bonus-types.js';
import { calculateSmall } from './calculate-small.js';
import { CannotCalculate } from './exact.js';
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
