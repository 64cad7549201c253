import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countJsonValues } from './json-size.js';

function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const within = Object.values(value);
  return within.length === 0 ? 2 : within.reduce<number>((sum, one) => sum + valuesOf(one), 1);
}

describe('the values of a JSON text', () => {
  it('are counted as a parser finds them, those that are empty twice', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
        expect(countJsonValues(JSON.stringify(value, null, indent))).toBe(valuesOf(value));
      }),
    );
  });

  it('are not what stands in texts', () => {
    expect(countJsonValues(String.raw`{"a,[{\"":"[,{\\","b":"\\\",,"}`)).toBe(3);
  });
});
