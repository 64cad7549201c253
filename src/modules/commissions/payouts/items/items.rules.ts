import type { PayoutItem } from '../payouts.entity.js';
import type { Mark, MarkDto } from './items.dto.js';

/** What an item is to be marked as. */
export interface Marking {
  readonly id: number;
  readonly status: Mark;
  /** Of a paid one. */
  readonly reference: string | null;
  /** Of a failed one. */
  readonly reason: string | null;
}

type Marked = Pick<PayoutItem, 'status' | 'reference' | 'reason'>;

/** What is wrong with the marks of a request by themselves: the number of the mark, its field, and the problem. */
export function validateMarks(
  marks: readonly MarkDto[],
): (readonly [index: number, field: keyof MarkDto, problem: string])[] {
  const seen = new Set<number>();
  return marks.flatMap(({ id, status, reference, reason }, index) => {
    const problems: (readonly [number, keyof MarkDto, string])[] = [];
    if (seen.has(id)) problems.push([index, 'id', 'is repeated']);
    seen.add(id);
    if (status === 'paid' && reference === undefined) problems.push([index, 'reference', 'is required of a paid item']);
    if (status === 'paid' && reason !== undefined) problems.push([index, 'reason', 'is for failed items']);
    if (status === 'failed' && reason === undefined) problems.push([index, 'reason', 'is required of a failed item']);
    if (status === 'failed' && reference !== undefined) problems.push([index, 'reference', 'is for paid items']);
    return problems;
  });
}

/** The marking that a mark asks for. */
export function toMarking({ id, status, reference, reason }: MarkDto): Marking {
  return { id, status, reference: reference ?? null, reason: reason ?? null };
}

/** What happens to an item: it is marked, was marked so already, or was marked otherwise. */
export function outcomeOf(item: Marked, wanted: Marking): 'marked' | 'same' | 'conflict' {
  if (item.status === 'pending') return 'marked';
  const { status, reference, reason } = wanted;
  const isSame = item.status === status && item.reference === reference && item.reason === reason;
  return isSame ? 'same' : 'conflict';
}
