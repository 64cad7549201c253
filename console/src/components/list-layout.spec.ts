import { describe, expect, it } from '@jest/globals';
import { arranged, inOrder } from './list-layout';

const COLUMNS = ['name', 'status', 'price', 'placed'].map((id) => ({ id, title: `The ${id}` }));

const idsOf = (columns: readonly { id: string }[]): string => columns.map(({ id }) => id).join();

describe('columns of a list', () => {
  it('are in the order of the user, and without those that are hidden', () => {
    const arrangement = { order: ['placed', 'price', 'status'], hidden: ['price'] };
    expect(idsOf(arranged(COLUMNS, arrangement))).toBe('name,placed,status');
    expect(idsOf(inOrder(COLUMNS, arrangement))).toBe('name,placed,price,status');
  });

  it('begin with what names the row, whatever was kept', () => {
    expect(idsOf(arranged(COLUMNS, { order: ['status', 'name'], hidden: ['name'] }))).toBe('name,status,price,placed');
  });

  it('that came later follow those that the user has moved, and those that are gone are forgotten', () => {
    expect(idsOf(arranged(COLUMNS, { order: ['gone', 'placed'], hidden: ['gone'] }))).toBe('name,placed,status,price');
  });
});
