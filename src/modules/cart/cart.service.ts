import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '../../common/access/index.js';
import { AuditLog } from '../../common/audit/index.js';
import { Database, type Statement } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { EventRecorder, ExtensionRegistry } from '../../common/events/index.js';
import { assertMatch, type IfMatch } from '../../common/http/if-match.js';
import { accept, addProblem, type Judged } from '../../common/validation/index.js';
import { CartPricer } from './cart-pricer.js';
import type { AddCartItemDto, RemoveCartItemDto, UpdateCartDto } from './cart.dto.js';
import type { CartChange, CartUpdatedData } from './cart.events.js';
import * as queries from './cart.queries.js';
import type { CartLineRow, CartRow, MaybeLine } from './cart.queries.js';
import { assertRoomForLine, presentLines, raisedQuantity } from './cart.rules.js';
import type { CartView } from './cart.views.js';

const INVALID_PRODUCT = 'invalid product id';

/** What was done, for the event. */
type CartNews = Pick<CartUpdatedData, 'change' | 'item'>;

/** What was done, for the audit log. */
const AUDITED: Readonly<Record<CartChange, string>> = {
  added: 'cart.add',
  quantity_changed: 'cart.change-quantity',
  removed: 'cart.remove',
};

/** A cart whose row is locked by this transaction, with what it was before if that is audited. */
interface OpenCart extends CartRow {
  before: CartView | undefined;
}

/**
 * Reads and changes carts. Each change locks the cart's row first, so that changes of one cart happen one after the other
 * and none is lost. Sections 2.1 and 4.1 of the specification; section 6 of the decisions.
 */
