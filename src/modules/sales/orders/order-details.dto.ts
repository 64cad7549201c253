import type { Party } from '#common/custom-fields/index.js';
import type { Currency } from '#common/money/currency.js';
import { ApiProperty, ApiPropertyOptional, RequiredProperties } from '#common/openapi/decorators.js';
import { amountsView, lineAmounts, totalOf } from '#common/money/amounts.js';
import { TotalsView } from './cart/cart.dto.js';
import { type ReadOrder, type ShownMove, toFrozenLine } from './order.entity.js';
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
  @ApiProperty({
    type: String,
    enum: [...PLACED_STATUSES],
    nullable: true,
    example: 'placed',
    description: 'the previous status; null for the placing, and if it was not known before version 2.1',
  })
  from!: PlacedStatus | null;

  @ApiProperty({
    type: String,
    enum: [...PLACED_STATUSES],
    example: 'paid',
    description: 'status after; the same if only a part was returned',
  })
  to!: PlacedStatus;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T10:15:00.000Z' })
  at!: string;

  @ApiProperty({
    type: String,
    enum: [...MOVERS],
    nullable: true,
    example: 'admin',
    description: 'the user who did it; null for the service itself, and if it was not known before version 2.1',
  })
  by!: (typeof MOVERS)[number] | null;

  @ApiProperty({ type: String, nullable: true, example: 'paid by bank transfer' })
  reason!: string | null;

  @ApiProperty({ type: () => [ReturnedItemView], example: [], description: 'what was returned; empty if nothing was' })
  returned_items!: ReturnedItemView[];

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    example: 2,
    description: 'the user who made the change; for API admins only',
  })
  by_uid?: number | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'keeper',
    description: 'user name of `by_uid`; for API admins only',
  })
  by_username?: string | null;
}

/** A placed order with its history. */
export class OrderDetailsView extends OrderView {
  @ApiProperty({ type: () => [OrderMoveView], description: 'its history, oldest first' })
  moves!: OrderMoveView[];
}

/** A move of an order for super admins. */
@RequiredProperties('by_uid', 'by_username')
class AdminOrderMoveView extends OrderMoveView {
  @ApiProperty({ type: 'integer', nullable: true, example: 2, description: 'the user who made the change' })
  override by_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'keeper', description: 'user name of `by_uid`' })
  override by_username!: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: '5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11',
    description: 'application through which it was done; null for the admin module',
  })
  application_id!: string | null;

  @ApiProperty({
    type: () => TotalsView,
    nullable: true,
    example: null,
    description:
      'of `returned_items`: the money to give back, and the volumes that are taken back; null if nothing was',
  })
  returned_totals!: TotalsView | null;
}

/** A line of an order on its page: with its bundle's picture, and whose it is. */
class AdminOrderDetailsItemView extends AdminOrderItemView {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '/pictures/green-tea.jpg',
    description: 'URL of an image of the bundle as it is now; null if it has none, or the bundle was deleted',
  })
  image!: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 2,
    description: 'the seller: the user for whom the bundle was created; null if there is none',
  })
  vendor_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'keeper', description: 'username of `vendor_uid`' })
  vendor_username!: string | null;
}

/** A placed order with its history for super admins. */
export class AdminOrderDetailsView extends AdminOrderView {
  @ApiProperty({ type: () => [AdminOrderDetailsItemView] })
  override items!: AdminOrderDetailsItemView[];

  @ApiProperty({
    type: () => TotalsView,
    description: 'of everything that was returned: the money to give back, and the volumes that are taken back',
  })
  returned_totals!: TotalsView;

  @ApiProperty({ type: () => [AdminOrderMoveView], description: 'its history, oldest first' })
  moves!: AdminOrderMoveView[];
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
export type ShownOnPage = ReadOrder<'username' | 'buyerName' | 'moves' | 'shownWithLines'>;

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
  return amountsView(totalOf(amounts));
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
