import { describe, expect, it } from '@jest/globals';
import { check, countByKind } from './check.js';
import { History, type Line, type Objects, type Operation, type OrderStatus, type Refusal } from './operation.js';

type Asked<Of extends keyof Objects> = Partial<Operation<Of>> & Pick<Operation<Of>, 'action'>;

/** A history by hand: each operation is over before the next begins, unless it says when it was. */
function historyOf<Of extends keyof Objects>(of: Of, ...asked: Asked<Of>[]): History {
  const history = new History();
  history.operations[of].push(
    ...asked.map((one, id) => ({
      id,
      client: `client ${id}`,
      of,
      object: '7',
      start: id * 10,
      end: id * 10 + 5,
      outcome: one.refusal === undefined ? ('ok' as const) : ('failed' as const),
      replayed: false,
      ...one,
    })),
  );
  return history;
}

function kinds<Of extends keyof Objects>(of: Of, ...asked: Asked<Of>[]): string[] {
  return check(historyOf(of, ...asked)).violations.map(({ kind }) => kind);
}

const refusal = (status: number, ...fields: string[]): Refusal => ({ status, fields, running: false });
const cart = (version: number, ...lines: Line[]): Operation<'cart'>['saw'] => ({
  cart: { id: 1, version, lines },
  miscounted: false,
});
const line = (product: number, quantity: number): Line => ({ id: product * 10, product, quantity });
const add = (product: number, quantity: number): Asked<'cart'>['action'] => ({ kind: 'add', product, quantity });
const NO_CART: Operation<'cart'>['saw'] = { cart: { id: null, version: 0, lines: [] }, miscounted: false };
const PLACED: Operation<'cart'>['saw'] = { order: 1, miscounted: false };

