import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import {
  acceptCustomFields,
  type CustomFieldChange,
  validateCustomFields,
  withoutPersonalFields,
} from '#common/custom-fields/index.js';
import { Database, type Statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder, HandlerRegistry } from '#common/events/index.js';
import { assertMatch, type IfMatch } from '#common/http/if-match.js';
import { accept, addProblem, addProblems, isFine, isSound, type Validated } from '#common/validation/index.js';
import { UsersService } from '#people/users/index.js';
import { CartPricer } from './cart-pricer.js';
import type { AddCartItemDto, CartView, RemoveCartItemDto, UpdateCartDto } from './cart.dto.js';
import type { CartChange, CartUpdatedData } from './cart.events.js';
import * as queries from './cart.queries.js';
import type { CartLineRow, CartRow, MaybeLine } from './cart.queries.js';
import {
  assertPlaceable,
  assertRoomForLine,
  EMPTY_CART,
  INVALID_PRODUCT,
  presentLines,
  type PricedLine,
  raisedQuantity,
  UNKNOWN_ITEM,
} from './cart.rules.js';

/** The change, for the event. */
type ChangeData = Pick<CartUpdatedData, 'change' | 'item'>;

/** The audit log's action for each change. */
const AUDITED: Readonly<Record<CartChange, string>> = {
  added: 'cart.add',
  quantity_changed: 'cart.change-quantity',
  removed: 'cart.remove',
};

/** A cart that is about to be placed: its row and its products are locked. */
export interface LockedCart {
  readonly id: number;
  readonly version: number;
  readonly lines: readonly PricedLine[];
}

/** A cart whose row this transaction has locked, with its state before the change if that is audited. */
interface OpenCart extends CartRow {
  before: CartView | undefined;
}

/**
 * Reads and changes carts. Each change locks the cart's row first, so changes of a cart run one after the other and none is
 * lost. See docs/spec/commerce-api.md#2.1 and #4.1; docs/spec/service.md#6.
 */
