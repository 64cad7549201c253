import { describe, expect, it } from '@jest/globals';
import { readJson, writeJson } from './json-text';

const mistakeOf = (text: string): string => {
  const { mistake } = readJson(text);
  return mistake === undefined ? 'none' : `${mistake.line}:${mistake.column} ${mistake.message}`;
};

describe('a JSON text', () => {
  it('is read with the line of each value', () => {
    const text =
      '{\n  "name": "a \\u00e9 \\"b\\"",\n  "ranks": [\n    { "name": "x" },\n    -1.50e1\n  ],\n  "a.b": [true, null, {}]\n}\n';
    const read = readJson(text);
    expect(read).toMatchObject({ value: JSON.parse(text) as object });
    expect(Object.fromEntries(read.mistake === undefined ? read.lines : [])).toEqual({
      '': 1,
      name: 2,
      ranks: 3,
      'ranks[0]': 4,
      'ranks[0].name': 4,
      'ranks[1]': 5,
      '["a.b"]': 7,
      '["a.b"][0]': 7,
      '["a.b"][1]': 7,
      '["a.b"][2]': 7,
    });
  });

  it.each([
    ['', '1:1 the document ends too early: a value is missing'],
    ['{\n  "a": 1\n  "b": 2\n}', '3:3 a comma or } is missing'],
    ['{\n  "a": 1,\n}', '3:1 remove the comma before }'],
    ['[1, 2,]', '1:7 remove the comma before ]'],
    ['[1 2]', '1:4 a comma or ] is missing'],
    ['{ a: 1 }', '1:3 a key in double quotes is missing'],
    ['{ "a" 1 }', '1:7 a colon is missing after the key'],
    ['{ "a": 1, "a": 2 }', '1:11 the key "a" is repeated'],
    ['[01]', '1:2 a value is missing: 01 is not one'],
    ['[nil]', '1:2 a value is missing: nil is not one'],
    ['["a\nb"]', '1:2 this text is not closed, or has a character that must be written as \\u…'],
    ['[1] 2', '1:5 nothing may follow the end of the document'],
    ['[1', '1:3 a comma or ] is missing'],
    ['['.repeat(100), '1:62 is nested too deep'],
  ])('that is none says where and why: %j', (text, mistake) => expect(mistakeOf(text)).toBe(mistake));

  it('is written with what is short on one line, and read as the same', () => {
    const value = { name: 'x', ranks: [{ name: 'a', requires: {} }], percents: { a: [5, 3, 2] }, empty: [] };
    expect(writeJson(value)).toBe(
      '{\n  "name": "x",\n  "ranks": [{ "name": "a", "requires": {} }],\n  "percents": { "a": [5, 3, 2] },\n  "empty": []\n}',
    );
    const long = { list: Array.from({ length: 40 }, (_, index) => index) };
    expect(readJson(writeJson(long))).toMatchObject({ value: long });
  });
});
