import { Injectable } from '@nestjs/common';
import { Not, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Config } from '#common/config/config.js';
import { Database, Replica, rowsOfEach } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { API_VERSION } from '#common/http/api-version.js';
import { type Counted, type Page, type PageQuery, Pager } from '#common/http/pagination.js';
import { Currency } from '#common/money/currency.js';
import {
  type AdminOrderDetailsView,
  type OrderDetails,
  type OrderDetailsView,
  toAdminOrderDetailsView,
  toNamedOrderDetailsView,
  toOrderDetailsView,
} from './order-details.dto.js';
import {
  type FrozenLine,
  Order,
  OrderLine,
  OrderMove,
  type PlacedLine,
  type PlacedOrder,
  toFrozenLine,
} from './order.entity.js';
import {
  type AdminOrdersQuery,
  type AdminOrderStatusDto,
  type AdminOrderView,
  type OrdersQuery,
  type OrderStatusDto,
  type OrderView,
  toAdminOrderView,
  toOrderView,
} from './orders.dto.js';
import { NOW, ORDERS_FOUND } from './orders.queries.js';
import { assertStatusChange, type PlacedStatus } from './orders.rules.js';

/** The lines of orders with what no webhook tells, for subscribers of their events. */
@Injectable()
export class OrderLines {
  /**
   * The lines of a placed order, in the order of their ids.
   * @param tx the transaction that moves the order, which holds the lock of its row
   */
  async frozenLinesOf(tx: EntityManager, orderId: number): Promise<FrozenLine[]> {
    return (await linesOf(tx, orderId)).map(toFrozenLine);
  }
}

/** What a move of an order is, beside who does it and when. */
interface Move extends Pick<OrderMove, 'returnedItems'> {
  readonly to: PlacedStatus;
  readonly reason: string | null;
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
    const counted = await this.audited(caller, 'orders.read', '-', (tx) =>
      this.find(query, placedOrders(tx).andWhere('o.uid = :uid', { uid }), BY_STATUS, linesIn(tx), toOrderView),
    );
    const kept = actsForAnother(caller) ? { ...query, uid } : query;
    return this.pager.page(`/${this.config.apiPrefix}/${API_VERSION}/commerce/orders/`, kept, counted);
  }

  /**
   * One of the user's orders with its history, in which only API admins see who it was. Reading another user's is audited.
   * @throws AppError NOT_FOUND for one that is not the user's, or a cart
   */
  async read(caller: Caller, id: number): Promise<OrderDetailsView> {
    const toView = caller.roles.includes('api_admin') ? toNamedOrderDetailsView : toOrderDetailsView;
    return this.audited(caller, 'order.read', id, async (tx) =>
      toView(await detailsOf(tx, id, caller.actsFor), this.currency),
    );
  }

  /**
   * Changes the status of an order. Without `?uid=` an API admin changes any order, with it only that user's.
   * @throws AppError NOT_FOUND for an unknown order; CONFLICT for a change that is not possible
   */
  async changeStatus(caller: Caller, { order_id, ...move }: OrderStatusDto): Promise<OrderView> {
    return this.db.transaction(async (tx) => {
      const uid = await this.changeTo(tx, caller, order_id, move, actsForAnother(caller) ? caller.actsFor : null);
      return this.readOf(tx, order_id, uid);
    });
  }

  /** All orders, for the admin module. */
  async listAll(query: AdminOrdersQuery): Promise<Page<AdminOrderView>> {
    const all = this.replica.through(placedOrders(this.db.manager));
    const lines = this.replica.through(linesIn(this.db.manager));
    const filters = { ...BY_STATUS, uid: 'o.uid = :uid', search: ORDERS_FOUND };
    return this.pager.page('/admin/api/orders/', query, await this.find(query, all, filters, lines, toAdminOrderView));
  }

  /**
   * Any order with its history, for the admin module.
   * @throws AppError NOT_FOUND for an unknown one, or a cart
   */
  async readAny(id: number, tx = this.db.manager): Promise<AdminOrderDetailsView> {
    return toAdminOrderDetailsView(await detailsOf(tx, id, null), this.currency);
  }

  /**
   * Changes the status of any order, for the admin module; audited.
   * @throws AppError NOT_FOUND for an unknown order; CONFLICT for a change that is not possible
   */
  async changeStatusOfAny(caller: Caller, id: number, move: AdminOrderStatusDto): Promise<AdminOrderDetailsView> {
    return this.db.transaction(async (tx) => {
      await this.changeTo(tx, caller, id, move, null);
      return this.readAny(id, tx);
    });
  }

  /**
   * An order of a user.
   * @throws AppError NOT_FOUND for one that is not the user's, or a cart
   */
  async readOf(tx: EntityManager, id: number, uid: number): Promise<OrderView> {
    return toOrderView(await find(tx, id, uid), await linesOf(tx, id), this.currency);
  }

  /**
   * Locks an order that is about to be moved.
   * @param ofUser the user who must own the order; null for any
   * @throws AppError NOT_FOUND for an unknown one, or a cart
   */
  async lock(tx: EntityManager, id: number, ofUser: number | null): Promise<PlacedOrder> {
    return find(tx, id, ofUser, { mode: 'pessimistic_write' });
  }

  /**
   * Moves an order that is locked: its status, and an entry of its history.
   * @returns when; of an instant clients are told all
   */
  async move(
    tx: EntityManager,
    caller: Caller,
    { id, status: from }: PlacedOrder,
    { to, ...move }: Move,
    reached?: keyof Order,
  ): Promise<Date> {
    const { at } = (await this.db.queryOne<{ at: Date }>(tx, NOW))!;
    await tx.update(Order, id, { status: to, changedAt: at, ...(reached && { [reached]: at }) });
    const by = { byUid: caller.uid, applicationId: caller.application?.id ?? null };
    await tx.insert(OrderMove, { orderId: id, fromStatus: from, toStatus: to, at, ...by, ...move });
    return at;
  }

  /**
   * Changes the status of an order; records an event and an audit entry.
   * @param ofUser the user who must own the order; null for any
   * @returns uid of the owner
   */
  private async changeTo(
    tx: EntityManager,
    caller: Caller,
    id: number,
    { status: to, reason }: AdminOrderStatusDto,
    ofUser: number | null,
  ): Promise<number> {
    const order = await this.lock(tx, id, ofUser);
    const { uid, applicationId: application_id, status: from } = order;
    assertStatusChange(from, to);
    await this.move(tx, caller, order, { to, reason: reason ?? null, returnedItems: null }, `${to}At`);
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

  private async find<Query extends PageQuery, View>(
    query: Query,
    all: SelectQueryBuilder<PlacedOrder>,
    filters: Parameters<typeof Pager.find<PlacedOrder, Query>>[2],
    lines: SelectQueryBuilder<PlacedLine>,
    toView: (order: PlacedOrder, lines: readonly PlacedLine[], currency: Currency) => View,
  ): Promise<Counted<View>> {
    const { rows, count } = await Pager.find(query, all, filters);
    const of = await rowsOfEach(
      lines,
      'orderId',
      rows.map(({ id }) => id),
    );
    return { rows: rows.map((order) => toView(order, of(order.id), this.currency)), count };
  }

  private async audited<T>(
    caller: Caller,
    action: string,
    entityId: number | string,
    read: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    if (!actsForAnother(caller)) return read(this.db.manager);
    return this.db.transaction(async (tx) => {
      const result = await read(tx);
      await this.audit.record(tx, caller, { action, entityType: 'order', entityId });
      return result;
    });
  }
}