@Injectable()
export class CartService {
  constructor(
    private readonly db: Database,
    private readonly pricer: CartPricer,
    private readonly users: UsersService,
    private readonly handlers: HandlerRegistry,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /** The user's cart; without id and items until something was added. Reading another user's cart is audited. */
  async read(caller: Caller): Promise<CartView> {
    const rows = await this.db.query<MaybeLine<CartLineRow & CartRow>>(null, queries.READ_CART, [caller.actsFor]);
    const { cart_id = null, version = 0 } = rows[0] ?? {};
    const view = await this.pricer.view(null, caller, cart_id, version, presentLines(rows));
    await this.audit.recordRead(caller, { action: 'cart.read', entityType: 'cart', entityId: view.cart_id ?? '-' });
    return view;
  }

  /**
   * The cart of a user, for the admin module.
   * @throws AppError NOT_FOUND for an unknown user
   */
  async readOf(caller: Caller, uid: number): Promise<CartView> {
    await this.users.assertExists(uid);
    return this.read({ ...caller, actsFor: uid });
  }

  /**
   * Adds a product, or raises the quantity of its line.
   * @throws AppError VALIDATION for a product that cannot be bought, a sum beyond 9999, a full cart; CONFLICT for a stale version
   */
  async add(caller: Caller, validated: Validated<AddCartItemDto>, expected: IfMatch): Promise<CartView> {
    const custom = validateCustomFields('order_lines', validated.dto.custom_fields, 'client', true);
    addProblems(validated.errors, 'custom_fields', custom.problems);
    const { product_id, quantity: more = 1 } = accept(await this.withProductProblem(validated));
    const custom_fields = custom.values;
    return this.db.transaction(async (tx) => {
      const cart = await this.openOrCreate(tx, caller, expected);
      const product = await this.db.queryOne<queries.ProductForCart>(tx, queries.FIND_PRODUCT, [
        cart.cart_id,
        product_id,
      ]);
      if (product === undefined) throw AppError.of(INVALID_PRODUCT);
      const { sku, bundle_id, line_id, held, lines } = product;
      const quantity = raisedQuantity(held, more);
      if (line_id === null) assertRoomForLine(lines);
      const { cart_id } = cart;
      await this.handlers.runHooks('cart.add', tx, {
        caller,
        cart_id,
        product_id,
        sku,
        bundle_id,
        quantity,
        custom_fields,
      });
      const rows =
        line_id === null
          ? await this.rows(tx, queries.ADD_LINE, [cart.cart_id, product_id, quantity, jsonOf(custom_fields)])
          : await this.rows(tx, queries.SET_QUANTITY, [cart.cart_id, line_id, quantity, jsonOf(custom_fields)]);
      const change: ChangeData = { change: 'added', item: { product_id, bundle_id, sku, quantity } };
      return this.finish(tx, caller, cart, change, rows);
    });
  }

  /**
   * Sets the quantity of a line.
   * @throws AppError NOT_FOUND for a cart or line that is not the user's; VALIDATION for a line that is not available any
   * more; CONFLICT for a stale version
   */
  async changeQuantity(
    caller: Caller,
    { cart_id, line_item_id, quantity, custom_fields: sent }: UpdateCartDto,
    expected: IfMatch,
  ): Promise<CartView> {
    const custom_fields = acceptCustomFields('order_lines', sent, 'client', false) ?? {};
    return this.db.transaction(async (tx) => {
      const ids = [caller.actsFor, cart_id, line_item_id];
      const found = await this.db.queryOne<queries.CartWithLine>(tx, queries.TOUCH_CART_WITH_LINE, ids);
      if (found === undefined) throw AppError.of(UNKNOWN_ITEM);
      const { line, ...row } = found;
      const cart = await this.opened(tx, caller, row, expected);
      if (line === null) throw AppError.of(UNKNOWN_ITEM);
      if (!line.available)
        throw AppError.ofField(
          'VALIDATION',
          'line_item_id',
          'the product is not available; the item can only be removed',
        );
      const { product_id, sku, bundle_id } = line;
      await this.handlers.runHooks('cart.changeQuantity', tx, {
        caller,
        cart_id,
        product_id,
        sku,
        bundle_id,
        quantity,
        custom_fields,
      });
      const values = [cart_id, line_item_id, quantity, jsonOf(custom_fields)];
      const rows = await this.rows(tx, queries.SET_QUANTITY, values);
      if (!rows.some(({ id }) => id === line_item_id)) throw AppError.of(UNKNOWN_ITEM);
      const change: ChangeData = { change: 'quantity_changed', item: { product_id, bundle_id, sku, quantity } };
      return this.finish(tx, caller, cart, change, rows);
    });
  }

  /**
   * Removes a line.
   * @throws AppError NOT_FOUND for a cart or line that is not the user's; CONFLICT for a stale version
   */
  async remove(caller: Caller, { pk, order_id }: RemoveCartItemDto, expected: IfMatch): Promise<CartView> {
    return this.db.transaction(async (tx) => {
      const found = await this.db.queryOne<queries.TouchedCart>(tx, queries.TOUCH_CART_BY_ID, [
        caller.actsFor,
        order_id,
      ]);
      if (found === undefined) throw AppError.of(UNKNOWN_ITEM);
      const cart = await this.opened(tx, caller, found, expected);
      const rows = await this.rows<queries.RemovedLine>(tx, queries.REMOVE_LINE, [order_id, pk]);
      if (rows[0] === undefined) throw AppError.of(UNKNOWN_ITEM);
      const { removed_product_id: product_id, removed_bundle_id: bundle_id, removed_sku: sku } = rows[0];
      const change: ChangeData = { change: 'removed', item: { product_id, bundle_id, sku, quantity: 0 } };
      return this.finish(tx, caller, cart, change, rows);
    });
  }

  /**
   * Locks the user's cart and its products for placing, and prices the lines.
   * @throws AppError CONFLICT for a stale version; VALIDATION for an empty cart or one with an unavailable line
   */
  async lockToPlace(tx: EntityManager, caller: Caller, expected: IfMatch): Promise<LockedCart> {
    const cart = await this.db.queryOne<CartRow>(tx, queries.LOCK_CART, [caller.actsFor]);
    assertMatch(expected, cart?.version ?? 0);
    if (cart === undefined) throw AppError.of(EMPTY_CART);
    // Read after the locks, so prices and volumes come from one state of the catalogue.
    await this.db.query(tx, queries.LOCK_PRODUCTS, [cart.cart_id]);
    const rows = await this.db.query<CartLineRow>(tx, queries.READ_LINES, [cart.cart_id]);
    const lines = await this.pricer.price(tx, caller, rows);
    assertPlaceable(lines);
    return { id: cart.cart_id, version: cart.version, lines };
  }

  /** The answer to a body with other problems names an invalid product too. */
  private async withProductProblem({ dto, errors }: Validated<AddCartItemDto>): Promise<Validated<AddCartItemDto>> {
    if (isFine(errors) || !isSound(errors, 'product_id')) return { dto, errors };
    const product = await this.db.queryOne(null, queries.KNOWS_PRODUCT, [dto.product_id]);
    if (product === undefined) addProblem(errors, 'product_id', INVALID_PRODUCT.message);
    return { dto, errors };
  }

  /** Locks the user's cart, creating it if necessary, and raises its version. */
  private async openOrCreate(tx: EntityManager, caller: Caller, expected: IfMatch): Promise<OpenCart> {
    const found = await this.db.queryOne<queries.TouchedCart>(tx, queries.TOUCH_CART, [caller.actsFor]);
    if (found !== undefined) return this.opened(tx, caller, found, expected);
    const inserted = await this.db.queryOne<queries.TouchedCart & { created: boolean }>(tx, queries.CREATE_CART, [
      caller.actsFor,
    ]);
    if (inserted === undefined) throw new Error('a cart was neither created nor found');
    if (!inserted.created) return this.opened(tx, caller, inserted, expected);
    const cart = await this.db.queryOne<queries.TouchedCart>(tx, queries.CONTINUE_VERSIONS, [
      inserted.cart_id,
      caller.actsFor,
    ]);
    if (cart === undefined) throw new Error('a cart that was just created is gone');
    return this.opened(tx, caller, cart, expected);
  }

  /** Checks `If-Match` of a locked cart, and reads its state before the change if that is audited. */
  private async opened(
    tx: EntityManager,
    caller: Caller,
    cart: queries.TouchedCart,
    expected: IfMatch,
  ): Promise<OpenCart> {
    assertMatch(expected, cart.former_version);
    if (!actsForAnother(caller)) return { ...cart, before: undefined };
    const rows = await this.db.query<CartLineRow>(tx, queries.READ_LINES, [cart.cart_id]);
    return { ...cart, before: await this.pricer.view(tx, caller, cart.cart_id, cart.former_version, rows) };
  }

  private async rows<More = unknown>(
    tx: EntityManager,
    change: Statement,
    values: (number | string | null)[],
  ): Promise<(MaybeLine<CartLineRow> & More)[]> {
    return this.db.query<MaybeLine<CartLineRow> & More>(tx, change, values);
  }

  /** Ends every change: event, audit entry and the new view. */
  private async finish(
    tx: EntityManager,
    caller: Caller,
    { cart_id, version, before }: OpenCart,
    change: ChangeData,
    rows: readonly MaybeLine<CartLineRow>[],
  ): Promise<CartView> {
    const view = await this.pricer.view(tx, caller, cart_id, version, presentLines(rows));
    const { currency_code, totals } = view;
    const data = { uid: caller.actsFor, cart_id, version, ...change, currency_code, totals };
    await this.events.record(tx, 'cart.updated', cart_id, data);
    await this.audit.recordForAnother(tx, caller, {
      action: AUDITED[change.change],
      entityType: 'cart',
      entityId: cart_id,
      before: before && audited(before),
      after: audited(view),
    });
    return view;
  }
}

/** A parameter of SQL that writes a change of custom fields; null for none. */
function jsonOf(change: CustomFieldChange): string | null {
  return Object.keys(change).length === 0 ? null : JSON.stringify(change);
}

function audited(view: CartView): CartView {
  return { ...view, cartitems: view.cartitems.map((item) => withoutPersonalFields('order_lines', item)) };
}
