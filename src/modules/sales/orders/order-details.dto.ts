import { ApiProperty, ApiPropertyOptional } from '#common/openapi/decorators.js';
import {
  AdminOrderView,
  type OrderRow,
  OrderView,
  ReturnedItemView,
  toAdminOrderView,
  toOrderView,
} from './orders.dto.js';
import { PLACED_STATUSES, type PlacedStatus, type ReturnedItem } from './orders.rules.js';

const MOVERS = ['buyer', 'admin'] as const;

/** A move of an order. See docs/spec/commissions.md#1. */
class OrderMoveView {
  @ApiProperty({
    type: String,
    enum: [...PLACED_STATUSES],
    nullable: true,
    example: 'placed',
    description: 'status before; null for the placing, and if nobody knew when version 2.1 came',
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
    description: 'who did it; null for the service itself, and if nobody knew when version 2.1 came',
  })
  by!: (typeof MOVERS)[number] | null;

  @ApiProperty({ type: String, nullable: true, example: 'paid by bank transfer' })
  reason!: string | null;

  @ApiProperty({ type: () => [ReturnedItemView], example: [], description: 'what was returned; empty if nothing was' })
  returned_items!: ReturnedItemView[];

  @ApiPropertyOptional({ type: 'integer', nullable: true, example: 2, description: 'who it was; for API admins only' })
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
class AdminOrderMoveView extends OrderMoveView {
  @ApiProperty({ type: 'integer', nullable: true, example: 2, description: 'who it was' })
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
}

/** A placed order with its history for super admins. */
export class AdminOrderDetailsView extends AdminOrderView {
  @ApiProperty({ type: () => [AdminOrderMoveView], description: 'its history, oldest first' })
  moves!: AdminOrderMoveView[];
}

/** A move of an order; the instant as JSON has it. */
type OrderMoveRow = Omit<AdminOrderMoveView, 'by' | 'returned_items'> & { returned_items: ReturnedItem[] | null };

/** A placed order with its lines and its history. */
export type OrderDetailsRow = OrderRow & { moves: OrderMoveRow[] };

/** A placed order with its history as its owner sees it: not which admin it was. */
export function toOrderDetailsView(row: OrderDetailsRow, currencySymbol: string): OrderDetailsView {
  return { ...toOrderView(row, currencySymbol), moves: row.moves.map((move) => toOrderMoveView(row, move)) };
}

/** The same as API admins see it: who it was, too. */
export function toNamedOrderDetailsView(row: OrderDetailsRow, currencySymbol: string): OrderDetailsView {
  return { ...toOrderView(row, currencySymbol), moves: row.moves.map((move) => toNamedMoveView(row, move)) };
}

/** The same as super admins see it. */
export function toAdminOrderDetailsView(row: OrderDetailsRow, currencySymbol: string): AdminOrderDetailsView {
  const moves = row.moves.map((move) => ({ ...toNamedMoveView(row, move), application_id: move.application_id }));
  return { ...toAdminOrderView(row, currencySymbol), moves };
}

function toNamedMoveView(order: OrderDetailsRow, move: OrderMoveRow) {
  const { by_uid, by_username } = move;
  return { ...toOrderMoveView(order, move), by_uid, by_username };
}

function toOrderMoveView({ uid }: OrderDetailsRow, move: OrderMoveRow): OrderMoveView {
  const { from, to, at, by_uid, reason, returned_items } = move;
  const mover = by_uid === uid ? 'buyer' : 'admin';
  return {
    from,
    to,
    at: new Date(at).toISOString(),
    by: by_uid === null ? null : mover,
    reason,
    returned_items: returned_items ?? [],
  };
}
