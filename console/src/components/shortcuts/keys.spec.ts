import { describe, expect, it } from '@jest/globals';
import { isModifier, nextKeys } from './keys';

const KNOWN = ['g o', 'g u', 'j', 'o', '?'];

describe('a pressed key', () => {
  it('is a shortcut by itself, or the first or second of two', () => {
    expect(nextKeys('j', undefined, KNOWN)).toEqual({ found: 'j', waits: false });
    expect(nextKeys('g', undefined, KNOWN)).toEqual({ found: undefined, waits: true });
    expect(nextKeys('o', 'g', KNOWN)).toEqual({ found: 'g o', waits: false });
  });

  it('counts alone when it does not follow the first, and begins again when that is pressed twice', () => {
    expect(nextKeys('j', 'g', KNOWN)).toEqual({ found: 'j', waits: false });
    expect(nextKeys('g', 'g', KNOWN)).toEqual({ found: undefined, waits: true });
    expect(nextKeys('q', 'g', KNOWN)).toEqual({ found: undefined, waits: false });
  });

  it('that is held for another one does not end a pair', () => {
    expect(['Shift', 'Meta'].map(isModifier)).toEqual([true, true]);
    expect(isModifier('?')).toBe(false);
  });
});
