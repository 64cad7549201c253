import {
  byId,
  type DuelAction,
  type DuelSaw,
  type Leniency,
  type Model,
  type OrderStatus,
  type Refusal,
} from './operation.js';
import { canMove } from './status.js';

interface State {
  bundle: 'none' | 'live' | 'deleted';
  /** The bundle's line in the user's cart; its ids are undefined while no answer has told them. */
  line: { id: number | undefined; cart: number | undefined } | undefined;
  /** The cart is so old that it does not hold the bundle. */
  isOld: boolean;
  orders: readonly { id: number | undefined; status: OrderStatus }[];
}

type Change = Exclude<DuelAction, { kind: 'read' }>;

/** A bundle that one user buys while others delete it: it is deleted only while no cart and no order holds it. */
export const duelModel: Model<'duel', State> = {
  initial: { bundle: 'none', line: undefined, isOld: false, orders: [] },

  next(state, { action, outcome, saw, refusal }, leniency) {
    if (action.kind === 'read') return seen(state, saw);
    if (outcome === 'failed') {
      const hasReason = refusal === undefined || leniency === 'refusals' || isRefused(state, action, refusal);
      return hasReason ? state : undefined;
    }
    const next = changed(state, action, leniency);
    return next === undefined || outcome === 'unknown' ? next : told(next, action, saw);
  },

  keyOf: (state) => JSON.stringify(state),
};

function changed(state: State, action: Change, leniency?: Leniency): State | undefined {
  const { bundle, line, isOld, orders } = state;
  const canBeBought = bundle === 'live' || (bundle === 'deleted' && leniency === 'deletes');
  switch (action.kind) {
    case 'create':
      return bundle === 'none' ? { ...state, bundle: 'live' } : undefined;
    case 'add':
      return canBeBought ? { ...state, isOld: false, line: line ?? { id: undefined, cart: undefined } } : undefined;
    case 'remove':
      return isLine(line, action) ? { ...state, line: undefined, isOld: false } : undefined;
    case 'place':
      if (line === undefined || !canBeBought) return undefined;
      return { ...state, line: undefined, isOld: false, orders: [...orders, { id: line.cart, status: 'placed' }] };
    case 'age':
      return { ...state, isOld: line !== undefined };
    case 'delete': {
      const canBeDeleted = bundle === 'live' && (leniency === 'deletes' || !isHeld(state));
      return canBeDeleted ? { ...state, bundle: 'deleted' } : undefined;
    }
    case 'move': {
      const at = orders.findIndex(({ id }) => id === action.order);
      const found = orders[at] ?? orders.find(({ id }) => id === undefined);
      if (found === undefined || !canMove(found.status, action.to)) return undefined;
      const moved = { id: action.order, status: action.to };
      return { bundle, line, isOld, orders: orders.map((order) => (order === found ? moved : order)) };
    }
  }
}

function isHeld({ line, isOld, orders }: State): boolean {
  return (line !== undefined && !isOld) || orders.some(({ status }) => status !== 'cancelled' && status !== 'returned');
}

function isLine(line: State['line'], { cart, line: id }: { cart: number; line: number }): boolean {
  return line !== undefined && fits(line.id, id) && fits(line.cart, cart);
}

function isRefused(state: State, action: Change, { status, fields }: Refusal): boolean {
  const { bundle, line } = state;
  switch (action.kind) {
    case 'add':
      return fields.includes('product_id') && bundle === 'deleted';
    case 'place':
      return fields.includes('cart') ? line === undefined : line !== undefined && bundle === 'deleted';
    case 'delete':
      return status === 401 ? bundle === 'live' && isHeld(state) : bundle === 'deleted';
    case 'remove':
      return line?.id !== action.line;
    case 'create':
    case 'move':
      return changed(state, action) === undefined;
    case 'age':
      return false;
  }
}

function fits(known: number | undefined, told: number): boolean {
  return known === undefined || known === told;
}

/** The state after a change, knowing what its answer said. */
function told(state: State, { kind }: Change, saw: DuelSaw | undefined): State | undefined {
  if (kind === 'add' || kind === 'remove') return seen(state, saw);
  if (kind !== 'place') return state;
  const order = state.orders.at(-1);
  if (order === undefined || saw?.order === undefined || !fits(order.id, saw.order)) return undefined;
  return { ...state, orders: [...state.orders.slice(0, -1), { ...order, id: saw.order }] };
}

/** The state, knowing what was seen; undefined when something else was. */
function seen(state: State, saw: DuelSaw | undefined): State | undefined {
  const isLive = state.bundle === 'live';
  if (saw?.live !== undefined && saw.live !== isLive) return undefined;
  const orders = saw?.orders === undefined ? state.orders : sameOrders(state.orders, saw.orders);
  if (orders === undefined || saw?.line === undefined) return undefined;
  if (saw.line === null || state.line === undefined) {
    return saw.line === null && state.line === undefined ? { ...state, orders } : undefined;
  }
  const { id, cart, available } = saw.line;
  return isLine(state.line, { cart, line: id }) && available === isLive
    ? { ...state, orders, line: { id, cart } }
    : undefined;
}

function sameOrders(orders: State['orders'], told: NonNullable<DuelSaw['orders']>): State['orders'] | undefined {
  const held = byId(orders);
  const isSame =
    held.length === told.length &&
    held.every(({ id, status }, at) => status === told[at]!.status && fits(id, told[at]!.id));
  return isSame ? told : undefined;
}
