import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access/index.js';
import { Database, likePattern } from '../../common/database/index.js';
import { Pager, type Page } from '../../common/http/pagination.js';
import { parseId } from '../../common/ids.js';
import { OrderReader, orderNotFound } from './order-reader.js';
import type { AdminOrdersQuery, AdminOrderStatusDto } from './orders.dto.js';
import { searchOrders } from './orders.queries.js';
import { OrdersService } from './orders.service.js';
import type { AdminOrderView } from './orders.views.js';

/** Everybody's orders, for the admin module. Section 8 of the decisions. */
@Injectable()
export class OrderAdministration {
  constructor(
    private readonly db: Database,
    private readonly orders: OrdersService,
    private readonly reader: OrderReader,
    private readonly pager: Pager,
  ) {}

  /** All orders, newest first; `search` looks into order numbers and user names. */
  async list(query: AdminOrdersQuery): Promise<Page<AdminOrderView>> {
    const { uid, status, search } = query;
    const pattern = search === undefined || search === '' ? undefined : likePattern(search);
    const { sql, values } = searchOrders({ uid, status, pattern, ...Pager.bounds(query) });
    return this.pager.page('/admin/api/orders/', query, await this.reader.adminPage(sql, values));
  }

  /**
   * One order.
   * @param id as it stands in the path
   * @throws AppError NOT_FOUND for an unknown one, or a cart
   */
  async read(id: string): Promise<AdminOrderView> {
    return this.reader.readAny(null, this.idOf(id));
  }

  /**
   * Moves an order along; audited.
   * @throws AppError NOT_FOUND for an unknown order; CONFLICT for a move that is not possible
   */
  async changeStatus(caller: Caller, id: string, { status }: AdminOrderStatusDto): Promise<AdminOrderView> {
    const order = this.idOf(id);
    return this.db.transaction(async (tx) => {
      await this.orders.move(tx, caller, order, status, null);
      return this.reader.readAny(tx, order);
    });
  }

  private idOf(text: string): number {
    const id = parseId(text);
    if (id === undefined) throw orderNotFound();
    return id;
  }
}
