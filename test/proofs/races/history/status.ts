import type { Model, Objects, OrderStatus, SoldLine } from './operation.js';

const NEXT: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: ['paid', 'cancelled'],
  paid: ['completed', 'cancelled', 'returned'],
  completed: ['returned'],
  cancelled: [],
  returned: [],
};

/** Whether an order can move so. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return NEXT[from].includes(to);
}

interface State {
  status: OrderStatus;
  /** Undefined while no answer has told them: then nothing has come back by itself. */
  lines: readonly SoldLine[] | undefined;
}

type Change = Exclude<Objects['status']['action'], { kind: 'read' }>;

/** The status of an order, and how many pieces of it came back. */
export const statusModel: Model<'status', State> = {
  initial: { status: 'placed', lines: undefined },

  next(state, { action, outcome, saw }, leniency) {
    if (action.kind === 'read') return told(state, saw);
    const next = changed(state, action);
    if (outcome === 'failed') return next === undefined || leniency === 'refusals' ? state : undefined;
    if (next === undefined) return leniency === 'exclusion' && outcome === 'ok' ? asTold(saw) : undefined;
    return outcome === 'unknown' ? next : told(next, saw);
  },

  keyOf: (state) => JSON.stringify(state),
};

function changed({ status, lines }: State, action: Change): State | undefined {
  if (action.kind === 'move') {
    if (!canMove(status, action.to)) return undefined;
    return { status: action.to, lines: action.to === 'returned' ? lines?.map(whole) : lines };
  }
  // Whoever returns a piece has been told of its line before.
  const line = lines?.find(({ id }) => id === action.line);
  if (line === undefined || line.returned === line.quantity || !canMove(status, 'returned')) return undefined;
  const left = lines!.map((one) => (one === line ? { ...one, returned: one.returned + 1 } : one));
  const isWhole = left.every(({ quantity, returned }) => quantity === returned);
  return { status: isWhole ? 'returned' : status, lines: left };
}

/** The state, knowing what was seen; undefined when something else was. */
function told(state: State, saw: Objects['status']['saw'] | undefined): State | undefined {
  const seen = asTold(saw);
  if (seen === undefined || seen.status !== state.status) return undefined;
  if (seen.lines === undefined) return state;
  const none = ({ id, quantity }: SoldLine): SoldLine => ({ id, quantity, returned: 0 });
  const lines = state.lines ?? seen.lines.map(state.status === 'returned' ? whole : none);
  return JSON.stringify(lines) === JSON.stringify(seen.lines) ? seen : undefined;
}

function asTold(saw: Objects['status']['saw'] | undefined): State | undefined {
  return saw === undefined || saw.status === 'missing' ? undefined : { status: saw.status, lines: saw.lines };
}

function whole({ id, quantity }: SoldLine): SoldLine {
  return { id, quantity, returned: quantity };
}
