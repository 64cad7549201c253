import type { Answer } from '#test/support/http.js';
import type { Random } from '#test/support/random.js';
import { BASE, type Person } from '#test/support/shop.js';
import type { CartAction, CartSaw, Operation } from '../history/operation.js';
import { Client, type Question, type Surroundings } from './asker.js';
import { seeCart, seeOrders, seePlaced, seeWishes } from './views.js';

const MAX_MORE = 9;
const NEWEST_ORDERS = 5;

type Cart = NonNullable<CartSaw['cart']>;
type Change = Extract<CartAction, { kind: 'add' | 'set' | 'remove' | 'place' }>;

/** What the shoppers of a load have in common. */
export interface Market {
  /** What goes into carts, and onto wishlists. */
  products: readonly number[];
  wishes: readonly number[];
  /** Tells of an order that has been placed. */
  placed: (order: number) => void;
}

/** Fills a cart, places it as an order and wishes for things; others do the same to the same cart. */
export class Shopper extends Client {
  /** The cart as it was last seen, which may be long gone. */
  private seen: Cart = { id: null, version: 0, lines: [] };

  constructor(
    name: string,
    person: Person,
    around: Surroundings,
    random: Random,
    private readonly market: Market,
  ) {
    super(name, person, around, random);
  }

  protected act(): Promise<unknown> {
    const draw = this.random.next();
    if (draw < 0.24) return this.shop(this.add());
    if (draw < 0.34) return this.shop(this.set());
    if (draw < 0.4) return this.shop(this.remove());
    if (draw < 0.44) return this.shop({ kind: 'place' });
    if (draw < 0.5) return this.shopTogether(this.addOnce());
    if (draw < 0.53) return this.shopTogether({ kind: 'place', key: this.key() });
    if (draw < 0.55) return this.shopTogether({ kind: 'place' });
    if (draw < 0.6) return this.shopTogether(this.upon(this.add()), this.upon(this.set()));
    if (draw < 0.62) return this.shop(this.upon({ kind: 'place' }));
    if (draw < 0.78) return this.read();
    if (draw < 0.82) return this.ask(readingOrders(this.person.uid, NEWEST_ORDERS));
    if (draw < 0.88) return this.wish('add');
    if (draw < 0.93) return this.wish('remove');
    return this.ask(readingWishes(this.person.uid));
  }

  private add(): Change {
    const { products } = this.market;
    return { kind: 'add', product: this.random.pick(products), quantity: 1 + this.random.below(MAX_MORE) };
  }

  /** Adds with a key, so that it is done once however often it is sent. */
  private addOnce(): Change {
    return { ...this.add(), key: this.key() };
  }

  private set(): Change {
    const { id, lines } = this.seen;
    if (id === null || lines.length === 0) return this.add();
    return { kind: 'set', cart: id, line: this.random.pick(lines).id, quantity: 1 + this.random.below(MAX_MORE) };
  }

  private remove(): Change {
    const { id, lines } = this.seen;
    return id === null || lines.length === 0
      ? this.add()
      : { kind: 'remove', cart: id, line: this.random.pick(lines).id };
  }

  /** The same change, meant for the cart as it was last seen. */
  private upon(change: Change): Change {
    return { ...change, version: this.seen.version };
  }

  private key(): string {
    return `${this.name}-${this.random.next()}`;
  }

  private async shop(change: Change): Promise<void> {
    this.remember(await this.ask(this.changing(change)));
  }

  /** Two changes at the same time, or the same one twice. */
  private async shopTogether(one: Change, other = one): Promise<void> {
    for (const operation of await this.askTogether(this.changing(one), this.changing(other))) this.remember(operation);
  }

  private changing(action: Change): Question<'cart'> {
    const { key, version } = action;
    const headers = {
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(version === undefined ? {} : { 'if-match': String(version) }),
    };
    const { path, body } = requestOf(action);
    const see = (data: Answer['data']): CartSaw => (action.kind === 'place' ? seePlaced(data) : seeCart(data));
    const request = { method: 'POST', path: `${BASE}/commerce/${path}/`, headers, body } as const;
    return { of: 'cart', object: this.person.uid, action, request, see };
  }

  private async read(): Promise<void> {
    this.remember(await this.ask(readingCart(this.person.uid)));
  }

  private remember({ saw }: Operation<'cart'>): void {
    if (saw?.cart !== undefined) this.seen = saw.cart;
    if (saw?.order !== undefined) this.market.placed(saw.order);
  }

  private wish(kind: 'add' | 'remove'): Promise<unknown> {
    const product = this.random.pick(this.market.wishes);
    const request = {
      method: 'POST',
      path: `${BASE}/commerce/wishlist-${kind}/`,
      body: { product_id: product },
    } as const;
    const see = (): { products: number[] } => ({ products: [] });
    return this.ask({ of: 'wishes', object: this.person.uid, action: { kind, product }, request, see });
  }
}

/** The question for a user's cart. */
export function readingCart(uid: number): Question<'cart'> {
  const request = { method: 'GET', path: `${BASE}/commerce/cart-items/` } as const;
  return { of: 'cart', object: uid, action: { kind: 'read' }, request, see: seeCart };
}

/** The question for a user's newest orders; at most 100. */
export function readingOrders(uid: number, newest: number): Question<'cart'> {
  const request = { method: 'GET', path: `${BASE}/commerce/orders/?limit=${newest}` } as const;
  return { of: 'cart', object: uid, action: { kind: 'orders', newest }, request, see: seeOrders };
}

/** The question for a user's wishlist. */
export function readingWishes(uid: number): Question<'wishes'> {
  const request = { method: 'GET', path: `${BASE}/commerce/wishlist-items/` } as const;
  return { of: 'wishes', object: uid, action: { kind: 'read' }, request, see: seeWishes };
}

function requestOf(action: Change): { path: string; body: object } {
  switch (action.kind) {
    case 'add':
      return { path: 'add-cart-item', body: { product_id: action.product, quantity: action.quantity } };
    case 'set':
      return {
        path: 'update-cart',
        body: { cart_id: action.cart, line_item_id: action.line, quantity: action.quantity },
      };
    case 'remove':
      return { path: 'remove-cart-item', body: { order_id: action.cart, pk: action.line } };
    case 'place':
      return { path: 'create-order', body: {} };
  }
}
