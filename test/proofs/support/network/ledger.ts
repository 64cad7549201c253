import type { Evidence, LedgerRow } from './evidence.js';
import type { Failure } from './verdict.js';

/** An item of an order, as its events tell it. */
interface Item {
  id: number;
  quantity: number;
  price: number;
  business_volume: number;
  points: number;
  cumulative_volume: number;
  returned: number;
}

interface OrderData {
  id: number;
  uid: number;
  items: Item[];
  previous_status: string | null;
  paid_at: string;
  cancelled_at: string;
  returned_at: string;
  returned_items: { id: number; quantity: number }[];
}

/** What the ledger holds, against what the events of orders and adjustments say. Imported rows have no events. */
export function* checkLedger({ events, tables }: Pick<Evidence, 'events' | 'tables'>): Generator<Failure> {
  const expected = events.flatMap(({ type, data }) => rowsOf(type, data)).sort();
  const sales = new Map(tables.ledger.filter(({ kind }) => kind === 'sale').map((row) => [row.id, row]));
  const found = tables.ledger
    .filter(({ kind }) => kind !== 'import')
    .map(textOf)
    .sort();
  yield* differences(expected, found);
  for (const row of tables.ledger) if (!isTakenFromItsSale(row, sales)) yield { kind: 'ledger', what: textOf(row) };
}

function* differences(expected: readonly string[], found: readonly string[]): Generator<Failure> {
  const left = new Map<string, number>();
  for (const row of expected) left.set(row, (left.get(row) ?? 0) + 1);
  for (const row of found) {
    const count = left.get(row) ?? 0;
    if (count === 0) yield { kind: 'ledger', what: `no event tells of ${row}` };
    else left.set(row, count - 1);
  }
  for (const [row, count] of left) if (count > 0) yield { kind: 'ledger', what: `there is no ${row}` };
}

/** A negative row names the sale of its line, and has its part of the wholesale price, which no event tells. */
function isTakenFromItsSale(row: LedgerRow, sales: ReadonlyMap<number, LedgerRow>): boolean {
  if (row.kind !== 'cancellation' && row.kind !== 'return') return true;
  const sale = sales.get(row.takesBack ?? 0);
  if (sale === undefined || sale.order !== row.order || sale.line !== row.line) return false;
  return row.wholesale! * sale.quantity! === sale.wholesale! * row.quantity!;
}

function rowsOf(type: string, data: Record<string, unknown>): string[] {
  const order = data as unknown as OrderData;
  switch (type) {
    case 'order.paid':
      return order.items.map((item) => sold(order, item, 'sale', order.paid_at, item.quantity));
    case 'order.cancelled': {
      if (order.previous_status !== 'paid') return [];
      const left = order.items.filter(({ quantity, returned }) => quantity > returned);
      return left.map((item) => sold(order, item, 'cancellation', order.cancelled_at, item.returned - item.quantity));
    }
    case 'order.returned':
      return order.returned_items.map(({ id, quantity }) =>
        sold(
          order,
          order.items.find((item) => item.id === id)!,
          'return',
          order.returned_at,
          -quantity,
        ),
      );
    case 'volume.adjusted': {
      const { id, uid, at, business_volume, points, cumulative_volume } = data as Record<string, number | string>;
      const volumes = [business_volume, points, cumulative_volume].map((one) => whole(Number(one)));
      return [JSON.stringify(['adjustment', id, uid, Date.parse(String(at)), null, null, null, null, ...volumes])];
    }
    default:
      return [];
  }
}

/** So many pieces of a line, of which the event tells the amounts of all. */
function sold({ id, uid }: OrderData, item: Item, kind: string, at: string, pieces: number): string {
  const part = (amount: number): number => (whole(amount) / item.quantity) * pieces;
  const volumes = [item.business_volume, item.points, item.cumulative_volume].map(part);
  return JSON.stringify([kind, null, uid, Date.parse(at), id, item.id, pieces, part(item.price), ...volumes]);
}

/** Sales and what takes them back have no number outside the ledger. */
function textOf({ id, kind, uid, at, order, line, quantity, price, volumes }: LedgerRow): string {
  const number = kind === 'adjustment' ? id : null;
  return JSON.stringify([kind, number, uid, at, order, line, quantity, price, ...volumes]);
}

const whole = (amount: number): number => Math.round(amount * 10_000);
