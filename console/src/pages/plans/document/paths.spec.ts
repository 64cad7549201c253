import { describe, expect, it } from '@jest/globals';
import { getIn, isWithin, moved, pathText, setIn, stepsOf } from './paths';

describe('a path', () => {
  it.each([
    [['ranks', 1, 'requires', 'group_volume'], 'ranks[1].requires.group_volume'],
    [['bonuses', 0, 'percents', 'a.b'], 'bonuses[0].percents["a.b"]'],
    [['bonuses', 0, 'percents', 'say "x"', 2], 'bonuses[0].percents["say \\"x\\""][2]'],
    [['ranks', 0, 'blue diamond'], 'ranks[0].blue diamond'],
  ])('is written and read as the service writes it: %j', (steps, text) => {
    expect(pathText(steps)).toBe(text);
    expect(stepsOf(text)).toEqual(steps);
  });

  it('knows what is below it', () => {
    expect(isWithin('ranks[1].name', 'ranks[1]')).toBe(true);
    expect(isWithin('ranks[10]', 'ranks[1]')).toBe(false);
    expect(isWithin('rate', 'rat')).toBe(false);
  });

  it('sets and removes a value, and leaves the rest as it was', () => {
    const document = { ranks: [{ name: 'a' }, { name: 'b' }], rate: 1 };
    const changed = setIn(document, ['ranks', 1, 'name'], 'c') as typeof document;
    expect(changed).toEqual({ ranks: [{ name: 'a' }, { name: 'c' }], rate: 1 });
    expect(changed.ranks[0]).toBe(document.ranks[0]);
    expect(setIn(document, ['rate'], undefined)).toEqual({ ranks: document.ranks });
    expect(setIn(document, ['ranks', 0], undefined)).toEqual({ ranks: [{ name: 'b' }], rate: 1 });
    expect(setIn(document, ['cap', 'constructor'], 5)).toEqual({ ...document, cap: { constructor: 5 } });
    expect(getIn(document, ['ranks', 1, 'name'])).toBe('b');
    expect(getIn(document, ['toString'])).toBeUndefined();
  });

  it('moves an entry of a list by one place, within its bounds', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  });
});
