import { describe, expect, it } from '@jest/globals';
import type { MarkDto } from './items.dto.js';
import { validateMarks, outcomeOf, toMarking } from './items.rules.js';

const paid = (id: number, more: Partial<MarkDto> = {}): MarkDto => ({ id, status: 'paid', reference: 'T-1', ...more });
const failed = (id: number, more: Partial<MarkDto> = {}): MarkDto => ({
  id,
  status: 'failed',
  reason: 'shut',
  ...more,
});

describe('marks of items', () => {
  it('have a reference or a reason, and name each item once', () => {
    expect(validateMarks([paid(1), failed(2)])).toEqual([]);
    expect(validateMarks([paid(1), paid(1)])).toEqual([[1, 'id', 'is repeated']]);
    const { reference: _, ...withoutReference } = paid(1);
    const { reason: __, ...withoutReason } = failed(2);
    expect(validateMarks([withoutReference, withoutReason]).map(([index, field]) => [index, field])).toEqual([
      [0, 'reference'],
      [1, 'reason'],
    ]);
    expect(validateMarks([paid(1, { reason: 'x' }), failed(2, { reference: 'y' })]).map(([, field]) => field)).toEqual([
      'reason',
      'reference',
    ]);
  });

  it('change an item once, and may be repeated as they were', () => {
    const pending = { status: 'pending', reference: null, reason: null } as const;
    const done = { status: 'paid', reference: 'T-1', reason: null } as const;
    expect(outcomeOf(pending, toMarking(paid(1)))).toBe('marked');
    expect(outcomeOf(done, toMarking(paid(1)))).toBe('same');
    expect(outcomeOf(done, toMarking(paid(1, { reference: 'T-2' })))).toBe('conflict');
    expect(outcomeOf(done, toMarking(failed(1)))).toBe('conflict');
    expect(outcomeOf({ status: 'failed', reference: null, reason: 'shut' }, toMarking(failed(1)))).toBe('same');
    expect(outcomeOf({ status: 'cancelled', reference: null, reason: 'shut' }, toMarking(failed(1)))).toBe('conflict');
  });
});
