import { describe, expect, it } from '@jest/globals';
import { defineInput, inputNumber, inputValue, validateInput } from './inputs.js';
import { BonusTypes, type AnyBonusType } from './bonus-types.js';
import { OWN_BONUS_TYPES } from './bonus-types.js';
import { calculate } from './calculate.js';
import { inputOf, planOf } from './small-period.js';

const words = { isLasting: true, title: 'A title', description: 'where it comes from' };
const TIER = defineInput({ ...words, name: 'tier', type: 'choice', choices: ['none', 'gold'], default: 'none' });
const SHARE = defineInput({ ...words, name: 'share', type: 'decimal', min: -1, max: 5, default: 0.5 });
const VISITS = defineInput({ ...words, name: 'visits', type: 'integer', min: 0, max: 31, default: 0 });

const LEVELS = OWN_BONUS_TYPES.find('unilevel')!;
const reading = (type: string, inputs: AnyBonusType['inputs'], read = TIER): AnyBonusType => ({
  ...LEVELS,
  type,
  ...(inputs === undefined ? {} : { inputs }),
  calculate: (period) => void period.valuesOf(read),
});

describe('an input', () => {
  it('is held as a number that says its value', () => {
    expect([inputNumber(TIER, 'gold'), inputNumber(SHARE, 1.2345), inputNumber(VISITS, 7)]).toEqual([1, 12_345, 7]);
    expect([inputValue(TIER, 1), inputValue(SHARE, 12_345), inputValue(VISITS, 7)]).toEqual(['gold', 1.2345, 7]);
  });

  it.each([
    [TIER, 'silver', 'must be one of none, gold'],
    [TIER, 0, 'must be one of none, gold'],
    [SHARE, '1', 'must be a number'],
    [SHARE, Number.NaN, 'must be a number'],
    [SHARE, 1.23456, 'must have at most 4 decimals'],
    [SHARE, 5.1, 'must be from -1 to 5'],
    [VISITS, 1.5, 'must be a whole number'],
    [VISITS, -1, 'must be from 0 to 31'],
    [TIER, 'gold', undefined],
    [SHARE, -1, undefined],
  ])('%#: says what is wrong with a value', (input, value, problem) => {
    expect(validateInput(input, value)).toBe(problem);
  });

  it.each([
    [{ ...TIER, name: 'Tier' }, 'its name must match'],
    [{ ...TIER, choices: [] }, 'must have 1 to 100 choices'],
    [{ ...TIER, choices: ['none', 'none'] }, 'the choice "none" is repeated'],
    [{ ...TIER, choices: ['none', '"'] }, 'does not match'],
    [{ ...TIER, default: 'silver' }, 'its default must be one of none, gold'],
    [{ ...VISITS, min: 32 }, 'min and max must be in order'],
    [{ ...VISITS, max: 10 ** 10 }, 'at most 1000000000'],
    [{ ...VISITS, default: 0.5 }, 'its default must be a whole number'],
  ])('%#: is refused when its declaration cannot hold', (input, problem) => {
    expect(() => defineInput(input)).toThrow(problem);
  });
});

describe('types of bonuses that read inputs', () => {
  it('share one declaration, or do not come together', () => {
    const shared = new BonusTypes([reading('one', [TIER]), reading('other', [TIER, SHARE])]);
    expect([...shared.inputs.keys()]).toEqual(['tier', 'share']);
    expect(shared.inputsOf({ bonuses: [{ id: 'a', type: 'other' }] })).toEqual([SHARE, TIER]);
    expect(shared.inputsOf({ bonuses: [{ id: 'a', type: 'unilevel' }] })).toEqual([]);
    expect(() => new BonusTypes([reading('one', [TIER]), reading('other', [{ ...TIER }])])).toThrow(
      'the input tier is declared twice',
    );
  });

  it('stop a run that reads what they have not named', () => {
    const types = new BonusTypes([reading('one', [TIER], SHARE as never)]);
    const plan = { ...planOf({}), bonuses: [{ id: 'a', type: 'one' }] };
    const { input } = inputOf({ plan, members: [{ uid: 1 }], rows: [], inputs: [{ of: TIER, values: {} }] });
    expect(() => calculate(plan, input, types)).toThrow(
      'bonus a (one): a type of bonus reads the input share without naming it in its inputs',
    );
  });
});
