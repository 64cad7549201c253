import { inspect } from 'node:util';
import { brokenConstraint } from '@commerce/postgres';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { acceptCustomFields, changedCustomFields, type CustomFieldValues } from '#common/custom-fields/index.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder, HandlerRegistry } from '#common/events/index.js';
import type { IfMatch } from '#common/http/if-match.js';
import { decimalAmounts, lineAmounts, totalOf } from '#common/money/amounts.js';
import { Currency } from '#common/money/currency.js';
import { fixedText, toDecimal } from '#common/money/fixed.js';
import { UsersService } from '#people/users/index.js';
import { toCartView } from './cart/cart.dto.js';
import type { PricedLine } from './cart/cart.rules.js';
import { CartService, type LockedCart } from './cart/cart.service.js';
import { type AdminPlaceOrderDto, type CreateOrderDto } from './orders.dto.js';
import { type PlacedOrderView, toRecordedOrder } from './orders.view.js';
import { NOW, PLACE_ORDER } from './orders.queries.js';
import { characters, hasControlCharacters, isTotal } from '#common/validation/index.js';
import { CART_IN_USE, orderNumber, otherTotal } from './orders.rules.js';
import { OrdersService } from './orders.service.js';

const NEXT = statement('order-numbers.next', `SELECT nextval('order_numbers') AS n`);

/** An order that needs a number. */
export interface NumberedOrder {
  readonly id: number;
  /** Whose order it is. */
  readonly uid: number;
  readonly placedAt: Date;
}

/**
 * Gives placed orders their numbers. A replaceable provider.
 * @example
 * ```ts
 * @Injectable()
 * class YearlyNumbers extends OrderNumbers {
 *   async next(tx: EntityManager, { placedAt }: NumberedOrder) {
 *     const [{ n }] = await tx.query(`SELECT nextval('my_numbers') AS n`);
 *     return `${placedAt.getUTCFullYear()}/${n}`;
 *   }
 * }
 *
 * createApp({ …, extensions: [{ module: MyModule, replaces: [{ provide: OrderNumbers, useClass: YearlyNumbers }] }] });
 * ```
 */
export abstract class OrderNumbers {
  /**
   * Called once the cart is locked and all checks and hooks have passed. A value drawn from a sequence is lost if the
   * transaction fails later.
   * @param tx the transaction in which the order is placed
   * @returns 1 to 40 characters, none of them a control character, unique over all orders; anything else is a 500
   */
  abstract next(tx: EntityManager, order: NumberedOrder): string | Promise<string>;
}

/** The default: the day, and a number that rises by one with each order, such as `20261120-000042`. */
@Injectable()
export class DatedOrderNumbers extends OrderNumbers {
  constructor(private readonly db: Database) {
    super();
  }

  async next(tx: EntityManager, { placedAt }: NumberedOrder): Promise<string> {
    const { n } = (await this.db.queryOne<{ n: number }>(tx, NEXT))!;
    return orderNumber(n, placedAt);
  }
}

/** Characters of an order number that the column holds. */
const NUMBER_CHARACTERS = 40;

/**
 * Calls {@link OrderNumbers} and checks its number.
 * @throws Error for what is no number of an order, which the client sees as a 500
 */
async function askNumber(numbers: OrderNumbers, tx: EntityManager, order: NumberedOrder): Promise<string> {
  const number: unknown = await numbers.next(tx, order);
  const isNumber =
    typeof number === 'string' &&
    number !== '' &&
    characters(number) <= NUMBER_CHARACTERS &&
    !hasControlCharacters(number);
  if (isNumber) return number;
  throw new Error(
    `OrderNumbers answered ${inspect(number)}, and not a text of 1 to ${NUMBER_CHARACTERS} characters without control characters`,
  );
}

/** Names who gave a number that another order has. */
function namingDuplicate(number: string): (error: unknown) => never {
  return (error) => {
    if (brokenConstraint(error) !== 'orders_number') throw error;
    throw new Error(`OrderNumbers answered ${inspect(number)}, which another order has`, { cause: error });
  };
}

