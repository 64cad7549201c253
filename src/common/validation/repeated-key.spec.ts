import { describe, expect, it } from '@jest/globals';
import { findRepeatedKey } from './repeated-key.js';
import { parseJson, repeatedKeyOf } from './json.js';

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
