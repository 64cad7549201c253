import { describe, expect, it } from '@jest/globals';
import { checkAnswers } from './answers.js';
import type { Asked } from './asked.js';
import type { MoneyRows } from './rows.js';

const NONE: MoneyRows = { entries: [], balances: [], batches: [], items: [], told: [] };
const written = (reason: string, times: number): MoneyRows => ({
  ...NONE,
  entries: Array.from({ length: times }, (_, id) => ({
    id,
    uid: 5,
    kind: 'adjustment' as const,
    amount: 100,
    payout: null,
    reason,
  })),
});
const adjust = (outcome: Asked['outcome']): Asked => ({ what: 'adjust', reason: 'a', outcome, start: 0, end: 1 });
const kinds = (asked: readonly Asked[], rows: MoneyRows): string[] => checkAnswers(asked, rows).map(({ kind }) => kind);

describe('the check of answers', () => {
  it('finds acknowledged adjustments that are gone or doubled, and refused ones that are there', () => {
    expect(kinds([adjust('acknowledged'), adjust('refused')], written('a', 1))).toEqual([]);
    expect(kinds([adjust('unknown')], written('a', 0))).toEqual([]);
    expect(kinds([adjust('acknowledged')], written('a', 0))).toEqual(['vanished']);
    expect(kinds([adjust('acknowledged'), adjust('unknown')], written('a', 2))).toEqual(['vanished']);
    expect(kinds([adjust('refused')], written('a', 1))).toEqual(['resurrected']);
  });

  it('finds marks that did not stay', () => {
    const item = { id: 9, payout: 1, uid: 5, amount: 100, status: 'paid' as const, said: 'T' };
    const mark = (said: string): Asked => ({
      what: 'mark',
      item: 9,
      status: 'paid',
      said,
      outcome: 'acknowledged',
      start: 0,
      end: 1,
    });
    expect(kinds([mark('T')], { ...NONE, items: [item] })).toEqual([]);
    expect(kinds([mark('T'), mark('U')], { ...NONE, items: [item] })).toEqual(['vanished']);
  });

  it('finds members in a payout who were on hold all the while', () => {
    const items = [{ id: 9, payout: 1, uid: 5, amount: 100, status: 'pending' as const, said: null }];
    const hold = (end: number): Asked => ({ what: 'hold', uid: 5, hold: 3, outcome: 'acknowledged', start: 0, end });
    const made: Asked = { what: 'make', payout: 1, outcome: 'acknowledged', start: 10, end: 20 };
    const ended = (start: number): Asked => ({
      what: 'end hold',
      uid: 5,
      hold: 3,
      outcome: 'acknowledged',
      start,
      end: start + 1,
    });
    expect(kinds([hold(5), made], { ...NONE, items })).toEqual(['held']);
    expect(kinds([hold(5), made, ended(25)], { ...NONE, items })).toEqual(['held']);
    expect(kinds([hold(5), made, ended(15)], { ...NONE, items })).toEqual([]);
    expect(kinds([hold(15), made], { ...NONE, items })).toEqual([]);
  });
});
