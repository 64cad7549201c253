import { AppError } from '../../common/errors/app-error.js';

/** Statuses of a placed order. A cart is not one yet. */
export const PLACED_STATUSES = ['placed', 'paid', 'completed', 'cancelled'] as const;
export type PlacedStatus = (typeof PLACED_STATUSES)[number];

/** Section 6 of the decisions: `placed → paid → completed`, `placed → cancelled`, `paid → cancelled`. */
const NEXT: Readonly<Record<PlacedStatus, readonly PlacedStatus[]>> = {
  placed: ['paid', 'cancelled'],
  paid: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** The statuses that an order can move to; none at the end of its way. */
export function nextStatuses(status: PlacedStatus): readonly PlacedStatus[] {
  return NEXT[status];
}

/**
 * Whether an order may move.
 * @throws AppError CONFLICT when not, staying where it is included
 */
export function assertMove(from: PlacedStatus, to: PlacedStatus): void {
  const next = nextStatuses(from);
  if (next.includes(to)) return;
  const possible = next.length === 0 ? 'it is final' : `possible: ${next.join(', ')}`;
  throw new AppError('CONFLICT', `the order is ${from} and cannot become ${to}; ${possible}`);
}

/** Digits that the id in an order number is padded to. */
const ID_DIGITS = 6;

/** The default number of an order, such as `20261120-000042`: the day of placing (UTC) and the id, which makes it unique. */
export function orderNumber(id: number, placedAt: Date): string {
  return `${placedAt.toISOString().slice(0, 10).replaceAll('-', '')}-${String(id).padStart(ID_DIGITS, '0')}`;
}
