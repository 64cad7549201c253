import { describe, expect, it } from '@jest/globals';
import type { Change } from './client.js';
import { isIn, lossAt, tailOf, type Rows } from './check.js';

const change = (key: string, sent: number, acknowledged: number): Change => ({ kind: 'user', key, sent, acknowledged });
const moment = { at: new Date(0), asked: 100, answered: 110 };

describe('what a restore has lost', () => {
  it('is a defect before the moment, right after it, and open in between', () => {
    const changes = [
      change('a', 1, 99),
      change('b', 2, 98),
      change('c', 90, 105),
      change('d', 111, 120),
      change('e', 112, 121),
    ];
    const loss = lossAt(moment, changes, ({ key }) => 'ace'.includes(key));
    expect(loss).toMatchObject({ before: 2, after: 2, meanwhile: 1, keptMeanwhile: 1 });
    expect(loss.lostBefore.map(({ key }) => key)).toEqual(['b']);
    expect(loss.keptAfter.map(({ key }) => key)).toEqual(['e']);
  });

  it('is a tail when all that was archived is restored', () => {
    const changes = [change('a', 1, 10), change('b', 20, 1000), change('c', 30, 2000)];
    const tail = tailOf(5000, changes, ({ key }) => key === 'a');
    expect(tail).toMatchObject({ kept: 1, holes: [], seconds: 4 });
    expect(tail.lost).toHaveLength(2);
  });

  it('has a hole when something later is there', () => {
    const changes = [change('a', 1, 10), change('b', 20, 30)];
    expect(tailOf(50, changes, ({ key }) => key === 'b').holes.map(({ key }) => key)).toEqual(['b']);
  });

  it('is nothing when all is there', () => {
    expect(tailOf(50, [change('a', 1, 10)], () => true)).toEqual({ kept: 1, lost: [], holes: [], seconds: 0 });
  });

  it('finds a cart by its version or a later one', () => {
    const none = new Map<string, number>();
    const rows: Rows = { cart: new Map([['7', 3]]), order: none, payment: none, user: none, earning: none };
    const cart = (key: string): boolean => isIn(rows, { kind: 'cart', key, sent: 0, acknowledged: 0 });
    expect([cart('7 2'), cart('7 3'), cart('7 4'), cart('8 1')]).toEqual([true, true, false, false]);
  });
});
