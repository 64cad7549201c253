import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Config } from '#common/config/config.js';
import { Database, Replica, statement, type Statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { API_VERSION } from '#common/http/api-version.js';
import { type Counted, type Page, Pager } from '#common/http/pagination.js';
import { unitAmounts, type UnitAmounts } from '#common/money/amounts.js';
import { Currency } from '#common/money/currency.js';
import { fixed, type Fixed } from '#common/money/fixed.js';
import {
  type AdminOrderDetailsView,
  type OrderDetailsRow,
  type OrderDetailsView,
  toAdminOrderDetailsView,
  toNamedOrderDetailsView,
  toOrderDetailsView,
} from './order-details.dto.js';
import {
  type AdminOrdersQuery,
  type AdminOrderStatusDto,
  type AdminOrderView,
  type OrderRow,
  type OrdersQuery,
  type OrderStatusDto,
  type OrderView,
  toAdminOrderView,
  toOrderView,
} from './orders.dto.js';
import {
  LIST_ORDERS,
  LOCK_ORDER,
  type LockedOrder,
  MOVE_ORDER,
  type OrderPageRow,
  READ_DETAILS,
  READ_DETAILS_OF,
  READ_ORDER_OF,
  searchOrders,
} from './orders.queries.js';
import { assertStatusChange } from './orders.rules.js';

/** A line of a placed order. Prices and volumes are those of one piece, frozen when the order was placed. */
export interface FrozenLine extends UnitAmounts {
  readonly id: number;
  readonly product_id: number;
  readonly quantity: number;
  /** How many of the pieces have come back. */
  readonly returned: number;
  /** Null if the order is from before version 2.1 and nobody knew. */
  readonly wholesale_price: Fixed | null;
}

interface FrozenLineRow extends Record<keyof UnitAmounts, string> {
  id: number;
  product_id: number;
  quantity: number;
  returned: number;
  wholesale_price: string | null;
}

const FROZEN = statement(
  'orders.frozen-lines',
  `SELECT id, product_id, quantity, returned, unit_price, wholesale_price, business_volume, points, cumulative_volume
     FROM order_lines WHERE order_id = $1 ORDER BY id`,
);

/** The lines of orders with what no webhook tells, for subscribers of their events. */
@Injectable()
export class OrderLines {
  constructor(private readonly db: Database) {}

  /**
   * The lines of a placed order, in the order of their ids.
   * @param tx the transaction that moves the order, which holds the lock of its row
   */
  async frozenLinesOf(tx: EntityManager, orderId: number): Promise<FrozenLine[]> {
    const rows = await this.db.query<FrozenLineRow>(tx, FROZEN, [orderId]);
    return rows.map(({ id, product_id, quantity, returned, wholesale_price, ...amounts }) => ({
      id,
      product_id,
      quantity,
      returned,
      ...unitAmounts(amounts),
      wholesale_price: wholesale_price === null ? null : fixed(wholesale_price),
    }));
  }
}

/** Reads placed orders and changes their status. See docs/spec/service.md#6. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly currency: Currency,
    private readonly pager: Pager,
    private readonly config: Config,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /** The user's orders, newest first. Reading another user's is audited. */
  async list(caller: Caller, query: OrdersQuery): Promise<Page<OrderView>> {
    const uid = caller.actsFor;
    const { limit, offset } = Pager.bounds(query);
    const counted = await this.audited(caller, 'orders.read', '-', (tx) =>
      this.page(tx, LIST_ORDERS, [uid, query.status ?? null, limit, offset], toOrderView),
    );
    const kept = actsForAnother(caller) ? { ...query, uid } : query;
    return this.pager.page(`/${this.config.apiPrefix}/${API_VERSION}/commerce/orders/`, kept, counted);
  }

  /**
   * One of the user's orders with its history, in which only API admins see who it was. Reading another user's is audited.
   * @throws AppError NOT_FOUND for one that is not the user's, or a cart
   */
  async read(caller: Caller, id: number): Promise<OrderDetailsView> {
    const values = [id, caller.actsFor];
    const toView = caller.roles.includes('api_admin') ? toNamedOrderDetailsView : toOrderDetailsView;
    return this.audited(caller, 'order.read', id, (tx) =>
      this.one<OrderDetailsRow, OrderDetailsView>(tx, READ_DETAILS_OF, values, toView),
    );
  }

  /**
   * Changes the status of an order. Without `?uid=` an API admin changes any order, with it only that user's.
   * @throws AppError NOT_FOUND for an unknown order; CONFLICT for a change that is not possible
   */
  async changeStatus(caller: Caller, { order_id, ...move }: OrderStatusDto): Promise<OrderView> {
    return this.db.transaction(async (tx) => {
      const uid = await this.move(tx, caller, order_id, move, actsForAnother(caller) ? caller.actsFor : null);
      return this.readOf(tx, order_id, uid);
    });
  }

  /** All orders, for the admin module. */
  async listAll(query: AdminOrdersQuery): Promise<Page<AdminOrderView>> {
    const { uid, status, search } = query;
    const { sql, values } = searchOrders({ uid, status, text: search || undefined, ...Pager.bounds(query) });
    const rows = await this.replica.query<OrderPageRow>(sql, values);
    return this.pager.page('/admin/api/orders/', query, this.counted(rows, toAdminOrderView));
  }

  /**
   * Any order with its history, for the admin module.
   * @throws AppError NOT_FOUND for an unknown one, or a cart
   */
  async readAny(id: number, tx: EntityManager | null = null): Promise<AdminOrderDetailsView> {
    return this.one(tx, READ_DETAILS, [id], toAdminOrderDetailsView);
  }

  /**
   * Changes the status of any order, for the admin module; audited.
   * @throws AppError NOT_FOUND for an unknown order; CONFLICT for a change that is not possible
   */
  async changeStatusOfAny(caller: Caller, id: number, move: AdminOrderStatusDto): Promise<AdminOrderDetailsView> {
    return this.db.transaction(async (tx) => {
      await this.move(tx, caller, id, move, null);
      return this.readAny(id, tx);
    });
  }

  /**
   * An order of a user.
   * @throws AppError NOT_FOUND for one that is not the user's, or a cart
   */
  async readOf(tx: EntityManager | null, id: number, uid: number): Promise<OrderView> {
    return this.one(tx, READ_ORDER_OF, [id, uid], toOrderView);
  }

  /**
   * Locks an order that is about to be moved.
   * @param ofUser the user who must own the order; null for any
   * @throws AppError NOT_FOUND for an unknown one, or a cart
   */
  async lock(tx: EntityManager, id: number, ofUser: number | null): Promise<LockedOrder> {
    const order = await this.db.queryOne<LockedOrder>(tx, LOCK_ORDER, [id, ofUser]);
    if (order === undefined) throw notFound();
    return order;
  }

  /**
   * Changes the status of an order; records an event and an audit entry.
   * @param ofUser the user who must own the order; null for any
   * @returns uid of the owner
   */
  private async move(
    tx: EntityManager,
    caller: Caller,
    id: number,
    { status: to, reason }: AdminOrderStatusDto,
    ofUser: number | null,
  ): Promise<number> {
    const { uid, application_id, status: from } = await this.lock(tx, id, ofUser);
    assertStatusChange(from, to);
    await this.db.query(tx, MOVE_ORDER, [id, from, to, caller.uid, reason ?? null, caller.application?.id ?? null]);
    const view = await this.readOf(tx, id, uid);
    const data = { uid, application_id, previous_status: from, ...view };
    await this.events.record(tx, `order.${to}`, id, data);
    const act = {
      action: 'order.change-status',
      entityType: 'order',
      entityId: id,
      before: { status: from },
      after: { status: to, reason },
    };
    await this.audit.record(tx, { ...caller, actsFor: uid }, act);
    return uid;
  }

  private async one<Row extends OrderRow, View>(
    tx: EntityManager | null,
    sql: Statement,
    values: number[],
    toView: (row: Row, currencySymbol: string) => View,
  ): Promise<View> {
    const row = await this.db.queryOne<Row>(tx, sql, values);
    if (row === undefined) throw notFound();
    return toView(row, this.currency.symbolOf(row.currency_code));
  }

  private async page<View>(
    tx: EntityManager | null,
    sql: Statement,
    values: unknown[],
    toView: (row: OrderRow, currencySymbol: string) => View,
  ): Promise<Counted<View>> {
    return this.counted(await this.db.query<OrderPageRow>(tx, sql, values), toView);
  }

  private counted<View>(
    rows: readonly OrderPageRow[],
    toView: (row: OrderRow, currencySymbol: string) => View,
  ): Counted<View> {
    const orders = rows.filter((row) => row.id !== null);
    const views = orders.map((row) => toView(row, this.currency.symbolOf(row.currency_code)));
    return { rows: views, count: rows[0]?.count ?? 0 };
  }

  private async audited<T>(
    caller: Caller,
    action: string,
    entityId: number | string,
    read: (tx: EntityManager | null) => Promise<T>,
  ): Promise<T> {
    if (!actsForAnother(caller)) return read(null);
    return this.db.transaction(async (tx) => {
      const result = await read(tx);
      await this.audit.record(tx, caller, { action, entityType: 'order', entityId });
      return result;
    });
  }
}

function notFound(): AppError {
  return AppError.notFound('order');
}
