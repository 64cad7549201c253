import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { customFieldFilters, narrow } from '#common/custom-fields/index.js';
import { Database, Replica } from '#common/database/index.js';
import { type CsvColumn, plainColumn, textColumn } from '#common/http/csv.js';
import { COUNTED_ROWS } from '#common/http/pagination.js';
import { sorted } from '#common/http/sorting.js';
import { isUuid, NO_UUID } from '#common/ids.js';
import { Currency } from '#common/money/currency.js';
import { instantOf } from '#common/validation/index.js';
import type { AdminOrdersQuery } from './orders.dto.js';
import { ORDERS_FOUND } from './orders.queries.js';
import { namedOrders } from './orders.service.js';
import { type AdminOrderView, toAdminOrderView } from './orders.view.js';

const SORTS = { placed_at: 'o.placedAt', total: 'o.total', order_number: 'o.orderNumber' };

const FILTERS = {
  status: 'o.status = :status',
  uid: 'o.uid = :uid',
  application_id: 'o.application_id = :application_id',
  from: 'o.placed_at >= :from',
  to: 'o.placed_at < :to',
  least: 'o.total >= :least',
  most: 'o.total <= :most',
  search: ORDERS_FOUND,
};

const SUMS = {
  total: 'o.total',
  remaining_total: `CASE WHEN o.status = 'cancelled' THEN 0 ELSE o.total - o.returnedAmount END`,
};

/** An example of the file of orders. */
export const ORDERS_FILE = [
  'id,order_number,status,placed_at,paid_at,completed_at,cancelled_at,uid,username,name,application_id,application_name,quantity,total,currency_code,business_volume,points,cumulative_volume,returned_amount',
  '1,20261120-000001,placed,2026-11-20T09:30:00.000Z,,,,5,maria,Maria Schmidt,5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11,Web shop,1,27.8,USD,18.5,18,18.5,0',
  '',
].join('\n');

const COLUMNS: readonly CsvColumn<AdminOrderView>[] = [
  plainColumn('id', ({ id }) => id),
  textColumn('order_number', ({ order_number }) => order_number),
  plainColumn('status', ({ status }) => status),
  plainColumn('placed_at', ({ placed_at }) => placed_at),
  plainColumn('paid_at', ({ paid_at }) => paid_at),
  plainColumn('completed_at', ({ completed_at }) => completed_at),
  plainColumn('cancelled_at', ({ cancelled_at }) => cancelled_at),
  plainColumn('uid', ({ uid }) => uid),
  textColumn('username', ({ username }) => username),
  textColumn('name', ({ name }) => name),
  plainColumn('application_id', ({ application_id }) => application_id),
  textColumn('application_name', ({ application_name }) => application_name),
  plainColumn('quantity', ({ totals }) => totals.quantity),
  plainColumn('total', ({ totals }) => JSON.stringify(totals.price)),
  plainColumn('currency_code', ({ currency_code }) => currency_code),
  plainColumn('business_volume', ({ totals }) => JSON.stringify(totals.business_volume)),
  plainColumn('points', ({ totals }) => JSON.stringify(totals.points)),
  plainColumn('cumulative_volume', ({ totals }) => JSON.stringify(totals.cumulative_volume)),
  plainColumn('returned_amount', ({ returned_amount }) => JSON.stringify(returned_amount)),
];

/** All orders, for the admin module. See docs/spec/service.md#8. */
@Injectable()
export class OrderList {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly currency: Currency,
    private readonly lists: AdminLists,
  ) {}

  /** Orders that match, and what all of them come to by currency. The file is in the order of ids. */
  list(caller: Caller, sent: AdminOrdersQuery, reader?: Caller): Promise<ListAnswer<AdminOrderView>> {
    const filtered = customFieldFilters('orders', sent, caller);
    const { query: asked } = filtered;
    const { from, to, application_id: application } = asked;
    const query = {
      ...asked,
      from: instantOf(from),
      to: instantOf(to),
      application_id: application === undefined || isUuid(application) ? application : NO_UUID,
    };
    const orders = sorted(namedOrders(this.db.manager), sent.sort ?? '-placed_at', SORTS, 'o.id');
    return this.lists.answer(
      {
        asked,
        query,
        all: this.replica.through(narrow(orders, 'o.custom_fields', filtered)),
        fileBy: 'o.id',
        filters: FILTERS,
        view: (order) => toAdminOrderView(order, this.currency, caller),
        most: COUNTED_ROWS,
        sums: SUMS,
        sumsBy: { currency_code: 'o.currencyCode' },
        file: { name: 'orders', entityType: 'order', of: COLUMNS, uidOf: ({ uid }: AdminOrderView) => uid },
      },
      reader,
    );
  }
}
