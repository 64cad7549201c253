import type { Random } from '#test/support/random.js';
import { BASE, type Person, signUpBody } from '#test/support/shop.js';
import type { LabelledBundle, Objects, OrderStatus, ShelfAction, SoldLine } from '../history/operation.js';
import { Client, type Question, type Rotation, type Surroundings } from './asker.js';
import { labelledBody, seeAdministered, seeListed, seeStatus } from './views.js';

const CONTESTED = 0.3;
const PRODUCT = `${BASE}/commerce/product`;

/** A few bundle ids that clerks create, change and delete at the same time; `id-own` is a bundle's own SKU. */
export interface Shelf {
  name: string;
  ids: readonly string[];
  /** A SKU that each of the bundles would like to have. */
  contested: string;
}

/** What the clerks of a load have in common. */
export interface Office {
  shelves: Rotation<Shelf>;
  /** The bundle whose products are in carts and on orders: it is updated, but stays. */
  goods: { shelf: string; id: string; skus: readonly string[] };
  /** An order that has been placed lately. */
  order: () => number | undefined;
  /** The lines of the orders that somebody was told of. */
  lines: Map<number, readonly SoldLine[]>;
  names: Rotation<string>;
  /** A label that no other update has. */
  label: () => string;
}

/** An API admin that changes the catalogue, moves orders along and signs members up. */
export class Clerk extends Client {
  constructor(
    name: string,
    person: Person,
    around: Surroundings,
    random: Random,
    private readonly office: Office,
  ) {
    super(name, person, around, random);
  }

  protected async act(): Promise<unknown> {
    const draw = this.random.next();
    if (draw < 0.1) return this.changeGoods();
    if (draw < 0.15) return this.readShelf(this.office.goods.shelf);
    if (draw < 0.4) return this.moveOrder();
    if (draw < 0.41) return this.signUp();
    const shelf = await this.office.shelves.pick();
    return shelf === undefined ? undefined : this.workOn(shelf);
  }

  private workOn(shelf: Shelf): Promise<unknown> {
    const draw = this.random.next();
    const change = (action: ShelfAction): Promise<unknown> => this.ask(stocking(shelf.name, action));
    if (draw < 0.15) return change({ kind: 'create', ...this.bundle(shelf) });
    if (draw < 0.2) return this.twice(shelf, { kind: 'create', ...this.bundle(shelf) });
    if (draw < 0.3) return change(this.bulk(shelf));
    if (draw < 0.45) return change({ kind: 'update', ...this.bundle(shelf) });
    if (draw < 0.52) return this.twice(shelf, { kind: 'update', ...this.bundle(shelf) });
    if (draw < 0.62) return change({ kind: 'delete', id: this.random.pick(shelf.ids) });
    if (draw < 0.7) return change(this.drop(shelf));
    if (draw < 0.85) return this.readShelf(shelf.name);
    return this.administerShelf(shelf.name);
  }

  /** The same change of the same bundle with another label, at the same time. */
  private twice(shelf: Shelf, action: { kind: 'create' | 'update' } & LabelledBundle): Promise<unknown> {
    return this.askTogether(
      stocking(shelf.name, action),
      stocking(shelf.name, { ...action, label: this.office.label() }),
    );
  }

  private bundle({ ids, contested }: Shelf): LabelledBundle {
    const id = this.random.pick(ids);
    return {
      id,
      label: this.office.label(),
      skus: [`${id}-own`, ...(this.random.chance(CONTESTED) ? [contested] : [])],
    };
  }

  private bulk({ ids, contested }: Shelf): ShelfAction {
    const taker = this.random.pick([undefined, ...ids]);
    const bundles = ids
      .filter(() => this.random.chance(0.8))
      .map((id) => ({ id, label: this.office.label(), skus: [`${id}-own`, ...(id === taker ? [contested] : [])] }));
    return { kind: 'bulk', bundles };
  }

  private drop({ ids, contested }: Shelf): ShelfAction {
    const id = this.random.pick(ids);
    return { kind: 'drop', id, sku: this.random.pick([`${id}-own`, contested]) };
  }

  private changeGoods(): Promise<unknown> {
    const { shelf, id, skus } = this.office.goods;
    return this.ask(stocking(shelf, { kind: 'update', id, label: this.office.label(), skus: [...skus] }));
  }

  private readShelf(shelf: string): Promise<unknown> {
    return this.ask(readingShelf(shelf));
  }

  private administerShelf(shelf: string): Promise<unknown> {
    return this.ask(administeringShelf(shelf, this.around.shop.superAdmin));
  }

  private async moveOrder(): Promise<unknown> {
    const order = this.office.order();
    if (order === undefined) return this.changeGoods();
    const operations = await this.askTogether(...this.movesOf(order));
    const seen = operations.find(({ saw }) => saw?.lines !== undefined)?.saw?.lines;
    if (seen !== undefined) this.office.lines.set(order, seen);
    return operations;
  }