/** The statuses of a list, by a query parameter. */
const BY_STATUS = { status: 'o.status = :status' };

const PLACED = `o.status <> 'cart'`;

/** Placed orders, newest first. */
function placedOrders(tx: EntityManager): SelectQueryBuilder<PlacedOrder> {
  const all = tx.createQueryBuilder(Order, 'o').where(PLACED).orderBy('o.placedAt', 'DESC').addOrderBy('o.id', 'DESC');
  return all as SelectQueryBuilder<PlacedOrder>;
}

function linesIn(tx: EntityManager): SelectQueryBuilder<PlacedLine> {
  return tx.createQueryBuilder(OrderLine, 'r') as SelectQueryBuilder<PlacedLine>;
}

/** @throws AppError NOT_FOUND for an unknown order, a cart, or one that is not of the user */
async function find(
  tx: EntityManager,
  id: number,
  ofUser: number | null,
  lock?: { mode: 'pessimistic_write' },
): Promise<PlacedOrder> {
  const where = { id, status: Not('cart' as const), ...(ofUser === null ? {} : { uid: ofUser }) };
  const order = await tx.findOne(Order, { where, ...(lock && { lock }) });
  if (order === null) throw AppError.notFound('order');
  return order as PlacedOrder;
}

async function linesOf(tx: EntityManager, orderId: number): Promise<PlacedLine[]> {
  return (await tx.find(OrderLine, { where: { orderId }, order: { id: 'ASC' } })) as PlacedLine[];
}

async function detailsOf(tx: EntityManager, id: number, ofUser: number | null): Promise<OrderDetails> {
  const order = await find(tx, id, ofUser);
  const moves = await tx.find(OrderMove, { where: { orderId: id }, order: { id: 'ASC' } });
  return [order, await linesOf(tx, id), moves];
}