describe('the check of carts', () => {
  it('admits changes that took place one after the other, in whichever order', () => {
    const together = { start: 0, end: 5 };
    expect(
      kinds(
        'cart',
        { action: add(2, 1), saw: cart(2, line(1, 4), line(2, 1)), ...together },
        { action: add(1, 4), saw: cart(1, line(1, 4)), ...together },
        { action: { kind: 'read' }, saw: cart(2, line(1, 4), line(2, 1)) },
        { action: { kind: 'place' }, saw: PLACED },
        { action: { kind: 'place' }, refusal: refusal(400, 'cart') },
        { action: { kind: 'read' }, saw: NO_CART },
      ),
    ).toEqual([]);
  });

  it('finds a change that another one overwrote', () => {
    const together = { start: 0, end: 5 };
    const changes: Asked<'cart'>[] = [
      { action: add(1, 1), saw: cart(1, line(1, 1)), ...together },
      { action: add(2, 1), saw: cart(1, line(2, 1)), ...together },
    ];
    expect(kinds('cart', ...changes)).toEqual(['lost']);
  });

  it('finds an acknowledged change that is gone', () => {
    expect(
      kinds('cart', { action: add(1, 1), saw: cart(1, line(1, 1)) }, { action: { kind: 'read' }, saw: NO_CART }),
    ).toEqual(['stale']);
    expect(
      kinds(
        'cart',
        { action: add(1, 1), saw: cart(1, line(1, 1)) },
        { action: add(2, 1), saw: cart(1, line(2, 1)) },
        { action: { kind: 'read' }, saw: cart(1, line(2, 1)) },
      ),
    ).toEqual(['lost']);
  });

  it('finds a change that was made twice', () => {
    const change = { action: add(1, 3), saw: cart(1, line(1, 3)) };
    expect(kinds('cart', change, { action: { kind: 'read' }, saw: cart(2, line(1, 6)) })).toEqual(['twice']);
  });

  it('finds a key that was ignored', () => {
    const action = { kind: 'add', product: 1, quantity: 3, key: 'k' } as const;
    const first = { action, saw: cart(1, line(1, 3)) };
    expect(kinds('cart', first, { action, saw: cart(1, line(1, 3)), replayed: true })).toEqual([]);
    expect(kinds('cart', first, { action, saw: cart(2, line(1, 6)) })).toEqual(['twice']);
    expect(kinds('cart', first, { action, saw: cart(2, line(1, 6)), replayed: true })).toHaveLength(1);
  });

  it('finds somebody who was told to wait for nobody', () => {
    const action = { kind: 'add', product: 1, quantity: 3, key: 'k' } as const;
    const waits = { action, refusal: { ...refusal(409, 'detail'), running: true } };
    expect(kinds('cart', { action, saw: cart(1, line(1, 3)), start: 0, end: 12 }, waits)).toEqual([]);
    expect(kinds('cart', { action, saw: cart(1, line(1, 3)) }, waits)).toEqual(['groundless']);
  });

  it('finds two changes of which each was meant for the same version', () => {
    const first = { action: add(1, 1), saw: cart(1, line(1, 1)) };
    const upon = { ...add(1, 1), version: 1 } as Asked<'cart'>['action'];
    const second = { action: upon, saw: cart(2, line(1, 2)) };
    expect(kinds('cart', first, second, { action: upon, refusal: refusal(409, 'detail') })).toEqual([]);
    expect(kinds('cart', first, second, { action: upon, saw: cart(3, line(1, 3)) })).toEqual(['both']);
  });

  it('finds a refused change that can be seen', () => {
    const refused = {
      action: { ...add(1, 2), version: 5 } as Asked<'cart'>['action'],
      refusal: refusal(409, 'detail'),
    };
    expect(kinds('cart', refused, { action: { kind: 'read' }, saw: NO_CART })).toEqual([]);
    expect(
      kinds(
        'cart',
        { action: { kind: 'remove', cart: 1, line: 10 }, refusal: refusal(404, 'detail') },
        { action: add(1, 2), saw: cart(1, line(1, 2)) },
        { action: { kind: 'remove', cart: 1, line: 10 }, refusal: refusal(404, 'detail'), start: 20, end: 29 },
        { action: { kind: 'read' }, saw: cart(2) },
      ),
    ).toEqual(['refused']);
  });

  it('finds a refusal without a reason', () => {
    expect(
      kinds(
        'cart',
        { action: add(1, 2), saw: cart(1, line(1, 2)) },
        { action: { kind: 'place' }, refusal: refusal(400, 'cart') },
        { action: { kind: 'read' }, saw: cart(1, line(1, 2)) },
      ),
    ).toEqual(['groundless']);
  });

  it('finds an answer that is older than what had been acknowledged', () => {
    const changes = [
      { action: add(1, 1), saw: cart(1, line(1, 1)) },
      { action: add(1, 1), saw: cart(2, line(1, 2)) },
    ];
    const old = { action: { kind: 'read' }, saw: cart(1, line(1, 1)) } as const;
    expect(kinds('cart', ...changes, old)).toEqual(['stale']);
    expect(kinds('cart', ...changes, { ...old, start: 12, end: 30 })).toEqual([]);
  });

  it('finds a line that is on an order and still in the cart', () => {
    expect(
      kinds(
        'cart',
        { action: add(1, 1), saw: cart(1, line(1, 1)) },
        { action: { kind: 'place' }, saw: PLACED },
        { action: { kind: 'set', cart: 1, line: 10, quantity: 2 }, saw: cart(2, line(1, 2)) },
      ),
    ).not.toEqual([]);
  });

  it('finds an order that lacks a line, is there twice, or changes its price', () => {
    const made: Asked<'cart'>[] = [
      { action: add(1, 1), saw: cart(1, line(1, 1)) },
      { action: { kind: 'place' }, saw: PLACED },
    ];
    const orders = (...lists: { id: number; lines: Line[]; price: string }[]): Asked<'cart'> => ({
      action: { kind: 'orders', newest: 5 },
      saw: { orders: lists, miscounted: false },
    });
    const order = { id: 1, lines: [line(1, 1)], price: '2' };
    expect(kinds('cart', ...made, orders(order), orders(order))).toEqual([]);
    expect(kinds('cart', ...made, orders({ ...order, lines: [] }))).toEqual(['impossible']);
    expect(kinds('cart', ...made, orders(order, { ...order, id: 2 }))).not.toEqual([]);
    expect(kinds('cart', ...made, orders(order), orders({ ...order, price: '3' }))).toEqual(['impossible']);
  });

  it('finds versions that do not go on from the last cart', () => {
    const next = (version: number): Asked<'cart'> => ({
      action: add(2, 1),
      saw: { cart: { id: 2, version, lines: [line(2, 1)] }, miscounted: false },
    });
    const made: Asked<'cart'>[] = [
      { action: add(1, 1), saw: cart(1, line(1, 1)) },
      { action: { kind: 'place' }, saw: PLACED },
    ];
    expect(kinds('cart', ...made, next(2))).toEqual([]);
    expect(kinds('cart', ...made, next(1))).toHaveLength(1);
  });

  it('takes an unknown change as made once, at any time, or never', () => {
    const unknown = { action: add(1, 2), outcome: 'unknown' } as const;
    const read = (saw: Operation<'cart'>['saw']): Asked<'cart'> => ({ action: { kind: 'read' }, saw });
    expect(kinds('cart', unknown, read(NO_CART))).toEqual([]);
    expect(kinds('cart', unknown, read(NO_CART), read(cart(1, line(1, 2))))).toEqual([]);
    expect(kinds('cart', unknown, read(cart(1, line(1, 2))), read(cart(2, line(1, 4))))).toHaveLength(1);
    expect(kinds('cart', { ...unknown, outcome: 'failed' }, read(cart(1, line(1, 2))))).toEqual(['refused']);
  });

  it('finds totals that are not the sum of their lines', () => {
    const saw = { ...cart(1, line(1, 1)), miscounted: true };
    expect(kinds('cart', { action: add(1, 1), saw })).toEqual(['sums']);
  });
});

