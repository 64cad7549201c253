import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '../../common/access/index.js';
import { AuditLog } from '../../common/audit/index.js';
import { Config } from '../../common/config/config.js';
import { Database } from '../../common/database/index.js';
import { EventRecorder } from '../../common/events/index.js';
import { API_VERSION } from '../../common/http/api-version.js';
import { Pager, type Page } from '../../common/http/pagination.js';
import { parseId } from '../../common/ids.js';
import { OrderReader, orderNotFound } from './order-reader.js';
import type { OrdersQuery, OrderStatusDto } from './orders.dto.js';
import { LIST_ORDERS, LOCK_ORDER, MOVE_ORDER, type LockedOrder } from './orders.queries.js';
import { assertMove, type PlacedStatus } from './orders.rules.js';
import type { OrderView } from './orders.views.js';

/** Reads placed orders and moves them along. Section 6 of the decisions. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly db: Database,
    private readonly reader: OrderReader,
    private readonly pager: Pager,
    private readonly config: Config,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /** The user's orders, newest first. Another user's are audited. */
  async list(caller: Caller, query: OrdersQuery): Promise<Page<OrderView>> {
    const uid = caller.actsFor;
    const { limit, offset } = Pager.bounds(query);
    const counted = await this.audited(caller, 'orders.read', '-', (tx) =>
      this.reader.page(tx, LIST_ORDERS, [uid, query.status ?? null, limit, offset]),
    );
    const kept = actsForAnother(caller) ? { ...query, uid } : query;
    return this.pager.page(`/${this.config.apiPrefix}/${API_VERSION}/commerce/orders/`, kept, counted);
  }

  /**
   * One of the user's orders. Another user's is audited.
   * @param id as it stands in the path
   * @throws AppError NOT_FOUND for one that is not the user's, or a cart
   */
  async read(caller: Caller, id: string): Promise<OrderView> {
    const order = parseId(id);
    if (order === undefined) throw orderNotFound();
    return this.audited(caller, 'order.read', id, (tx) => this.reader.read(tx, order, caller.actsFor));
  }

  /**
   * Moves an order along. Without `?uid=` an API admin moves anybody's, with it only that user's.
   * @throws AppError NOT_FOUND for an unknown order; CONFLICT for a move that is not possible
   */
  async changeStatus(caller: Caller, { order_id, status }: OrderStatusDto): Promise<OrderView> {
    return this.db.transaction(async (tx) => {
      const uid = await this.move(tx, caller, order_id, status, actsForAnother(caller) ? caller.actsFor : null);
      return this.reader.read(tx, order_id, uid);
    });
  }

  /**
   * Moves an order within a transaction, tells of it and audits it.
   * @param ofUser the user whose order it must be; null for anybody's
   * @returns whose order it is
   */
  async move(tx: EntityManager, caller: Caller, id: number, to: PlacedStatus, ofUser: number | null): Promise<number> {
    const order = await this.db.queryOne<LockedOrder>(tx, LOCK_ORDER, [id, ofUser]);
    if (order === undefined) throw orderNotFound();
    const { uid, application_id, status: from } = order;
    assertMove(from, to);
    await this.db.query(tx, MOVE_ORDER, [id, to]);
    const view = await this.reader.read(tx, id, uid);
    const data = { uid, application_id, previous_status: from, ...view };
    await this.events.record(tx, `order.${to}`, { type: 'order', id }, data);
    const act = {
      action: 'order.change-status',
      entityType: 'order',
      entityId: id,
      before: { status: from },
      after: { status: to },
    };
    await this.audit.record(tx, { ...caller, actsFor: uid }, act);
    return uid;
  }

  private async audited<T>(
    caller: Caller,
    action: string,
    entityId: string,
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
