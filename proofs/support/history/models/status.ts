import type { Model } from '../model.js';
import type { OrderStatus } from '../operation.js';

const NEXT: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: ['paid', 'cancelled'],
  paid: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** Whether an order can move so. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return NEXT[from].includes(to);
}

/** The status of an order. */
export const statusModel: Model<'status', OrderStatus> = {
  initial: 'placed',

  next(status, { action, outcome, saw }, leniency) {
    if (action.kind === 'read') return saw?.status === status ? status : undefined;
    const isPossible = canMove(status, action.to);
    if (outcome === 'failed') return !isPossible || leniency === 'refusals' ? status : undefined;
    if (!isPossible && !(leniency === 'exclusion' && outcome === 'ok')) return undefined;
    return outcome === 'unknown' || saw?.status === action.to ? action.to : undefined;
  },

  keyOf: String,
};