describe('the check of wishlists', () => {
  const wish = (kind: 'add' | 'remove', product: number): Asked<'wishes'> => ({ action: { kind, product } });
  const list = (...products: number[]): Asked<'wishes'> => ({ action: { kind: 'read' }, saw: { products } });

  it('holds each product by itself against the lists that were read', () => {
    expect(kinds('wishes', wish('add', 1), wish('add', 2), wish('remove', 1), list(2))).toEqual([]);
    expect(kinds('wishes', wish('add', 1), wish('add', 2), list(2))).toEqual(['stale']);
    expect(kinds('wishes', wish('add', 1), list(1, 2))).toEqual(['impossible']);
  });

  it('lets one of two removes succeed', () => {
    const none = { ...wish('remove', 1), refusal: refusal(400, 'product_id') };
    expect(kinds('wishes', wish('add', 1), wish('remove', 1), none)).toEqual([]);
    expect(kinds('wishes', wish('add', 1), wish('remove', 1), wish('remove', 1))).toEqual(['both']);
  });
});

describe('the check of bundles', () => {
  const bundle = (id: string, label: string): { id: string; label: string; skus: readonly string[] } => ({
    id,
    label,
    skus: [`${id}-own`],
  });
  const seen = (id: string, label: string, price = label): NonNullable<Objects['shelf']['saw']['bundles']>[number] => ({
    id,
    label,
    variants: [{ sku: `${id}-own`, label: price }],
  });
  const read = (...bundles: ReturnType<typeof seen>[]): Asked<'shelf'> => ({
    action: { kind: 'read' },
    saw: { bundles },
  });
  const create = (id: string, label: string): Asked<'shelf'> => ({
    action: { kind: 'create', ...bundle(id, label) },
    saw: {},
  });

  it('lets one of two creates with the same id succeed', () => {
    const taken = { ...create('a', '2'), refusal: refusal(400, 'bundle_id') };
    expect(kinds('shelf', create('a', '1'), taken, read(seen('a', '1')))).toEqual([]);
    expect(kinds('shelf', create('a', '1'), create('a', '2'))).toEqual(['both']);
  });

  it('lets a SKU belong to one bundle', () => {
    const greedy = { action: { kind: 'create', id: 'b', label: '2', skus: ['a-own'] }, saw: {} } as const;
    expect(kinds('shelf', create('a', '1'), greedy)).toEqual(['both']);
  });

  it('finds an update that was mixed with another', () => {
    const together = { start: 20, end: 25 };
    const update = (label: string): Asked<'shelf'> => ({
      action: { kind: 'update', ...bundle('a', label) },
      saw: {},
      ...together,
    });
    expect(kinds('shelf', create('a', '1'), update('2'), update('3'), read(seen('a', '2')))).toEqual([]);
    expect(kinds('shelf', create('a', '1'), update('2'), update('3'), read(seen('a', '2', '3')))).toEqual([
      'impossible',
    ]);
    expect(kinds('shelf', create('a', '1'), update('2'), { ...read(seen('a', '1')), start: 26, end: 29 })).toEqual([
      'stale',
    ]);
  });

  it('lets a bulk create make all that is not there, or nothing', () => {
    const bulk = { action: { kind: 'bulk', bundles: [bundle('a', '2'), bundle('b', '2')] } } as const;
    const made = { ...bulk, saw: { created: ['b'], same: ['a'] } };
    const unmade = { ...bulk, refusal: refusal(400, 'varients') };
    expect(kinds('shelf', create('a', '1'), made, read(seen('a', '1'), seen('b', '2')))).toEqual([]);
    expect(kinds('shelf', create('b', '1'), made)).toHaveLength(1);
    expect(kinds('shelf', unmade)).toEqual(['groundless']);
    expect(kinds('shelf', { ...bulk, outcome: 'unknown' }, read(seen('a', '2')))).toHaveLength(1);
  });
});

