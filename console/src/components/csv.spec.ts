import { describe, expect, it } from '@jest/globals';
import { toCsv } from './csv';

describe('CSV files', () => {
  it('quote what would break them, and what a spreadsheet would calculate as a formula', () => {
    expect(toCsv([['a,b', 'say "hi"', '=1+1', '-20', '-x', 'plain']])).toBe(
      `"a,b","say ""hi""",'=1+1,-20,'-x,plain\r\n`,
    );
  });
});
