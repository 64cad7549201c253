import { describe, expect, it } from '@jest/globals';
import { csvHeader, csvRows, plainColumn, textColumn } from './csv.js';
import { prefersCsv } from './downloads.js';

const COLUMNS = [
  plainColumn<{ uid: number; name: string | null; amount: string }>('uid', ({ uid }) => uid),
  textColumn<{ uid: number; name: string | null; amount: string }>('name', ({ name }) => name),
  plainColumn<{ uid: number; name: string | null; amount: string }>('amount', ({ amount }) => amount),
];

describe('rows of CSV', () => {
  it('stand below the names of the columns', () => {
    expect(csvHeader(COLUMNS)).toBe('uid,name,amount\n');
    expect(csvRows(COLUMNS, [{ uid: 1, name: null, amount: '-12.4' }])).toBe('1,,-12.4\n');
    expect(csvRows(COLUMNS, [])).toBe('');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', "' =1"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1+1', "'＝1+1"],
    ['Ann;=1+1', "Ann;'=1+1"],
    [';-1', ";'-1"],
    ['=1;\t@A1; +2', `'=1;\t'@A1; '+2`],
    ['two\n\n=1+1', '"two\n\n\'=1+1"'],
    ['a=b', 'a=b'],
    ['Ann; Bob-Lee', 'Ann; Bob-Lee'],
    ['O"Neill, Ann', '"O""Neill, Ann"'],
    ['two\nlines', '"two\nlines"'],
    ['Zoë ', '"Zoë "'],
  ])('write the text %j as %j', (name, cell) => {
    expect(csvRows(COLUMNS, [{ uid: 1, name, amount: '0' }])).toBe(`1,${cell},0\n`);
  });
});

describe('the header Accept', () => {
  it.each([
    ['text/csv', true],
    ['TEXT/CSV; charset=utf-8', true],
    ['text/csv, application/json;q=0.9', true],
    ['application/json;q=0.1, text/csv;q=0.2', true],
    ['text/csv, */*', true],
    ['text/csv;q=0', false],
    ['application/json, text/csv', false],
    ['application/json', false],
    ['*/*', false],
    ['text/*', false],
    ['', false],
  ])('%j prefers CSV: %p', (accept, expected) => {
    expect(prefersCsv(accept)).toBe(expected);
  });
});