describe('the check of deletes', () => {
  const line = { id: 10, cart: 1, available: true };
  const story: Asked<'duel'>[] = [
    { action: { kind: 'create' }, saw: {} },
    { action: { kind: 'add' }, saw: { line } },
  ];
  const placed: Asked<'duel'> = { action: { kind: 'place' }, saw: { order: 1 } };
  const deleted: Asked<'duel'> = { action: { kind: 'delete' }, saw: {} };
  const moved = (to: 'cancelled' | 'paid'): Asked<'duel'> => ({ action: { kind: 'move', order: 1, to }, saw: {} });

  it('lets a cart and an order that is not cancelled hold a bundle', () => {
    expect(kinds('duel', ...story, { ...deleted, refusal: refusal(401, 'detail') })).toEqual([]);
    expect(kinds('duel', ...story, deleted)).toEqual(['deletes']);
    expect(kinds('duel', ...story, placed, moved('paid'), deleted)).toEqual(['deletes']);
    expect(kinds('duel', ...story, placed, moved('cancelled'), deleted)).toEqual([]);
  });

  it('lets no bundle that was deleted get into a cart or on an order', () => {
    const aged: Asked<'duel'> = { action: { kind: 'age' }, saw: {} };
    const refused = { ...placed, refusal: refusal(400, 'cartitems') };
    expect(kinds('duel', ...story, aged, deleted, refused)).toEqual([]);
    expect(kinds('duel', ...story, aged, deleted, placed)).toEqual(['deletes']);
    expect(kinds('duel', story[0]!, deleted, story[1]!)).toHaveLength(1);
  });

  it('holds what the database has in the end against all of it', () => {
    const end = (status: 'placed' | 'cancelled'): Asked<'duel'> => ({
      action: { kind: 'read' },
      saw: { live: true, line: null, orders: [{ id: 1, status }] },
    });
    expect(kinds('duel', ...story, placed, end('placed'))).toEqual([]);
    expect(kinds('duel', ...story, placed, end('cancelled'))).toEqual(['impossible']);
  });

  it('knows orders by their ids, which need not have the order in which they were placed', () => {
    const again: Asked<'duel'>[] = [
      { action: { kind: 'add' }, saw: { line: { id: 9, cart: 0, available: true } } },
      { action: { kind: 'place' }, saw: { order: 0 } },
    ];
    const orders = [0, 1].map((id) => ({ id, status: 'placed' as const }));
    const end: Asked<'duel'> = { action: { kind: 'read' }, saw: { live: true, line: null, orders } };
    expect(kinds('duel', ...story, placed, ...again, end)).toEqual([]);
  });
});

