import { describe, expect, it } from '@jest/globals';
import { assertMatch, readIfMatch } from './if-match.js';

describe('If-Match', () => {
  it.each([
    [undefined, undefined],
    ['5', 5],
    ['"5"', 5],
    [' "0" ', 0],
    ['*', '*'],
  ])('reads %p as %p', (header, expected) => {
    expect(readIfMatch(header)).toBe(expected);
  });

  it.each(['', 'five', '"5', '5"', 'W/"5"', '"5", "6"', '-1', '05', '1.5', '99999999999999'])(
    'refuses %p and names the header',
    (header) => {
      expect(() => readIfMatch(header)).toThrow(
        expect.objectContaining({ status: 400, errors: { 'If-Match': [expect.anything()] } }),
      );
    },
  );

  it.each([
    [undefined, 0],
    [undefined, 7],
    [0, 0],
    [7, 7],
    ['*', 1],
  ] as const)('%p admits version %p', (expected, version) => {
    expect(() => assertMatch(expected, version)).not.toThrow();
  });

  it.each([
    [1, 0],
    [6, 7],
    [8, 7],
    ['*', 0],
  ] as const)('%p refuses version %p as a conflict', (expected, version) => {
    expect(() => assertMatch(expected, version)).toThrow(expect.objectContaining({ status: 409 }));
  });
});
