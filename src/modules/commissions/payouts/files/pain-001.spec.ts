import { describe, expect, it } from '@jest/globals';
import { fixed } from '#common/money/fixed.js';
import { isPayable, isPayableAmount, painOf } from './pain-001.js';

const PAYER = { holder: 'Müller & Söhne GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
const MARTA = { holder: 'Marta “Łucja” Nowak', iban: 'PL61109010140000071219812874' };
const at = new Date('2026-12-01T09:30:00Z');

describe('a file for SEPA', () => {
  it('has each transfer with its reference, and the exact sum', () => {
    const file = { payoutId: 12, part: 1, payer: PAYER, at };
    const text = painOf(file, [
      { id: 101, place: 1, amount: '125.5000', account: MARTA },
      { id: 102, place: 1, amount: '0.1000', account: MARTA },
      { id: 103, place: 1, amount: '0.2000', account: MARTA },
    ]);
    expect(text).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
    expect(text).toContain('<MsgId>PAYOUT-12-1</MsgId>');
    expect(text).toContain('<NbOfTxs>3</NbOfTxs>');
    expect(text.match(/<CtrlSum>125\.80<\/CtrlSum>/g)).toHaveLength(2);
    expect(text).toContain('<EndToEndId>P12-101</EndToEndId>');
    expect(text).toContain('<InstdAmt Ccy="EUR">125.50</InstdAmt>');
    expect(text).toContain('<IBAN>PL61109010140000071219812874</IBAN>');
    // In the characters that every bank takes.
    expect(text).toContain('<Nm>Marta Lucja Nowak</Nm>');
    expect(text).toContain('<Nm>Muller Sohne GmbH</Nm>');
  });

  it('keeps the ids of a file that is made again', () => {
    const file = { payoutId: 12, part: 2, payer: PAYER, at };
    const transfers = [{ id: 101, place: 1, amount: '1', account: MARTA }];
    expect(painOf(file, transfers)).toBe(painOf(file, transfers));
    expect(painOf(file, transfers)).toContain('PAYOUT-12-2');
  });

  it('says nothing of an account when it cannot be made', () => {
    const broken = { ...MARTA, bic: 'COBADEFFXXX' };
    expect(() =>
      painOf({ payoutId: 1, part: 1, payer: PAYER, at }, [{ id: 1, place: 1, amount: '1', account: broken }]),
    ).toThrow(/^a file for SEPA cannot be made$/);
  });

  it.each([
    [PAYER, true],
    [{ holder: 'x', iban: 'DE88370400440532013000' }, false],
    [{ holder: 'x', iban: 'DE89 3704 0044 0532 0130 00' }, false],
    [{ holder: 'x', iban: 'DE89370400440532013000', bic: 'x' }, false],
    [{ holder: 'x', account_number: '1' }, false],
    [undefined, false],
  ])('pays %j: %s', (account, isFine) => expect(isPayable(account)).toBe(isFine));

  it.each([
    ['0.01', true],
    ['999999999.99', true],
    ['1000000000', false],
    ['1.001', false],
    ['0', false],
  ])('takes the amount %s: %s', (amount, isFine) => expect(isPayableAmount(fixed(amount))).toBe(isFine));
});
