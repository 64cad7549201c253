import { describe, expect, it } from '@jest/globals';
import { outcomesOf, toResultRow, transferReference } from './results.rules.js';

const row = (record: object, line = 2, digits = 2) => toResultRow(12, line, { ...record }, digits);
const paid = { reference: 'P12-101', result: 'paid', amount: 125.5 };
const item = { id: 101, amount: '125.5000', status: 'pending' } as const;
const outcome = (record: object, known: Parameters<typeof outcomesOf>[1] = [item]) =>
  outcomesOf([row(record)], known, 2)[0]!;

describe('a row of a bank’s file', () => {
  it('is about an item by the reference of its transfer, or by its id', () => {
    expect(transferReference(12, 101)).toBe('P12-101');
    for (const reference of ['P12-101', 'p12-101', ' P12-101 ', '101'])
      expect(outcome({ ...paid, reference })).toMatchObject({ outcome: 'marked', row: { mark: { id: 101 } } });
    for (const reference of ['P13-101', 'P12-102', 'x', 'P12-101-1', '9'.repeat(40)])
      expect(outcome({ ...paid, reference }).outcome).toBe('unknown');
  });

  it('keeps the bank’s number of a transfer that was paid, and else its reference', () => {
    expect(row(paid).mark).toMatchObject({ status: 'paid', reference: 'P12-101', reason: null });
    expect(row({ ...paid, transfer: ' TR-7 ' }).mark).toMatchObject({ reference: 'TR-7' });
    expect(row({ ...paid, result: 'FAILED', reason: 'closed' }).mark).toMatchObject({
      status: 'failed',
      reference: null,
      reason: 'closed',
    });
  });

  it.each([
    [{ ...paid, reference: undefined }, 'reference is required'],
    [{ ...paid, result: 'done' }, 'result must be paid or failed'],
    [{ ...paid, amount: undefined }, 'amount is required'],
    [{ ...paid, amount: '1.204,50' }, 'amount must be a number such as 1277.45, with nothing between thousands'],
    [{ ...paid, result: 'failed' }, 'reason is required'],
    [{ ...paid, transfer: 'x'.repeat(201) }, 'transfer must be at most 200 characters'],
  ])('%j is wrong: %s', (record, message) => {
    expect(outcome(record)).toMatchObject({ outcome: 'invalid', message });
  });

  it.each([
    ['1277.45', 2, 12_774_500n],
    ['1277,45', 2, 12_774_500n],
    [' 2.0000 ', 2, 20_000n],
    ['1.277', 3, 12_770n],
    ['1.277', 2, undefined],
    ['1,277', 2, undefined],
    ['1,277', 3, undefined],
    ['1.000', 0, undefined],
    ['1,277.45', 2, undefined],
    ['٣', 2, undefined],
  ])('has an amount that can mean one thing alone: %s with %d decimals is %s', (amount, digits, read) => {
    expect(row({ ...paid, amount }, 2, digits).mark?.amount).toBe(read);
  });

  it('has the amount of the item, to the last decimal', () => {
    expect(outcome({ ...paid, amount: 125.5001 })).toMatchObject({
      outcome: 'other_amount',
      message: 'the amount of the item is 125.50',
    });
  });

  it('counts once, and changes nothing that is marked', () => {
    const rows = [row(paid), row(paid, 3)];
    expect(outcomesOf(rows, [item], 2).map((one) => one.outcome)).toEqual(['marked', 'repeated']);
    expect(outcome(paid, [{ ...item, status: 'paid' }]).outcome).toBe('same');
    expect(outcome(paid, [{ ...item, status: 'failed' }]).outcome).toBe('marked_otherwise');
    expect(outcome(paid, [{ ...item, status: 'cancelled' }]).outcome).toBe('marked_otherwise');
  });
});
