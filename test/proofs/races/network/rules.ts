import { type Edge, type Evidence, type LedgerRow, type State, type Tables, type Tree, TREES } from './evidence.js';
import type { Failure } from './verdict.js';

/** Something that held from when until when. */
interface Span {
  from: number;
  to: number | null;
}

/** What must hold in a network at every instant, held against the whole history. Legs are those of a binary tree. */
export function* checkRules(tables: Tables): Generator<Failure> {
  const { edges, states, members } = tables;
  const edgesOf = Map.groupBy(edges, ({ tree, uid }) => `${tree} ${uid}`);
  const statesOf = Map.groupBy(states, ({ uid }) => uid);
  for (const { uid, enrolled } of members) {
    yield* checkUnbroken(`${uid} in sponsor`, enrolled, edgesOf.get(`sponsor ${uid}`) ?? []);
    yield* checkUnbroken(`${uid}`, enrolled, statesOf.get(uid) ?? []);
    yield* checkOneByOne(`${uid} in placement`, 'overlap', edgesOf.get(`placement ${uid}`) ?? []);
  }
  const places = Map.groupBy(
    edges.filter(({ leg }) => leg !== null),
    ({ parent, leg }) => `leg ${leg} of ${parent}`,
  );
  for (const [place, stays] of places) {
    const inOrder = stays.toSorted((a, b) => a.from - b.from || a.id - b.id);
    yield* checkOneByOne(place, 'taken', inOrder);
  }
  for (const tree of TREES)
    yield* checkShape(
      tree,
      edges.filter((edge) => edge.tree === tree),
    );
  const enrolled = new Map(members.map((member) => [member.uid, member.enrolled]));
  for (const edge of edges) yield* checkEdge(edge, statesOf, enrolled);
}

/** Each row is closed by the next, from the enrolment on until now. */
function* checkUnbroken(whose: string, enrolled: number, spans: readonly Span[]): Generator<Failure> {
  const isWhole = spans[0]?.from === enrolled && spans.at(-1)?.to === null;
  const isUnbroken = spans.every(({ from }, index) => index === 0 || spans[index - 1]!.to === from);
  if (!isWhole || !isUnbroken) yield { kind: 'overlap', what: `${whose}: ${JSON.stringify(spans)}` };
}

/** No two hold at the same time; between them may be a gap. */
function* checkOneByOne(whose: string, kind: 'overlap' | 'taken', spans: readonly Span[]): Generator<Failure> {
  const isFine = spans.every(({ from, to }, index) => {
    const before = spans[index - 1];
    return (to === null || to >= from) && (before === undefined || (before.to !== null && before.to <= from));
  });
  if (!isFine) yield { kind, what: `${whose}: ${JSON.stringify(spans)}` };
}

/** Goes through all instants at which a tree changed: nobody is above oneself, and whoever is above stands in the tree. */
function* checkShape(tree: Tree, edges: readonly Edge[]): Generator<Failure> {
  const parents = new Map<number, Edge>();
  const children = new Map<number, Set<number>>();
  const instants = new Map<number, { opened: Edge[]; closed: Edge[] }>();
  const at = (instant: number): { opened: Edge[]; closed: Edge[] } => {
    const known = instants.get(instant) ?? { opened: [], closed: [] };
    instants.set(instant, known);
    return known;
  };
  for (const edge of edges) {
    at(edge.from).opened.push(edge);
    if (edge.to !== null) at(edge.to).closed.push(edge);
  }
  for (const [instant, { opened, closed }] of [...instants].sort(([a], [b]) => a - b)) {
    const changed = [...opened, ...closed].sort((a, b) => a.id - b.id);
    for (const { uid } of changed) {
      const before = parents.get(uid);
      if (before !== undefined && before.parent !== null) children.get(before.parent)?.delete(uid);
      parents.delete(uid);
    }
    for (const edge of changed) {
      if (edge.to !== null && edge.to <= instant) continue;
      parents.set(edge.uid, edge);
      if (edge.parent !== null) children.set(edge.parent, (children.get(edge.parent) ?? new Set()).add(edge.uid));
    }
    for (const uid of new Set(changed.map((edge) => edge.uid))) {
      const edge = parents.get(uid);
      const what = `${uid} in ${tree} at ${new Date(instant).toISOString()}`;
      if (edge === undefined && (children.get(uid)?.size ?? 0) > 0) yield { kind: 'stranger', what };
      if (edge !== undefined && edge.parent !== null && !parents.has(edge.parent)) yield { kind: 'stranger', what };
      if (edge !== undefined && isAboveItself(uid, parents)) yield { kind: 'cycle', what };
    }
  }
}

function isAboveItself(uid: number, parents: ReadonlyMap<number, Edge>): boolean {
  const met = new Set<number>();
  for (
    let above = parents.get(uid)?.parent;
    above !== undefined && above !== null;
    above = parents.get(above)?.parent
  ) {
    if (above === uid) return true;
    if (met.has(above)) return false;
    met.add(above);
  }
  return false;
}

function* checkEdge(
  edge: Edge,
  statesOf: ReadonlyMap<number, State[]>,
  enrolled: ReadonlyMap<number, number>,
): Generator<Failure> {
  const { tree, uid, parent, leg } = edge;
  const what = JSON.stringify(edge);
  const own = statesOf.get(uid) ?? [];
  if (tree === 'placement' && own.some((state) => state.kind !== 'distributor' && overlap(edge, state)))
    yield { kind: 'forbidden', what: `not a distributor, but placed: ${what}` };
  if (parent === null) return;
  if (leg !== null && leg !== 1 && leg !== 2) yield { kind: 'forbidden', what: `no leg of a binary tree: ${what}` };
  if ((enrolled.get(parent) ?? Infinity) > edge.from) yield { kind: 'stranger', what: `below who came later: ${what}` };
  const above = statesOf.get(parent) ?? [];
  const isEnded = ({ status, from, to }: State): boolean =>
    status === 'terminated' && from < edge.from && (to === null || to > edge.from);
  if (above.some(isEnded)) yield { kind: 'forbidden', what: `came below a terminated member: ${what}` };
  const isSponsoredByCustomer = above.some(
    (state) =>
      tree === 'sponsor' &&
      state.kind !== 'distributor' &&
      own.some((one) => one.kind === 'distributor' && overlap(common(edge, state), one)),
  );
  if (isSponsoredByCustomer) yield { kind: 'forbidden', what: `a distributor below a customer: ${what}` };
}

function common(a: Span, b: Span): Span {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to ?? Infinity, b.to ?? Infinity) };
}

/** Whether two hold at the same time, for longer than the instant at which one ends and the other begins. */
function overlap(a: Span, b: Span): boolean {
  const { from, to } = common(a, b);
  return from < to!;
}

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
