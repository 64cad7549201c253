import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  countJsonValues,
  findRepeatedKey,
  MAX_DEPTH,
  MAX_JSON_VALUES,
  MAX_KEYS,
  parseJson,
  repeatedKeyOf,
} from './json.js';
import { UNSTORABLE_TEXT } from './text.js';

describe('JSON bodies', () => {
  it('are what JSON.parse makes of them', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: true }), (value) => {
        const text = JSON.stringify(value);
        if (/\\u0000|\\ud[89a-f]/.test(text)) return;
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
    // In quadratic time each of these takes minutes, far beyond what a test may take.
    const zeros = '0'.repeat(1_000_000);
    for (const text of [`1${zeros}1`, `0.${zeros}1`, `1.${zeros}1`, `1${zeros}e1`]) {
      expect(parseJson(`[${text}]`)).toEqual([Number.NaN]);
    }
  });

  it(`may be nested ${MAX_DEPTH} levels deep`, () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(() => parseJson(nested(MAX_DEPTH))).not.toThrow();
    expect(() => parseJson(nested(MAX_DEPTH + 1))).toThrow(/nested/);
    expect(() => parseJson(nested(MAX_JSON_VALUES / 2))).toThrow(/nested/);
  });

  it('put a mark that no text rule takes in the place of text that cannot be stored', () => {
    expect(parseJson('{"a":{"b":["ok","\\u0000"]},"c":"\\ud800"}')).toEqual({
      a: { b: ['ok', UNSTORABLE_TEXT] },
      c: UNSTORABLE_TEXT,
    });
    expect(parseJson('"\\udc00"')).toBe(UNSTORABLE_TEXT);
  });

  it(`may have ${MAX_KEYS} keys in an object`, () => {
    const object = (keys: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 1])));
    expect(() => parseJson(object(MAX_KEYS))).not.toThrow();
    expect(() => parseJson(object(MAX_KEYS + 1))).toThrow(/keys/);
    expect(() => parseJson(`{"a":[${object(MAX_KEYS + 1)}]}`)).toThrow(/^a: .*keys/);
  });

  it(`may have ${MAX_JSON_VALUES} values, wherever they are`, () => {
    const lists = (count: number): string =>
      JSON.stringify({ a: Array(MAX_JSON_VALUES / 2).fill(1), b: Array(count).fill('a, [b]') });
    // The body is a value too, and so is each list.
    expect(() => parseJson(lists(MAX_JSON_VALUES / 2 - 3))).not.toThrow();
    expect(() => parseJson(lists(MAX_JSON_VALUES / 2 - 2))).toThrow(/values/);
  });

  it('do not change any prototype', () => {
    const value = parseJson('{"__proto__":{"admin":true},"a":{"__proto__":1}}') as { admin?: boolean; a: object };
    expect(value.admin).toBeUndefined();
    expect(Object.keys(value.a)).toEqual(['__proto__']);
  });
});

describe('a key that a JSON object has twice', () => {
  it.each([
    ['{"rate":1,"rate":2}', 'rate'],
    ['{"rate":1,"r\\u0061te":1}', 'rate'],
    ['{"a":{"b":[0,{"c":{},"d":"\\",\\"c\\":","c":[]}]}}', 'a.b[1].c'],
    ['[[],[{"a":1},{"a":1,"b":[],"a":1}]]', '[1][1].a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    [' { "a" : 1 , "a" : {} } ', 'a'],
    ['{"a":{"a":{"a":[]}},"b":[{"a":1},{"a":1}]}', undefined],
    ['{"__proto__":{"a":1},"b":{},"c":[],"d":[[],{}]}', undefined],
    ['"a"', undefined],
    ['[]', undefined],
  ])('of %s is %s', (text, path) => {
    expect(findRepeatedKey(text)).toBe(path);
    expect(repeatedKeyOf(parseJson(text))).toBe(path);
  });

  it('is looked for in time that grows with the text alone', () => {
    expect(findRepeatedKey(`{"a":"${'\\\\'.repeat(1_000_000)}","a":"${'x'.repeat(2_000_000)}"}`)).toBe('a');
  });
});

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
