import { describe, expect, it } from '@jest/globals';
import { fixed } from '#common/money/fixed.js';
import { isAchAmount, isPayableByAch, isPayerByAch, nachaOf } from './nacha.js';

const PAYER = {
  holder: 'Müller & Søns Company LLC',
  routing_number: '021000021',
  account_number: '123456',
  company_id: '1234567890',
  bank_name: 'JPMorgan Chase',
};
const MARTA = { holder: 'Marta “Łucja” Nowak', routing_number: '011401533', account_number: '0012345678' };
const BOB = { ...MARTA, holder: 'Bob', routing_number: '091000019', account_type: 'savings' } as const;
/** A Friday. */
const at = new Date('2026-12-04T09:30:00Z');
const file = { payoutId: 12, part: 1, payer: PAYER, at };
const TRANSFERS = [
  { id: 101, place: 1, amount: '125.5000', account: MARTA },
  { id: 102, place: 2, amount: '0.1000', account: BOB },
];

/** A record by the layout of the Nacha Operating Rules, appendix three: the first and the last position of each field. */
const fields = (line: string, ...positions: readonly (readonly [number, number])[]) =>
  positions.map(([first, last]) => line.slice(first - 1, last));

describe('a NACHA file', () => {
  const lines = nachaOf(file, TRANSFERS).split('\r\n');

  it('has whole blocks of ten lines of 94 characters', () => {
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => line.length)).toEqual(Array(10).fill(94));
    expect(lines.map((line) => line[0]).join('')).toBe('1566899999');
    expect(lines.slice(6)).toEqual(Array(4).fill('9'.repeat(94)));
    const seven = Array.from({ length: 7 }, (_, id) => ({ ...TRANSFERS[0]!, id }));
    expect(nachaOf(file, seven).split('\r\n')).toHaveLength(21);
    expect(nachaOf(file, seven.slice(1)).split('\r\n')).toHaveLength(11);
  });

  it('says from whom and when, in its header and in that of its batch', () => {
    expect(
      fields(
        lines[0]!,
        [1, 3],
        [4, 13],
        [14, 23],
        [24, 29],
        [30, 33],
        [34, 34],
        [35, 40],
        [41, 63],
        [64, 86],
        [87, 94],
      ),
    ).toEqual([
      '101',
      ' 021000021',
      '1234567890',
      '261204',
      '0430',
      'Y',
      '094101',
      'JPMorgan Chase         ',
      'Muller Sons Company LLC',
      'P12-1   ',
    ]);
    expect(
      fields(
        lines[1]!,
        [1, 4],
        [5, 20],
        [21, 40],
        [41, 50],
        [51, 53],
        [54, 63],
        [64, 69],
        [70, 75],
        [76, 79],
        [80, 94],
      ),
    ).toEqual([
      '5220',
      'Muller Sons Comp',
      ' '.repeat(20),
      '1234567890',
      'PPD',
      'PAYROLL   ',
      '261204',
      // The Monday.
      '261207',
      '   1',
      '021000020000001',
    ]);
  });

  it('has each transfer with its reference, in cents', () => {
    const entry = (line: string) =>
      fields(line, [1, 3], [4, 12], [13, 29], [30, 39], [40, 54], [55, 76], [77, 79], [80, 94]);
    expect(entry(lines[2]!)).toEqual([
      '622',
      '011401533',
      '0012345678       ',
      '0000012550',
      'P12-101        ',
      'Marta Lucja Nowak     ',
      '  0',
      '021000020000001',
    ]);
    expect(entry(lines[3]!).slice(0, 4)).toEqual(['632', '091000019', '0012345678       ', '0000000010']);
    expect(entry(lines[3]!).at(-1)).toBe('021000020000002');
    const long = nachaOf({ ...file, payoutId: 1_234_567 }, [{ ...TRANSFERS[0]!, id: 12_345_678 }]);
    expect(fields(long.split('\r\n')[2]!, [40, 54])).toEqual(['12345678       ']);
  });

  it('adds up transfers, cents and banks', () => {
    const hash = '0010240154';
    const totals = [hash, '000000000000', '000000012560'];
    expect(fields(lines[4]!, [1, 4], [5, 10], [11, 20], [21, 32], [33, 44], [45, 54], [55, 79], [80, 94])).toEqual([
      '8220',
      '000002',
      ...totals,
      '1234567890',
      ' '.repeat(25),
      '021000020000001',
    ]);
    expect(fields(lines[5]!, [1, 1], [2, 7], [8, 13], [14, 21], [22, 31], [32, 43], [44, 55], [56, 94])).toEqual([
      '9',
      '000001',
      '000001',
      '00000002',
      ...totals,
      ' '.repeat(39),
    ]);
  });

  it('is the same when it is made again, and is told apart from those of other parts and of the next payout', () => {
    expect(nachaOf(file, TRANSFERS)).toBe(nachaOf(file, TRANSFERS));
    const second = nachaOf({ ...file, part: 2 }, TRANSFERS).split('\r\n');
    expect([second[0]![33], second[0]!.slice(86), second[1]!.slice(87)]).toEqual(['Z', 'P12-2   ', '0000002']);
    const next = nachaOf({ ...file, payoutId: 13 }, TRANSFERS).split('\r\n');
    expect([next[0]![33], next[0]!.slice(86)]).toEqual(['3', 'P13-1   ']);
  });

  it('keeps the trace number of a transfer when one before it has failed', () => {
    const [, , entry] = nachaOf(file, TRANSFERS.slice(1)).split('\r\n');
    expect(fields(entry!, [40, 54], [80, 94])).toEqual(['P12-102        ', '021000020000002']);
  });

  it('is of the day in New York', () => {
    const [header, batch] = nachaOf({ ...file, at: new Date('2026-12-04T01:00:00Z') }, TRANSFERS).split('\r\n');
    expect([header!.slice(23, 33), batch!.slice(69, 75)]).toEqual(['2612032000', '261204']);
  });

  it('is not made of more than it has room for, and says nothing of an account', () => {
    const most = Array.from({ length: 101 }, (_, id) => ({
      id,
      place: id + 1,
      amount: '99999999.9900',
      account: MARTA,
    }));
    expect(() => nachaOf(file, most)).toThrow(/^an amount or number is too long for a NACHA file$/);
  });

  it.each([
    [MARTA, true],
    [BOB, true],
    [{ ...MARTA, routing_number: '011401534' }, false],
    [{ ...MARTA, routing_number: '11401533' }, false],
    [{ ...MARTA, account_number: '0'.repeat(18) }, false],
    [{ ...MARTA, routing_number: '000000000' }, false],
    [{ ...MARTA, account_number: '12 34' }, false],
    [{ ...MARTA, account_number: '-' }, false],
    [{ ...MARTA, account_number: null }, false],
    [{ ...MARTA, account_type: null }, true],
    [{ holder: 'x', iban: 'DE89370400440532013000' }, false],
    [undefined, false],
  ])('pays %j: %s', (account, isFine) => expect(isPayableByAch(account as typeof BOB)).toBe(isFine));

  it.each([
    [PAYER, true],
    [{ ...PAYER, account_number: undefined }, true],
    [{ ...PAYER, company_id: undefined }, false],
    [{ ...PAYER, company_id: '   ' }, false],
    [{ ...PAYER, company_id: '12345678901' }, false],
  ])('is paid by %j: %s', (account, isFine) => expect(isPayerByAch(account as typeof PAYER)).toBe(isFine));

  it.each([
    ['0.01', true],
    ['99999999.99', true],
    ['100000000', false],
    ['1.001', false],
    ['0', false],
  ])('takes the amount %s: %s', (amount, isFine) => expect(isAchAmount(fixed(amount))).toBe(isFine));
});