  private movesOf(order: number): Question<'status'>[] {
    const draw = this.random.next();
    if (draw < 0.2) return [moving(order, 'paid')];
    if (draw < 0.3) return [moving(order, 'paid'), moving(order, 'cancelled')];
    if (draw < 0.38) return [moving(order, 'completed')];
    if (draw < 0.42) return [moving(order, 'completed'), moving(order, 'cancelled')];
    const lines = this.office.lines.get(order);
    if (draw < 0.5 || lines === undefined) return [readingStatus(order, this.around.shop.superAdmin)];
    const piece = returning(order, this.random.pick(lines).id);
    if (draw < 0.75) return [piece, piece];
    if (draw < 0.9) return [piece, moving(order, 'cancelled')];
    if (draw < 0.95) return [piece, moving(order, 'returned')];
    return [moving(order, 'returned'), moving(order, 'completed')];
  }

  /** The same name twice at the same time. */
  private async signUp(): Promise<unknown> {
    const name = await this.office.names.pick();
    return name === undefined ? undefined : this.askTogether(signingUp(name), signingUp(name));
  }
}

/** The question for a change of a shelf. */
export function stocking(shelf: string, action: ShelfAction): Question<'shelf'> {
  return {
    of: 'shelf',
    object: shelf,
    action,
    request: requestOf(shelf, action),
    see: (data) => (action.kind === 'bulk' ? seeBulk(data) : {}),
  };
}

/** The question for a sign-up. */
export function signingUp(username: string): Question<'name'> {
  return {
    of: 'name',
    object: username,
    action: { kind: 'signUp' },
    request: { method: 'POST', path: `${BASE}/user/signup/`, body: signUpBody(username) },
    see: ({ uid }) => ({ uids: [Number(uid)] }),
  };
}

function moving(order: number, to: OrderStatus): Question<'status'> {
  const request =
    to === 'returned'
      ? returningOf(order)
      : ({ method: 'POST', path: `${BASE}/commerce/order-status/`, body: { order_id: order, status: to } } as const);
  return { of: 'status', object: order, action: { kind: 'move', to }, request, see: seeStatus };
}

/** The question for the return of one piece. */
function returning(order: number, line: number): Question<'status'> {
  const request = returningOf(order, [{ id: line, quantity: 1 }]);
  return { of: 'status', object: order, action: { kind: 'return', line }, request, see: seeStatus };
}

function returningOf(order: number, items?: object[]): Question<'status'>['request'] {
  const body = { order_id: order, items, reason: 'a race' };
  return { method: 'POST', path: `${BASE}/commerce/order-return/`, body };
}

/** The question for the status of an order, as the admin module tells it. */
export function readingStatus(order: number, headers: Person['headers']): Question<'status'> {
  const request = { method: 'GET', path: `/admin/api/orders/${order}/`, headers } as const;
  return { of: 'status', object: order, action: { kind: 'read' }, request, see: seeStatus };
}

/** The question for what the client API lists of a shelf. */
export function readingShelf(shelf: string): Question<'shelf'> {
  const request = { method: 'GET', path: `${PRODUCT}/list/?name=${encodeURIComponent(`${shelf} `)}` } as const;
  return { of: 'shelf', object: shelf, action: { kind: 'read' }, request, see: (data) => seeListed(data, shelf) };
}

/** The question for what the admin module lists of a shelf. */
export function administeringShelf(shelf: string, headers: Person['headers']): Question<'shelf'> {
  const request = { method: 'GET', path: `/admin/api/bundles/?search=${encodeURIComponent(shelf)}`, headers } as const;
  return { of: 'shelf', object: shelf, action: { kind: 'read' }, request, see: (data) => seeAdministered(data, shelf) };
}

function seeBulk(data: Record<string, unknown>): Objects['shelf']['saw'] {
  const { Product_created: created, Product_creation_failed: failed } = data as {
    Product_created: string[];
    Product_creation_failed: { same_bundle_id: { bundle_id: string }[] };
  };
  return { created, same: failed.same_bundle_id.map(({ bundle_id }) => bundle_id) };
}

function requestOf(shelf: string, action: ShelfAction): Question<'shelf'>['request'] {
  const query = (values: Record<string, string>): string => new URLSearchParams(values).toString();
  const body = ({ id, label, skus }: LabelledBundle): object => labelledBody(id, shelf, label, skus);
  switch (action.kind) {
    case 'create':
    case 'update':
      return { method: 'POST', path: `${PRODUCT}/${action.kind}/`, body: body(action) };
    case 'bulk':
      return { method: 'POST', path: `${PRODUCT}/bulk/create/`, body: action.bundles.map(body) };
    case 'delete':
      return { method: 'DELETE', path: `${PRODUCT}/delete/?${query({ bundle_id: action.id })}` };
    case 'drop': {
      const key = query({ bundle_id: action.id, product_sku: action.sku });
      return { method: 'DELETE', path: `${PRODUCT}/delete/product-varient/?${key}` };
    }
    case 'read':
      return readingShelf(shelf).request;
  }
}
