import { AppError, type FieldProblem } from '#common/errors/app-error.js';
import { failure, fill } from '#common/errors/failures.js';
import { SALES } from '#sales/sales.messages.js';
import type { PlacedStatus, ReturnedItem } from './orders.rules.js';

/** A line of an order: what was bought of it, and what has come back. */
export interface ReturnableLine extends ReturnedItem {
  readonly returned: number;
}

/** Returns that are not possible. */
export const NO_RETURN = failure(SALES.order_not_returnable, { example: { status: 'placed' } });
export const UNKNOWN_LINE = failure(SALES.unknown_line, { field: 'items' });
export const OTHER_ORDER = failure(SALES.other_order, { field: 'order_id' });
export const TOO_MANY = {
  code: 'CONFLICT',
  field: 'items',
  message: 'must be at most {left}; no more pieces are left',
  example: { left: 1 },
} as const;

/** @throws AppError CONFLICT for an order that is neither paid nor completed */
export function assertReturnable(status: PlacedStatus): void {
  if (status !== 'paid' && status !== 'completed') throw AppError.of(NO_RETURN, { status });
}

/**
 * What comes back of an order.
 * @param lines all lines of the order
 * @param items lines and how many of their pieces; undefined for all that is left
 * @throws AppError VALIDATION on `items` for a line that is not of the order or is named twice; CONFLICT on `items` for more
 * pieces than are left
 */
export function returnedItems(
  lines: readonly ReturnableLine[],
  items: readonly ReturnedItem[] | undefined,
): ReturnedItem[] {
  const left = new Map(lines.map(({ id, quantity, returned }) => [id, quantity - returned]));
  if (items === undefined) return [...left].flatMap(([id, quantity]) => (quantity === 0 ? [] : [{ id, quantity }]));
  refuse('VALIDATION', items, ({ id }, index) => {
    if (!left.has(id)) return { path: `items[${index}].id`, message: UNKNOWN_LINE.message };
    const isFirst = items.findIndex((other) => other.id === id) === index;
    return isFirst ? undefined : { path: `items[${index}].id`, message: 'names a line that is named before' };
  });
  refuse('CONFLICT', items, ({ id, quantity }, index) => {
    if (quantity <= left.get(id)!) return undefined;
    return { path: `items[${index}].quantity`, message: fill(TOO_MANY.message, { left: left.get(id)! }) };
  });
  return items.map(({ id, quantity }) => ({ id, quantity }));
}

/** Whether nothing of an order is left once these have come back. */
export function isReturnedWhole(lines: readonly ReturnableLine[], items: readonly ReturnedItem[]): boolean {
  const back = new Map(items.map(({ id, quantity }) => [id, quantity]));
  return lines.every(({ id, quantity, returned }) => returned + (back.get(id) ?? 0) === quantity);
}

function refuse(
  code: 'VALIDATION' | 'CONFLICT',
  items: readonly ReturnedItem[],
  validate: (item: ReturnedItem, index: number) => FieldProblem | undefined,
): void {
  const problems = items.map(validate).filter((problem) => problem !== undefined);
  if (problems.length > 0) throw AppError.ofFields(code, { items: problems });
}