describe('the check of orders and names', () => {
  const move = (to: 'paid' | 'cancelled' | 'completed'): Asked<'status'> => ({
    action: { kind: 'move', to },
    saw: { status: to },
  });

  it('lets an order go one way', () => {
    const late = { ...move('paid'), refusal: refusal(409, 'detail') };
    expect(kinds('status', move('cancelled'), late)).toEqual([]);
    expect(kinds('status', move('paid'), move('completed'))).toEqual([]);
    expect(kinds('status', move('cancelled'), move('paid'))).toEqual(['both']);
    expect(kinds('status', move('cancelled'), { action: { kind: 'read' }, saw: { status: 'missing' } })).toEqual([
      'impossible',
    ]);
  });

  it('lets as many pieces of an order come back as were bought', () => {
    const sold = (status: OrderStatus, ...returned: number[]) => ({
      status,
      lines: returned.map((pieces, id) => ({ id, quantity: 2, returned: pieces })),
    });
    const paid: Asked<'status'> = { ...move('paid'), saw: sold('paid', 0, 0) };
    const back = (line: number, saw: Operation<'status'>['saw']): Asked<'status'> => ({
      action: { kind: 'return', line },
      ...(saw === undefined ? { refusal: refusal(409, 'items') } : { saw }),
    });
    const two = [back(0, sold('paid', 1, 0)), back(0, sold('paid', 2, 0))];
    const all: Asked<'status'> = { action: { kind: 'move', to: 'returned' }, saw: sold('returned', 2, 2) };
    expect(kinds('status', paid, ...two, back(0, undefined), all, back(1, undefined))).toEqual([]);
    expect(kinds('status', paid, ...two, back(1, sold('paid', 2, 1)), back(1, sold('returned', 2, 2)))).toEqual([]);
    expect(kinds('status', paid, ...two, back(0, sold('paid', 3, 0)))).toEqual(['both']);
    expect(kinds('status', paid, two[0]!, back(0, sold('paid', 1, 0)))).toHaveLength(1);
    expect(kinds('status', paid, ...two, { action: { kind: 'read' }, saw: sold('paid', 1, 0) })).toHaveLength(1);
    expect(kinds('status', paid, back(0, undefined))).toEqual(['groundless']);
    expect(kinds('status', paid, two[0]!, move('cancelled'), back(0, undefined))).toEqual([]);
  });

  it('lets one user have a name', () => {
    const signUp = (uid: number): Asked<'name'> => ({ action: { kind: 'signUp' }, saw: { uids: [uid] } });
    const taken: Asked<'name'> = { action: { kind: 'signUp' }, refusal: refusal(400, 'username') };
    const read = (...uids: number[]): Asked<'name'> => ({ action: { kind: 'read' }, saw: { uids } });
    expect(kinds('name', signUp(1), taken, read(1))).toEqual([]);
    expect(kinds('name', signUp(1), signUp(2), read(1, 2))).toEqual(['both']);
    expect(kinds('name', { action: { kind: 'signUp' }, outcome: 'unknown' }, read(3))).toEqual([]);
    expect(kinds('name', signUp(1), read())).toHaveLength(1);
  });
});

describe('the figures', () => {
  it('count what was asked, what came of it, and what was asked at the same time', () => {
    const history = historyOf(
      'cart',
      { action: add(1, 1), saw: cart(1, line(1, 1)), start: 0, end: 5 },
      { action: add(1, 1), outcome: 'unknown', start: 3, end: 9 },
      { action: add(1, 1), refusal: refusal(409, 'detail'), start: 10, end: 12 },
    );
    expect(countByKind(history).get('cart.add')).toEqual({ all: 3, ok: 1, failed: 1, unknown: 1, contended: 2 });
  });
});
