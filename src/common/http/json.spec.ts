import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_DEPTH, parseJson } from './json.js';

describe('JSON bodies', () => {
  it('are what JSON.parse makes of them', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: true }), (value) => {
        const text = JSON.stringify(value);
        if (/__proto__|\\u0000|\\ud[89a-f]/.test(text)) return;
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    '1.00000000000000000001',
    '9007199254740993',
    '1e400',
    '0.1000000000000000055511151231257827',
    '123456789012345678',
  ])('never round %s: it becomes NaN, which every rule refuses', (text) => {
    expect(parseJson(`{"a":${text}}`)).toEqual({ a: Number.NaN });
  });

  it.each([
    '1.5000000000000000000',
    '100000000000000000000',
    '1e2',
    '1E+2',
    '0.00000000000000000000',
    '-0.0',
    '1.7976931348623157e308',
  ])('take %s, which a double holds exactly as written', (text) => {
    expect(parseJson(`[${text}]`)).toEqual([Number(text)]);
  });

  it('are read in linear time, whatever their digits', () => {
    const zeros = '0'.repeat(300_000);
    for (const text of [`1${zeros}1`, `0.${zeros}1`, `1.${zeros}1`, `1${zeros}e1`]) {
      const start = performance.now();
      parseJson(`[${text}]`);
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  });

  it(`may be nested ${MAX_DEPTH} levels deep`, () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(() => parseJson(nested(MAX_DEPTH))).not.toThrow();
    expect(() => parseJson(nested(MAX_DEPTH + 1))).toThrow(/nested/);
    expect(() => parseJson(nested(100_000))).toThrow(/nested/);
  });

  it('name the place of text that cannot be stored', () => {
    expect(() => parseJson('{"a":{"b":["ok","\\u0000"]}}')).toThrow(/^a\.b\[1\]: /);
    expect(() => parseJson('{"a":"\\ud800"}')).toThrow(/^a: /);
    expect(() => parseJson('{"a\\u0000":1}')).toThrow(/cannot be stored/);
  });

  it('lose __proto__', () => {
    expect(Object.keys(parseJson('{"__proto__":{"admin":true},"a":1}') as object)).toEqual(['a']);
  });
});
