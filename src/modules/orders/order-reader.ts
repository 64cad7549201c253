import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Currency } from '../../common/currency.js';
import { Database, type Statement } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Counted } from '../../common/http/pagination.js';
import { adminOrderView, orderView } from './orders.mapping.js';
import { READ_ORDER, READ_ORDER_OF, type OrderPageRow, type OrderRow } from './orders.queries.js';
import type { AdminOrderView, OrderView } from './orders.views.js';

/** Reads placed orders. */
@Injectable()
export class OrderReader {
  constructor(
    private readonly db: Database,
    private readonly currency: Currency,
  ) {}

  /**
   * An order of a user.
   * @throws AppError NOT_FOUND for one that is not the user's, or a cart
   */
  async read(tx: EntityManager | null, id: number, uid: number): Promise<OrderView> {
    return this.view(await this.db.queryOne<OrderRow>(tx, READ_ORDER_OF, [id, uid]));
  }

  /**
   * Anybody's order, as admins see it.
   * @throws AppError NOT_FOUND for an unknown one, or a cart
   */
  async readAny(tx: EntityManager | null, id: number): Promise<AdminOrderView> {
    const row = await this.db.queryOne<OrderRow>(tx, READ_ORDER, [id]);
    if (row === undefined) throw orderNotFound();
    return adminOrderView(row, this.currency.symbolOf(row.currency_code));
  }

  /** A page by one of the listing statements. */
  async page(tx: EntityManager | null, list: Statement, values: unknown[]): Promise<Counted<OrderView>> {
    const { rows, count } = await this.rows(tx, list, values);
    return { rows: rows.map((row) => this.view(row)), count };
  }

  /** A page by one of the listing statements, as admins see it. */
  async adminPage(list: Statement, values: unknown[]): Promise<Counted<AdminOrderView>> {
    const { rows, count } = await this.rows(null, list, values);
    return { rows: rows.map((row) => adminOrderView(row, this.currency.symbolOf(row.currency_code))), count };
  }

  private async rows(tx: EntityManager | null, list: Statement, values: unknown[]): Promise<Counted<OrderRow>> {
    const rows = await this.db.query<OrderPageRow>(tx, list, values);
    return { rows: rows.filter((row) => row.id !== null), count: rows[0]?.count ?? 0 };
  }

  private view(row: OrderRow | undefined): OrderView {
    if (row === undefined) throw orderNotFound();
    return orderView(row, this.currency.symbolOf(row.currency_code));
  }
}

/** The 404 of an order that does not exist or is not the user's. */
export function orderNotFound(): AppError {
  return AppError.notFound('order');
}
