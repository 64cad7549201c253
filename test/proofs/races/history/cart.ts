import {
  byId,
  type CartAction,
  type CartSaw,
  type Leniency,
  type Line,
  type Model,
  type Operation,
  type Refusal,
} from './operation.js';

/** Most pieces of one product in a cart. */
const MAX_QUANTITY = 9999;

/** An id is undefined while no answer has told it: that of a cart or line that an unknown operation has made. */
type HeldLine = Omit<Line, 'id'> & { id: number | undefined };

interface Cart {
  id: number | undefined;
  lines: readonly HeldLine[];
}

interface Order extends Cart {
  /** Of one piece; undefined while nobody has read the order. */
  price: string | undefined;
}

interface State {
  /** Of the cart, or of the last one: the next cart goes on from there. */
  version: number;
  cart: Cart | undefined;
  orders: readonly Order[];
  /** What was answered to each key; undefined when that is not known. */
  answers: ReadonlyMap<string, string | undefined>;
}

type CartOperation = Operation<'cart'>;
type Change = Extract<CartAction, { kind: 'add' | 'set' | 'remove' | 'place' }>;

/**
 * The cart of a user, and the orders that it becomes. Each change raises the version by one, so answers tell which change
 * came when; the lines are the sum of all changes. A key is answered once, and again with the same answer.
 */
export const cartModel: Model<'cart', State> = {
  initial: { version: 0, cart: undefined, orders: [], answers: new Map() },

  next(state, operation, leniency) {
    const { action } = operation;
    if (action.kind === 'read') return seen(state, operation.saw);
    if (action.kind === 'orders') return ordersSeen(state, operation.saw?.orders ?? [], action.newest);
    if (operation.refusal?.running === true) return state;
    const isFree = action.key === undefined || (leniency === 'keys' && !operation.replayed);
    if (isFree) return once(state, operation, action, leniency);
    return keyed(state, operation, action, leniency);
  },

  keyOf: ({ version, cart, orders }) =>
    `${version} ${orders.length} ${cart === undefined ? '-' : `${cart.id} ${cart.lines.map(textOf).join()}`}`,
};

function textOf({ id, product, quantity }: HeldLine): string {
  return `${id}:${product}x${quantity}`;
}

function keyed(
  state: State,
  operation: CartOperation,
  action: Change,
  leniency: Leniency | undefined,
): State | undefined {
  const { key = '' } = action;
  const { outcome, saw, refusal, replayed } = operation;
  const answer = outcome === 'unknown' ? undefined : JSON.stringify([saw, refusal]);
  const isAnswered = state.answers.has(key);
  if (isAnswered && outcome === 'unknown') return state;
  if (isAnswered !== replayed) return undefined;
  const next = isAnswered ? state : once(state, operation, action, leniency);
  if (next === undefined) return undefined;
  const first = state.answers.get(key);
  if (first !== undefined) return first === answer ? state : undefined;
  return { ...next, answers: new Map([...state.answers, [key, answer]]) };
}

/** The change without its key. */
function once(
  state: State,
  { outcome, saw, refusal }: CartOperation,
  action: Change,
  leniency: Leniency | undefined,
): State | undefined {
  if (outcome === 'failed') {
    const hasReason = refusal === undefined || leniency === 'refusals' || isRefused(state, action, refusal);
    return hasReason ? state : undefined;
  }
  const isStale = action.version !== undefined && action.version !== currentVersion(state);
  if (isStale && leniency !== 'exclusion') return undefined;
  const next = changed(state, action);
  if (next === undefined || outcome === 'unknown') return next;
  if (action.kind !== 'place') return seen(next, saw);
  return placedAs(next, saw?.order);
}

/** 0 as long as there is no cart. */
function currentVersion({ cart, version }: State): number {
  return cart === undefined ? 0 : version;
}

