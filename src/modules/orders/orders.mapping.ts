import { amountsView, lineAmounts, totalOf, type UnitAmounts } from '../../common/amounts.js';
import { toJsonNumber } from '../../common/decimal.js';
import { fixed } from '../../common/fixed.js';
import type { OrderLineRow, OrderRow } from './orders.queries.js';
import { nextStatuses } from './orders.rules.js';
import type { AdminOrderView, OrderItemView, OrderView } from './orders.views.js';

/**
 * A placed order as its owner sees it.
 * @param currencySymbol the symbol of the order's own currency
 */
export function orderView(row: OrderRow, currencySymbol: string): OrderView {
  return {
    id: row.id,
    order_number: row.order_number,
    status: row.status,
    placed_at: row.placed_at.toISOString(),
    currency_code: row.currency_code,
    currency_symbol: currencySymbol,
    totals: amountsView(totalOf(row.items.map((item) => lineAmounts(unitAmounts(item))))),
    items: row.items.map(orderItem),
  };
}

/** A placed order as admins see it. */
export function adminOrderView(row: OrderRow, currencySymbol: string): AdminOrderView {
  const { uid, username, application_id, status } = row;
  return { ...orderView(row, currencySymbol), uid, username, application_id, next_statuses: [...nextStatuses(status)] };
}

function orderItem(line: OrderLineRow): OrderItemView {
  const { id, product_id, bundle_id, sku, label, quantity, unit_price } = line;
  const { price, business_volume, points, cumulative_volume } = amountsView(lineAmounts(unitAmounts(line)));
  return {
    id,
    product_id,
    bundle_id,
    sku,
    line_item_label: label,
    quantity,
    unit_price: toJsonNumber(unit_price),
    price,
    business_volume,
    points,
    cumulative_volume,
  };
}

function unitAmounts({ quantity, unit_price, business_volume, points, cumulative_volume }: OrderLineRow): UnitAmounts {
  return {
    quantity,
    unitPrice: fixed(unit_price),
    businessVolume: fixed(business_volume),
    points: fixed(points),
    cumulativeVolume: fixed(cumulative_volume),
  };
}
