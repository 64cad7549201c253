import { describe, expect, it } from '@jest/globals';
import { balancesOf, type Batch, checkRows, type Entry, type Item, type MoneyRows, sumsOf } from './money.js';

const entry = (id: number, kind: Entry['kind'], amount: number, more: Partial<Entry> = {}): Entry => ({
  id,
  uid: 5,
  kind,
  amount,
  payout: kind.startsWith('payout') ? 1 : null,
  reason: null,
  ...more,
});
const item = (status: Item['status'], more: Partial<Item> = {}): Item => ({
  id: 9,
  payout: 1,
  uid: 5,
  amount: 100,
  status,
  said: null,
  ...more,
});
const batch = (status: Batch['status'], more: Partial<Batch> = {}): Batch => ({
  id: 1,
  status,
  minimum: 50,
  isLast: false,
  fourEyes: true,
  madeBy: 1,
  releasedBy: status === 'released' ? 2 : null,
  ...more,
});
const EARNED = entry(1, 'commission', 100);
const TAKEN = entry(2, 'payout', -100);
const BACK = entry(3, 'payout_failed', 100);
const TOLD = { payout: 1, amount: 100, items: 1 };

/** Balances are the sums of the entries, and those of payouts those of the items, unless others are given. */
const kinds = ({ entries = [], items = [], ...rows }: Partial<MoneyRows>): string[] => [
  ...new Set(
    checkRows({
      entries,
      batches: [],
      items,
      sums: sumsOf({ items }),
      told: [],
      balances: [...balancesOf({ entries })].map(([uid, amount]) => ({ uid, amount })),
      ...rows,
    }).map(({ kind }) => kind),
  ),
];

describe('the check of payouts', () => {
  it('finds nothing wrong with what was paid, failed, cancelled or waits', () => {
    const [created, released, cancelled] = [[batch('created')], [batch('released')], [batch('cancelled')]];
    const pending = { entries: [EARNED, TAKEN], items: [item('pending')] };
    expect(kinds({ ...pending, batches: created })).toEqual([]);
    expect(kinds({ ...pending, batches: released, told: [TOLD] })).toEqual([]);
    const back = { entries: [EARNED, TAKEN, BACK] };
    expect(kinds({ ...back, batches: released, items: [item('failed')], told: [TOLD] })).toEqual([]);
    expect(kinds({ ...back, batches: cancelled, items: [item('cancelled')] })).toEqual([]);
  });

  it('finds amounts that were taken twice, never, or by no item', () => {
    const batches = [batch('created')];
    const items = [item('pending')];
    const twice = [EARNED, entry(4, 'adjustment', 100), TAKEN, { ...TAKEN, id: 5 }].toSorted((a, b) => a.id - b.id);
    expect(kinds({ batches, items, entries: twice })).toContain('unpaid');
    expect(kinds({ batches, items, entries: [EARNED] })).toEqual(['unpaid', 'totals']);
    expect(kinds({ batches, entries: [EARNED, TAKEN] })).toEqual(['unpaid', 'totals']);
  });

  it('finds amounts that were given back although they were paid, or not at all', () => {
    const batches = [batch('released')];
    const told = [TOLD];
    const entries = [EARNED, TAKEN, BACK];
    expect(kinds({ batches, told, entries, items: [item('paid')] })).toContain('unpaid');
    expect(kinds({ batches, told, entries: [EARNED, TAKEN], items: [item('failed')] })).toContain('unpaid');
  });

  it('finds payouts of more than there was, and of less than the minimum', () => {
    const items = [item('pending')];
    const entries = [entry(1, 'commission', 99), TAKEN];
    expect(kinds({ batches: [batch('created')], items, entries })).toEqual(['below']);
    const whole = { items, entries: [EARNED, TAKEN] };
    expect(kinds({ ...whole, batches: [batch('created', { minimum: 101 })] })).toEqual(['little']);
    expect(kinds({ ...whole, batches: [batch('created', { minimum: 101, isLast: true })] })).toEqual([]);
  });

  it('finds payouts that one person made and released, and that providers heard of wrongly', () => {
    const paid = { entries: [EARNED, TAKEN], items: [item('paid')], told: [TOLD] };
    expect(kinds({ ...paid, batches: [batch('released', { releasedBy: 1 })] })).toEqual(['alone']);
    expect(kinds({ ...paid, batches: [batch('released', { releasedBy: 1, fourEyes: false })] })).toEqual([]);
    for (const told of [[], [TOLD, TOLD], [{ ...TOLD, amount: 99 }]])
      expect(kinds({ ...paid, batches: [batch('released')], told })).toEqual(['told']);
  });

  it('finds items that do not fit their payout', () => {
    const entries = [EARNED, TAKEN];
    expect(kinds({ entries, batches: [batch('created')], items: [item('paid')] })).toEqual(['states']);
    expect(kinds({ entries, batches: [batch('cancelled')], items: [item('pending')] })).toContain('states');
  });

  it('finds sums that are kept of payouts and are not those of their items', () => {
    const paid = { entries: [EARNED, TAKEN], items: [item('paid')], batches: [batch('released')], told: [TOLD] };
    const right = { payout: 1, status: 'paid', items: 1, amount: 100 } as const;
    expect(kinds({ ...paid, sums: [right, { ...right, status: 'pending', items: 0, amount: 0 }] })).toEqual([]);
    for (const sums of [[], [{ ...right, amount: 99 }], [{ ...right, items: 2 }], [right, { ...right, payout: 2 }]])
      expect(kinds({ ...paid, sums })).toEqual(['sums']);
  });

  it('finds balances that are kept and are not the sum of their entries, or of nobody', () => {
    for (const balances of [
      [],
      [{ uid: 5, amount: 99 }],
      [
        { uid: 5, amount: 100 },
        { uid: 6, amount: 0 },
      ],
    ])
      expect(kinds({ entries: [EARNED], balances })).toEqual(['kept']);
  });
});
