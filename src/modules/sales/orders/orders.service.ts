import { Injectable } from '@nestjs/common';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { Page, Pager } from '#common/http/pagination.js';
import { Currency } from '#common/money/currency.js';
import {
  type AdminOrderDetailsView,
  type OrderDetailsView,
  type ShownOnPage,
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
  type Named,
  type ReadOrder,
  toFrozenLine,
} from './order.entity.js';
import { type AdminOrderStatusDto, type OrdersQuery, type OrderStatusDto } from './orders.dto.js';
import { type OrderView, toOrderView, toRecordedOrder } from './orders.view.js';
import { LIST_OWN, NOW, type OwnOrderRow } from './orders.queries.js';
import { assertStatusChange, type PlacedStatus } from './orders.rules.js';

/** The lines of orders with what no webhook tells, for subscribers of their events. */
@Injectable()
export class OrderLines {
  /**
   * The lines of a placed order, in the order of their ids.
   * @param tx the transaction that moves the order, which holds the lock of its row
   */
  async frozenLinesOf(tx: EntityManager, orderId: number): Promise<FrozenLine[]> {
    const lines = await tx.find(OrderLine, { where: { orderId }, order: { id: 'ASC' } });
    return (lines as PlacedLine[]).map(toFrozenLine);
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
    private readonly currency: Currency,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /** The user's orders, newest first. Reading another user's is audited. */
  async list(caller: Caller, query: OrdersQuery): Promise<Page<OrderView>> {
    const uid = caller.actsFor;
    const kept = actsForAnother(caller) ? { ...query, uid } : query;
    const { limit, offset } = Pager.bounds(query);
    const rows = await this.db.query<OwnOrderRow>(null, LIST_OWN, [uid, query.status ?? null, limit, offset]);
    await this.audit.recordRead(caller, { action: 'orders.read', entityType: 'order', entityId: '-' });
    const views = rows.flatMap((row) => (row.id === null ? [] : toOrderView(row, this.currency)));
    return new Page(kept, { rows: views, count: rows[0]!.count });
  }

  /**
   * One of the user's orders with its history, in which only API admins see who it was. Reading another user's is audited.
   * @throws AppError NOT_FOUND for one that is not the user's, or a cart
   */
  async read(caller: Caller, id: number): Promise<OrderDetailsView> {
    const toView = caller.roles.includes('api_admin') ? toNamedOrderDetailsView : toOrderDetailsView;
    const order = await one(withMoves(ordersOf(this.db.manager, caller.actsFor)), id);
    await this.audit.recordRead(caller, { action: 'order.read', entityType: 'order', entityId: id });
    return toView(order, this.currency);
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

  /**
   * Any order with its history, for the admin module.
   * @throws AppError NOT_FOUND for an unknown one, or a cart
   */
  async readAny(caller: Caller, id: number, tx = this.db.manager): Promise<AdminOrderDetailsView> {
    const all = withMoves(namedOrders(tx)).addSelect('o.shownWithLines');
    const order = await one(all as SelectQueryBuilder<ShownOnPage>, id);
    return toAdminOrderDetailsView(order, this.currency, caller);
  }

  /**
   * Changes the status of any order, for the admin module; audited.
   * @throws AppError NOT_FOUND for an unknown order; CONFLICT for a change that is not possible
   */
  async changeStatusOfAny(caller: Caller, id: number, move: AdminOrderStatusDto): Promise<AdminOrderDetailsView> {
    return this.db.transaction(async (tx) => {
      await this.changeTo(tx, caller, id, move, null);
      return this.readAny(caller, id, tx);
    });
  }

  /**
   * An order of a user.
   * @throws AppError NOT_FOUND for one that is not the user's, or a cart
   */
  async readOf(tx: EntityManager, id: number, uid: number): Promise<OrderView> {
    return toOrderView(await one(ordersOf(tx, uid), id), this.currency);
  }

  /**
   * Locks an order that is about to be moved.
   * @param ofUser the user who must own the order; null for any
   * @throws AppError NOT_FOUND for an unknown one, or a cart
   */
  async lock(tx: EntityManager, id: number, ofUser: number | null): Promise<PlacedOrder> {
    const all = placedOrders(tx).setLock('pessimistic_write');
    return one(ofUser === null ? all : all.andWhere('o.uid = :uid', { uid: ofUser }), id);
  }

  /**
   * Moves an order that is locked: its status, and an entry of its history.
   * @returns when; clients get all of one instant
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
    const data = { uid, application_id, previous_status: from, ...toRecordedOrder(view) };
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
}

const PLACED = `o.status <> 'cart'`;

/** Placed orders, newest first. */
function placedOrders(tx: EntityManager): SelectQueryBuilder<PlacedOrder> {
  const all = tx.createQueryBuilder(Order, 'o').where(PLACED).orderBy('o.placedAt', 'DESC').addOrderBy('o.id', 'DESC');
  return all as SelectQueryBuilder<PlacedOrder>;
}

/** Those of a user with their lines. */
function ordersOf(tx: EntityManager, uid: number): SelectQueryBuilder<ReadOrder> {
  const all = placedOrders(tx).addSelect('o.lines').andWhere('o.uid = :uid', { uid });
  return all as SelectQueryBuilder<ReadOrder>;
}

/** All with their lines and who bought them. */
export function namedOrders(tx: EntityManager): SelectQueryBuilder<ReadOrder<Named>> {
  const all = placedOrders(tx).addSelect(['o.lines', 'o.username', 'o.buyerName', 'o.applicationName']);
  return all as SelectQueryBuilder<ReadOrder<Named>>;
}

/** The same with their history. */
function withMoves<Read extends ReadOrder>(
  all: SelectQueryBuilder<Read>,
): SelectQueryBuilder<Read & ReadOrder<'moves'>> {
  return all.addSelect('o.moves') as SelectQueryBuilder<Read & ReadOrder<'moves'>>;
}

/** @throws AppError NOT_FOUND for an unknown order, a cart, or one that is not of the user */
async function one<Read extends PlacedOrder>(all: SelectQueryBuilder<Read>, id: number): Promise<Read> {
  const order = await all.andWhere('o.id = :id', { id }).getOne();
  if (order === null) throw AppError.notFound('order');
  return order;
}