/** Places carts as orders. See docs/spec/service.md#6. */
@Injectable()
export class OrderPlacement {
  constructor(
    private readonly db: Database,
    private readonly carts: CartService,
    private readonly numbers: OrderNumbers,
    private readonly currency: Currency,
    private readonly orders: OrdersService,
    private readonly users: UsersService,
    private readonly handlers: HandlerRegistry,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Places the user's cart as an order, with prices, volumes and labels of the catalogue as it is now.
   * @throws AppError VALIDATION for an empty cart, an unavailable line or `custom_fields`; CONFLICT for a stale version, or, with the current
   * cart, for a total other than the expected one
   */
  async place(
    caller: Caller,
    { expected_total, custom_fields }: CreateOrderDto,
    ifMatch: IfMatch,
  ): Promise<PlacedOrderView> {
    const sent = acceptCustomFields('orders', custom_fields, 'client', true) ?? {};
    const custom = changedCustomFields(null, sent);
    const outcome = await this.db.transaction(async (tx) => {
      const cart = await this.carts.lockToPlace(tx, caller, ifMatch);
      const { price } = totalOf(cart.lines.map(lineAmounts));
      if (expected_total !== undefined && !isTotal(expected_total, price)) {
        const act = { action: 'cart.read', entityType: 'cart', entityId: cart.id };
        await this.audit.recordForAnother(tx, caller, act);
        return otherTotal(expected_total, price, toCartView(cart.id, cart.version, cart.lines, this.currency));
      }
      await this.runHooks(tx, caller, cart, custom);
      const { at: placedAt } = (await this.db.queryOne<{ at: Date }>(tx, NOW))!;
      const number = await askNumber(this.numbers, tx, { id: cart.id, uid: caller.actsFor, placedAt });
      const head = [cart.id, number, this.currency.code, caller.application?.id ?? null, placedAt];
      const values = [...head, ...columnsOf(cart.lines), caller.uid, custom && JSON.stringify(custom)];
      await this.db.query(tx, PLACE_ORDER, values).catch(namingDuplicate(number));
      return this.finish(tx, caller, cart.id);
    });
    // Thrown outside the transaction, so the audit entry about another user's cart is kept.
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  }

  /**
   * Places an order of one product for a user, from the admin module.
   * @returns the id of the order
   * @throws AppError NOT_FOUND without such an active user; VALIDATION for a product that cannot be bought; CONFLICT for a
   * cart with products
   */
  async placeFor(caller: Caller, { uid, ...item }: AdminPlaceOrderDto): Promise<number> {
    const buyer = { ...caller, actsFor: uid };
    return this.db.ambientTransaction(async (tx) => {
      if ((await this.users.holdActive(tx, uid)) === null) throw AppError.notFound('user');
      const cart = await this.carts.add(buyer, { dto: item, errors: {} }, undefined);
      // From here on the cart is locked; what was added is taken back with the transaction.
      if (cart.cartitems.length > 1 || cart.totals.quantity !== (item.quantity ?? 1)) throw AppError.of(CART_IN_USE);
      return (await this.place(buyer, {}, undefined)).order_id;
    });
  }

  private async runHooks(
    tx: EntityManager,
    caller: Caller,
    { id, lines }: LockedCart,
    custom: CustomFieldValues | null,
  ): Promise<void> {
    await this.handlers.runHooks('order.place', tx, {
      caller,
      order_id: id,
      custom_fields: custom ?? {},
      totals: decimalAmounts(totalOf(lines.map(lineAmounts))),
      lines: lines.map((line) => ({
        product_id: line.product_id,
        sku: line.sku,
        bundle_id: line.bundle_id,
        quantity: line.quantity,
        unit_price: toDecimal(line.unit_price),
        catalogue_price: toDecimal(line.catalogue_price),
        business_volume: toDecimal(line.business_volume),
        points: toDecimal(line.points),
        cumulative_volume: toDecimal(line.cumulative_volume),
        custom_fields: line.custom_fields ?? {},
      })),
    });
  }

  private async finish(tx: EntityManager, caller: Caller, id: number): Promise<PlacedOrderView> {
    const uid = caller.actsFor;
    const order = await this.orders.readOf(tx, id, uid);
    const recorded = toRecordedOrder(order);
    const data = { uid, application_id: caller.application?.id ?? null, previous_status: null, ...recorded };
    await this.events.record(tx, 'order.placed', id, data);
    // What is done in the admin module is audited for oneself, too.
    if (actsForAnother(caller) || caller.application === null) {
      const act = { action: 'order.place', entityType: 'order', entityId: id };
      await this.audit.record(tx, caller, { ...act, before: { id, status: 'cart' }, after: recorded });
    }
    return { order_id: id, order_number: order.order_number, status: order.status };
  }
}

/** The lines as one array per frozen column. */
function columnsOf(lines: readonly PricedLine[]): unknown[][] {
  return [
    lines.map(({ id }) => id),
    lines.map(({ label }) => label),
    lines.map(({ sku }) => sku),
    lines.map(({ bundle_id }) => bundle_id),
    lines.map(({ vendor_uid }) => vendor_uid),
    lines.map(({ unit_price }) => fixedText(unit_price)),
    lines.map(({ business_volume }) => fixedText(business_volume)),
    lines.map(({ points }) => fixedText(points)),
    lines.map(({ cumulative_volume }) => fixedText(cumulative_volume)),
  ];
}