@Injectable()
export class CartService {
  constructor(
    private readonly db: Database,
    private readonly pricer: CartPricer,
    private readonly extensions: ExtensionRegistry,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /** The user's cart; one without id and items as long as nothing was added. Another user's is audited. */
  async read(caller: Caller): Promise<CartView> {
    if (!actsForAnother(caller)) return this.load(null, caller);
    return this.db.transaction(async (tx) => {
      const view = await this.load(tx, caller);
      await this.audit.record(tx, caller, { action: 'cart.read', entityType: 'cart', entityId: view.cart_id ?? '-' });
      return view;
    });
  }

  /**
   * Adds a product, or raises the line that holds it.
   * @throws AppError VALIDATION for a product that cannot be bought, a sum beyond 9999, a full cart; CONFLICT for a stale version
   */
  async add(caller: Caller, judged: Judged<AddCartItemDto>, expected: IfMatch): Promise<CartView> {
    const { product_id, quantity: more = 1 } = accept(await this.withProductProblem(judged));
    return this.db.transaction(async (tx) => {
      const cart = await this.openOrMake(tx, caller, expected);
      const product = await this.db.queryOne<queries.ProductForCart>(tx, queries.FIND_PRODUCT, [
        cart.cart_id,
        product_id,
      ]);
      if (product === undefined) throw AppError.ofField('VALIDATION', 'product_id', INVALID_PRODUCT);
      const { sku, bundle_id, line_id, held, lines } = product;
      const quantity = raisedQuantity(held, more);
      if (line_id === null) assertRoomForLine(lines);
      await this.extensions.run('cart.add', tx, {
        caller,
        cart_id: cart.cart_id,
        product_id,
        sku,
        bundle_id,
        quantity,
      });
      const rows =
        line_id === null
          ? await this.rows(tx, queries.ADD_LINE, [cart.cart_id, product_id, quantity])
          : await this.rows(tx, queries.SET_QUANTITY, [cart.cart_id, line_id, quantity]);
      const change: CartNews = { change: 'added', item: { product_id, bundle_id, sku, quantity } };
      return this.finish(tx, caller, cart, change, rows);
    });
  }

  /**
   * Sets the quantity of a line.
   * @throws AppError NOT_FOUND for a cart or line that is not the user's; VALIDATION for a line that cannot be bought any
   * more, which can only be removed; CONFLICT for a stale version
   */
  async changeQuantity(
    caller: Caller,
    { cart_id, line_item_id, quantity }: UpdateCartDto,
    expected: IfMatch,
  ): Promise<CartView> {
    return this.db.transaction(async (tx) => {
      const values = [caller.actsFor, cart_id, line_item_id];
      const found = await this.db.queryOne<queries.CartWithLine>(tx, queries.TOUCH_CART_WITH_LINE, values);
      if (found === undefined) throw notFound();
      const { line, ...row } = found;
      const cart = await this.opened(tx, caller, row, row.version - 1, expected);
      if (line === null) throw notFound();
      if (!line.available)
        throw AppError.ofField(
          'VALIDATION',
          'line_item_id',
          'the product is not available; the item can only be removed',
        );
      const { product_id, sku, bundle_id } = line;
      await this.extensions.run('cart.changeQuantity', tx, { caller, cart_id, product_id, sku, bundle_id, quantity });
      const rows = await this.rows(tx, queries.SET_QUANTITY, [cart_id, line_item_id, quantity]);
      if (!rows.some(({ id }) => id === line_item_id)) throw notFound();
      const change: CartNews = { change: 'quantity_changed', item: { product_id, bundle_id, sku, quantity } };
      return this.finish(tx, caller, cart, change, rows);
    });
  }

  /**
   * Removes a line.
   * @throws AppError NOT_FOUND for a cart or line that is not the user's; CONFLICT for a stale version
   */
  async remove(caller: Caller, { pk, order_id }: RemoveCartItemDto, expected: IfMatch): Promise<CartView> {
    return this.db.transaction(async (tx) => {
      const cart = await this.open(tx, caller, order_id, expected);
      const rows = await this.rows<queries.RemovedLine>(tx, queries.REMOVE_LINE, [order_id, pk]);
      if (rows[0] === undefined) throw notFound();
      const { removed_product_id: product_id, removed_bundle_id: bundle_id, removed_sku: sku } = rows[0];
      const change: CartNews = { change: 'removed', item: { product_id, bundle_id, sku, quantity: 0 } };
      return this.finish(tx, caller, cart, change, rows);
    });
  }

  /** What is wrong with the rest of a body does not hide that its product cannot be bought. */
  private async withProductProblem({ dto, errors }: Judged<AddCartItemDto>): Promise<Judged<AddCartItemDto>> {
    const isRefused = Object.keys(errors).length > 0;
    if (!isRefused || errors.product_id !== undefined || errors.detail !== undefined) return { dto, errors };
    const product = await this.db.queryOne(null, queries.KNOWS_PRODUCT, [dto.product_id]);
    if (product === undefined) addProblem(errors, 'product_id', INVALID_PRODUCT);
    return { dto, errors };
  }

  /** Locks the user's cart, making it if need be, and raises its version. */
  private async openOrMake(tx: EntityManager, caller: Caller, expected: IfMatch): Promise<OpenCart> {
    const found = await this.db.queryOne<CartRow>(tx, queries.TOUCH_CART, [caller.actsFor]);
    if (found !== undefined) return this.opened(tx, caller, found, found.version - 1, expected);
    const made = await this.db.queryOne<CartRow & { created: boolean }>(tx, queries.CREATE_CART, [caller.actsFor]);
    if (made === undefined) throw new Error('a cart was neither made nor found');
    if (!made.created) return this.opened(tx, caller, made, made.version - 1, expected);
    const cart = await this.db.queryOne<CartRow>(tx, queries.CONTINUE_VERSIONS, [made.cart_id, caller.actsFor]);
    if (cart === undefined) throw new Error('a cart that was just made is gone');
    return this.opened(tx, caller, cart, 0, expected);
  }

  /** Locks a cart of the user and raises its version. */
  private async open(tx: EntityManager, caller: Caller, cartId: number, expected: IfMatch): Promise<OpenCart> {
    const found = await this.db.queryOne<CartRow>(tx, queries.TOUCH_CART_BY_ID, [caller.actsFor, cartId]);
    if (found === undefined) throw notFound();
    return this.opened(tx, caller, found, found.version - 1, expected);
  }

  private async opened(
    tx: EntityManager,
    caller: Caller,
    cart: CartRow,
    wasVersion: number,
    expected: IfMatch,
  ): Promise<OpenCart> {
    assertMatch(expected, wasVersion);
    if (!actsForAnother(caller)) return { ...cart, before: undefined };
    const rows = await this.db.query<CartLineRow>(tx, queries.READ_LINES, [cart.cart_id]);
    return { ...cart, before: await this.pricer.view(tx, caller, cart.cart_id, wasVersion, rows) };
  }

  private async rows<More = unknown>(
    tx: EntityManager,
    change: Statement,
    values: number[],
  ): Promise<(MaybeLine<CartLineRow> & More)[]> {
    return this.db.query<MaybeLine<CartLineRow> & More>(tx, change, values);
  }

  /** What every change ends with: the new view, told to whoever listens and to the audit log. */
  private async finish(
    tx: EntityManager,
    caller: Caller,
    { cart_id, version, before }: OpenCart,
    news: CartNews,
    rows: readonly MaybeLine<CartLineRow>[],
  ): Promise<CartView> {
    const view = await this.pricer.view(tx, caller, cart_id, version, presentLines(rows));
    const { currency_code, totals } = view;
    const data = { uid: caller.actsFor, cart_id, version, ...news, currency_code, totals };
    await this.events.record(tx, 'cart.updated', { type: 'order', id: cart_id }, data);
    await this.audit.recordForAnother(tx, caller, {
      action: AUDITED[news.change],
      entityType: 'cart',
      entityId: cart_id,
      before,
      after: view,
    });
    return view;
  }

  private async load(tx: EntityManager | null, caller: Caller): Promise<CartView> {
    const rows = await this.db.query<MaybeLine<CartLineRow & CartRow>>(tx, queries.READ_CART, [caller.actsFor]);
    return this.pricer.view(tx, caller, rows[0]?.cart_id ?? null, rows[0]?.version ?? 0, presentLines(rows));
  }
}

function notFound(): AppError {
  return AppError.notFound('cart item');
}
