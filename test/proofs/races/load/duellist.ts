import type { Random } from '#test/support/random.js';
import { BASE, type Person } from '#test/support/shop.js';
import type { DuelAction, DuelSaw, Operation, OrderStatus } from '../history/operation.js';
import { Client, type Question, type Rotation, type Surroundings } from './asker.js';
import { seeLine, seePlaced } from './views.js';

/** A bundle and a user who buys it while others delete it. */
export interface Duel {
  bundle: string;
  product: number;
  uid: number;
  /** What is known of the user's cart and orders, which may be long gone. */
  line?: { id: number; cart: number } | undefined;
  orders: number[];
}

/** Makes the cart of a user so old that it does not hold its bundles any more. */
export type Age = (uid: number) => Promise<'ok' | 'unknown'>;

const COMMERCE = `${BASE}/commerce`;

/** Once the bundle is gone, there is little left to see. */
const USES_AFTER_DELETE = 5;

/** An API admin that buys for a user what other such clients delete. */
export class Duellist extends Client {
  constructor(
    name: string,
    person: Person,
    around: Surroundings,
    random: Random,
    private readonly duels: Rotation<Duel>,
    private readonly age: Age,
  ) {
    super(name, person, around, random);
  }

  protected async act(): Promise<unknown> {
    const duel = await this.duels.pick();
    if (duel === undefined) return undefined;
    if (duel.line !== undefined) return this.workOnCart(duel);
    return duel.orders.length > 0 && this.random.chance(0.7) ? this.workOnOrder(duel) : this.begin(duel);
  }

  private begin(duel: Duel): Promise<unknown> {
    const draw = this.random.next();
    if (draw < 0.7) return this.do(duel, { kind: 'add' });
    if (draw < 0.9) return this.doTogether(duel, { kind: 'add' }, { kind: 'delete' });
    return this.do(duel, { kind: 'read' });
  }

  private workOnCart(duel: Duel): Promise<unknown> {
    const draw = this.random.next();
    if (draw < 0.1) return this.do(duel, { kind: 'add' });
    if (draw < 0.2) return this.remove(duel);
    if (draw < 0.4) return this.do(duel, { kind: 'place' });
    if (draw < 0.55) return this.doTogether(duel, { kind: 'place' }, { kind: 'delete' });
    if (draw < 0.75) return this.outlive(duel);
    if (draw < 0.85) return this.do(duel, { kind: 'delete' });
    return this.do(duel, { kind: 'read' });
  }

  private workOnOrder(duel: Duel): Promise<unknown> {
    const draw = this.random.next();
    if (draw < 0.7) return this.move(duel);
    return this.do(duel, { kind: draw < 0.9 ? 'delete' : 'read' });
  }

  private remove(duel: Duel): Promise<unknown> {
    const { line } = duel;
    if (line === undefined) return this.do(duel, { kind: 'read' });
    const remove = { kind: 'remove', cart: line.cart, line: line.id } as const;
    return this.random.chance(0.5) ? this.do(duel, remove) : this.doTogether(duel, remove, { kind: 'delete' });
  }

  /** Ages the cart, then places it while the bundle is deleted: either may come first, but not both may succeed. */
  private async outlive(duel: Duel): Promise<unknown> {
    const { uid, bundle } = duel;
    await this.around.history.record(this.name, 'duel', bundle, { kind: 'age' }, async () => ({
      outcome: await this.age(uid),
      saw: {},
      replayed: false,
    }));
    const next: DuelAction = this.random.chance(0.7) ? { kind: 'place' } : { kind: 'add' };
    return this.doTogether(duel, next, { kind: 'delete' });
  }

  private move(duel: Duel): Promise<unknown> {
    const order = duel.orders.at(-1);
    if (order === undefined) return this.do(duel, { kind: 'place' });
    const to = this.random.pick<OrderStatus>(['paid', 'completed', 'cancelled', 'cancelled', 'returned']);
    const move = { kind: 'move', order, to } as const;
    return this.random.chance(0.5) ? this.do(duel, move) : this.doTogether(duel, move, { kind: 'delete' });
  }

  private async do(duel: Duel, action: DuelAction): Promise<void> {
    this.remember(duel, await this.ask(asking(duel, action)));
  }

  private async doTogether(duel: Duel, ...actions: DuelAction[]): Promise<void> {
    const operations = await this.askTogether(...actions.map((action) => asking(duel, action)));
    for (const operation of operations) this.remember(duel, operation);
  }

  private remember(duel: Duel, { action, outcome, saw }: Operation<'duel'>): void {
    if (saw?.line !== undefined) duel.line = saw.line ?? undefined;
    if (saw?.order !== undefined) duel.orders.push(saw.order);
    if (action.kind === 'place') duel.line = undefined;
    if (action.kind === 'delete' && outcome === 'ok') this.duels.shorten(duel, USES_AFTER_DELETE);
  }
}

/** The question for an action that is done over HTTP. */
export function asking(duel: Duel, action: DuelAction): Question<'duel'> {
  const { product } = duel;
  const see = (data: Record<string, unknown>): DuelSaw => {
    if (action.kind === 'place') return { order: seePlaced(data).order };
    const isOfCart = action.kind === 'add' || action.kind === 'remove' || action.kind === 'read';
    return isOfCart ? seeLine(data, product) : {};
  };
  return { of: 'duel', object: duel.bundle, action, request: requestOf(duel, action), see };
}

function requestOf({ bundle, product, uid }: Duel, action: DuelAction): Question<'duel'>['request'] {
  const post = (path: string, body: object): Question<'duel'>['request'] => ({
    method: 'POST',
    path: `${COMMERCE}/${path}/?uid=${uid}`,
    body,
  });
  switch (action.kind) {
    case 'add':
      return post('add-cart-item', { product_id: product });
    case 'remove':
      return post('remove-cart-item', { pk: action.line, order_id: action.cart });
    case 'place':
      return post('create-order', {});
    case 'move':
      if (action.to === 'returned') return post('order-return', { order_id: action.order, reason: 'a race' });
      return post('order-status', { order_id: action.order, status: action.to });
    case 'delete':
      return { method: 'DELETE', path: `${COMMERCE}/product/delete/?bundle_id=${bundle}` };
    default:
      return { method: 'GET', path: `${COMMERCE}/cart-items/?uid=${uid}` };
  }
}
