import type { Party } from '#common/custom-fields/index.js';
import type { Currency } from '#common/money/currency.js';
import {
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  ObjectProperty,
  RequiredProperties,
  TextProperty,
  UuidProperty,
} from '#common/openapi/decorators.js';
import { toAmountsView, lineAmounts, totalOf } from '#common/money/amounts.js';
import { TotalsView } from './cart/cart.dto.js';
import { type Named, type ReadOrder, type ShownMove, toFrozenLine } from './order.entity.js';
import {
  AdminOrderItemView,
  AdminOrderView,
  OrderView,
  ReturnedItemView,
  toAdminOrderView,
  toOrderView,
} from './orders.view.js';
import { PLACED_STATUSES, type PlacedStatus, type ReturnedItem } from './orders.rules.js';

const MOVERS = ['buyer', 'admin'] as const;

/** A move of an order. See docs/spec/commissions.md#1. */
class OrderMoveView {
  @ChoiceProperty(
    PLACED_STATUSES,
    'placed',
    'the previous status; null for the placing, and if it was not known before version 2.1',
    { nullable: true },
  )
  from!: PlacedStatus | null;

  @ChoiceProperty(PLACED_STATUSES, 'paid', 'status after; the same if only a part was returned') to!: PlacedStatus;
  @InstantProperty('2026-11-20T10:15:00.000Z') at!: string;

  @ChoiceProperty(
    MOVERS,
    'admin',
    'the user who did it; null for the service itself, and if it was not known before version 2.1',
    { nullable: true },
  )
  by!: (typeof MOVERS)[number] | null;

  @TextProperty('paid by bank transfer', { nullable: true }) reason!: string | null;

  @ListProperty(() => ReturnedItemView, 'what was returned; empty if nothing was', { example: [] })
  returned_items!: ReturnedItemView[];

  @IntegerProperty(2, 'the user who made the change; for API admins only', { nullable: true, optional: true })
  by_uid?: number | null;

  @TextProperty('keeper', 'user name of `by_uid`; for API admins only', { nullable: true, optional: true })
  by_username?: string | null;
}

/** A placed order with its history. */
export class OrderDetailsView extends OrderView {
  @ListProperty(() => OrderMoveView, 'its history, oldest first') moves!: OrderMoveView[];
}

/** A move of an order for super admins. */
@RequiredProperties('by_uid', 'by_username')
class AdminOrderMoveView extends OrderMoveView {
  @IntegerProperty(2, 'the user who made the change', { nullable: true }) override by_uid!: number | null;
  @TextProperty('keeper', 'user name of `by_uid`', { nullable: true }) override by_username!: string | null;

  @UuidProperty(
    '5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11',
    'application through which it was done; null for the admin module',
    { nullable: true },
  )
  application_id!: string | null;

  @ObjectProperty(
    () => TotalsView,
    'of `returned_items`: the money to give back, and the volumes that are taken back; null if nothing was',
    { nullable: true, example: null },
  )
  returned_totals!: TotalsView | null;
}

/** A line of an order on its page: with its bundle's picture, and whose it is. */
class AdminOrderDetailsItemView extends AdminOrderItemView {
  @TextProperty(
    '/pictures/green-tea.jpg',
    'URL of an image of the bundle as it is now; null if it has none, or the bundle was deleted',
    { nullable: true },
  )
  image!: string | null;

  @IntegerProperty(2, 'the seller: the user for whom the bundle was created; null if there is none', { nullable: true })
  vendor_uid!: number | null;

  @TextProperty('keeper', 'username of `vendor_uid`', { nullable: true }) vendor_username!: string | null;
}

/** A placed order with its history for super admins. */
export class AdminOrderDetailsView extends AdminOrderView {
  @ListProperty(() => AdminOrderDetailsItemView) override items!: AdminOrderDetailsItemView[];

  @ObjectProperty(
    () => TotalsView,
    'of everything that was returned: the money to give back, and the volumes that are taken back',
  )
  returned_totals!: TotalsView;

  @ListProperty(() => AdminOrderMoveView, 'its history, oldest first') moves!: AdminOrderMoveView[];
}

/** A placed order with its history as its owner sees it: not which admin it was. */
export function toOrderDetailsView(order: ReadOrder<'moves'>, currency: Currency): OrderDetailsView {
  return { ...toOrderView(order, currency), moves: order.moves.map((move) => toOrderMoveView(order, move)) };
}

/** The same as API admins see it: who it was, too. */
export function toNamedOrderDetailsView(order: ReadOrder<'moves'>, currency: Currency): OrderDetailsView {
  return { ...toOrderView(order, currency), moves: order.moves.map((move) => toNamedMoveView(order, move)) };
}

/** An order with all that its page in the admin module says. */
export type ShownOnPage = ReadOrder<Named | 'moves' | 'shownWithLines'>;

/** The same as super admins see it. */
export function toAdminOrderDetailsView(order: ShownOnPage, currency: Currency, reader: Party): AdminOrderDetailsView {
  const shown = new Map(order.shownWithLines.map((line) => [line.id, line]));
  const moves = order.moves.map((move) => ({
    ...toNamedMoveView(order, move),
    application_id: move.applicationId,
    returned_totals: move.returnedItems === null ? null : totalsOf(order, move.returnedItems),
  }));
  const view = toAdminOrderView(order, currency, reader);
  const returned = order.lines.map(({ id, returned: quantity }) => ({ id, quantity }));
  const items = view.items.map((item) => ({ ...item, ...shown.get(item.id)! }));
  return { ...view, items, returned_totals: totalsOf(order, returned), moves };
}

/** What some pieces of an order come to. */
function totalsOf({ lines }: ReadOrder, items: readonly ReturnedItem[]): TotalsView {
  const pieces = new Map(items.map(({ id, quantity }) => [id, quantity]));
  const amounts = lines.map((line) => lineAmounts({ ...toFrozenLine(line), quantity: pieces.get(line.id) ?? 0 }));
  return toAmountsView(totalOf(amounts));
}

function toNamedMoveView(order: ReadOrder, move: ShownMove) {
  return { ...toOrderMoveView(order, move), by_uid: move.byUid, by_username: move.byUsername };
}

function toOrderMoveView({ uid }: ReadOrder, move: ShownMove): OrderMoveView {
  const mover = move.byUid === uid ? 'buyer' : 'admin';
  return {
    from: move.fromStatus,
    to: move.toStatus,
    at: move.at.toISOString(),
    by: move.byUid === null ? null : mover,
    reason: move.reason,
    returned_items: move.returnedItems ?? [],
  };
}