function changed(state: State, action: Change): State | undefined {
  const { cart, orders } = state;
  const version = state.version + 1;
  if (action.kind === 'add') {
    const { id, lines } = cart ?? { id: undefined, lines: [] };
    const sum = (lines.find(({ product }) => product === action.product)?.quantity ?? 0) + action.quantity;
    if (sum > MAX_QUANTITY) return undefined;
    const raised = lines.map((line) => (line.product === action.product ? { ...line, quantity: sum } : line));
    const isNew = sum === action.quantity;
    const { product, quantity } = action;
    return {
      ...state,
      version,
      cart: { id, lines: isNew ? [...lines, { id: undefined, product, quantity }] : raised },
    };
  }
  if (cart === undefined) return undefined;
  if (action.kind === 'place') {
    if (cart.lines.length === 0) return undefined;
    return { ...state, cart: undefined, orders: [...orders, { ...cart, price: undefined }] };
  }
  if (!fits(cart.id, action.cart)) return undefined;
  const line = lineOf(cart, action.line);
  if (line === undefined) return undefined;
  const named = { ...line, id: action.line };
  const lines = cart.lines.flatMap((one) => {
    if (one !== line) return one;
    return action.kind === 'remove' ? [] : { ...named, quantity: action.quantity };
  });
  return { ...state, version, cart: { id: action.cart, lines } };
}

/** The line with an id; one whose id nobody knows yet may be it when no other is. */
function lineOf({ lines }: Cart, id: number): HeldLine | undefined {
  return lines.find((line) => line.id === id) ?? lines.find((line) => line.id === undefined);
}

/** Whether a refusal has a reason in this state. */
function isRefused(state: State, action: Change, { status, fields }: Refusal): boolean {
  if (status === 409) return action.version !== undefined && action.version !== currentVersion(state);
  if (action.kind === 'place') return fields.includes('cart') && (state.cart?.lines.length ?? 0) === 0;
  if (action.kind === 'add') return fields.includes('quantity') && changed(state, action) === undefined;
  if (status !== 404) return false;
  const { cart } = state;
  return !fits(cart?.id, action.cart) || cart === undefined || !cart.lines.some(({ id }) => id === action.line);
}

function fits(known: number | undefined, told: number): boolean {
  return known === undefined || known === told;
}

/** The state, knowing what was seen of the cart; undefined when it is another one. */
function seen(state: State, saw: CartSaw | undefined): State | undefined {
  const told = saw?.cart;
  if (told === undefined || told.version !== currentVersion(state)) return undefined;
  if (state.cart === undefined) return told.id === null && told.lines.length === 0 ? state : undefined;
  if (told.id === null || !fits(state.cart.id, told.id)) return undefined;
  const lines = sameLines(state.cart.lines, told.lines);
  return lines === undefined ? undefined : { ...state, cart: { id: told.id, lines } };
}

/** The last order, knowing its id. */
function placedAs(state: State, id: number | undefined): State | undefined {
  const order = state.orders.at(-1);
  if (order === undefined || id === undefined || !fits(order.id, id)) return undefined;
  return { ...state, orders: [...state.orders.slice(0, -1), { ...order, id }] };
}

function ordersSeen(state: State, told: NonNullable<CartSaw['orders']>, newest: number): State | undefined {
  const orders = byId(state.orders);
  const held = orders.slice(Math.max(0, orders.length - newest));
  if (held.length !== told.length) return undefined;
  const read: Order[] = [];
  for (const [at, { id, lines, price }] of told.entries()) {
    const order = held[at]!;
    const same = sameLines(order.lines, lines);
    if (same === undefined || !fits(order.id, id) || (order.price ?? price) !== price) return undefined;
    read.push({ id, lines: same, price });
  }
  return { ...state, orders: [...orders.slice(0, orders.length - held.length), ...read] };
}

/** Lines with the ids that were told, undefined when they are not the same lines. */
function sameLines(held: readonly HeldLine[], told: readonly Line[]): readonly HeldLine[] | undefined {
  const isSame =
    held.length === told.length &&
    held.every(({ id, product, quantity }, at) => {
      const line = told[at]!;
      return line.product === product && line.quantity === quantity && fits(id, line.id);
    });
  return isSame ? told : undefined;
}
