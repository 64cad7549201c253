import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  VirtualColumn,
} from 'typeorm';
import { type CustomFieldValues, CustomFieldsColumn } from '#common/custom-fields/index.js';
import { unitAmounts, type UnitAmounts } from '#common/money/amounts.js';
import { fixed, type Fixed } from '#common/money/fixed.js';
import { nameOf, usernameOf } from '#people/users/index.js';
import type { PlacedStatus, ReturnedItem } from './orders.rules.js';

type OrderStatus = 'cart' | PlacedStatus;

/** A user's order; in state `cart` it is the user's one cart. See docs/spec/service.md#6. */
@Entity('orders')
@Check('orders_status', `status IN ('cart', 'placed', 'paid', 'completed', 'cancelled', 'returned')`)
@Index('orders_one_cart', ['uid'], { unique: true, where: `status = 'cart'` })
@Index('orders_number', ['orderNumber'], { unique: true })
@Index('orders_number_search', { synchronize: false })
@Index('orders_of_user', ['uid', 'placedAt', 'id'], { where: `status <> 'cart'` })
@Index('orders_custom_fields', { synchronize: false })
@Index('orders_placed', ['placedAt', 'id'], { where: `status <> 'cart'` })
@Index('orders_open', ['status', 'placedAt', 'id'], { where: `status IN ('placed', 'paid')` })
@Index('orders_by_total', ['total', 'id'], { where: `status <> 'cart'` })
@Index('orders_of_status', ['status', 'placedAt', 'id'], { where: `status <> 'cart'` })
@Index('orders_of_application', ['applicationId', 'placedAt', 'id'], { where: `status <> 'cart'` })
export class Order {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'orders_pkey',
  })
  id!: number;

  @Column('bigint') uid!: number;

  /** Read on request, as are the four below. */
  @VirtualColumn('varchar', { select: false, query: (order) => usernameOf(`${order}.uid`) }) readonly username?: string;

  /** The buyer's first and last name; empty if there is none. */
  @VirtualColumn('text', { select: false, query: (order) => nameOf(`${order}.uid`) }) readonly buyerName?: string;

  /** In the order of their ids. A part of the row, and not a relation, because both have to be of one snapshot. */
  @VirtualColumn('json', { select: false, query: linesOf }) readonly lines?: PlacedLine[];

  /** Its history, in the order of their ids; of the same snapshot. */
  @VirtualColumn('json', {
    select: false,
    query: movesOf,
    transformer: { from: toMoves, to: (moves: unknown) => moves },
  })
  readonly moves?: ShownMove[];

  /** What its page says of its lines, from the catalogue as it is now. */
  @VirtualColumn('json', { select: false, query: shownWithLines }) readonly shownWithLines?: ShownWithLine[];

  @Column('varchar', { length: 20, default: 'cart' }) status!: OrderStatus;

  /** Given when the order is placed. */
  @Column('varchar', { name: 'order_number', length: 40, nullable: true }) orderNumber!: string | null;

  /** Rises with every change of the cart; what `If-Match` is held against. */
  @Column('integer', { default: 0 }) version!: number;

  /** Frozen when the order is placed. */
  @Column('char', { name: 'currency_code', length: 3, nullable: true }) currencyCode!: string | null;

  /** What all lines come to, of which pieces may have come back; given when the order is placed. */
  @Column('numeric', { precision: 20, scale: 4, nullable: true }) total!: string | null;

  /** Price of the returned items; a trigger on the lines keeps it. */
  @Column({ type: 'numeric', name: 'returned_amount', precision: 20, scale: 4, default: 0, update: false })
  returnedAmount!: string;

  /** The application through which the order was placed. */
  @Column('uuid', { name: 'application_id', nullable: true }) applicationId!: string | null;

  /** The name of the application, also of one that was deleted. */
  @VirtualColumn('varchar', {
    select: false,
    query: (order) => `SELECT a.name FROM applications a WHERE a.id = ${order}.application_id`,
  })
  readonly applicationName?: string | null;

  @CustomFieldsColumn('orders', 'id') customFields!: CustomFieldValues | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;

  /** When the cart's content or the order's status changed last. */
  @Column('timestamptz', { name: 'changed_at', default: () => 'now()' }) changedAt!: Date;

  @Column('timestamptz', { name: 'placed_at', nullable: true }) placedAt!: Date | null;

  /** Null also where nobody knew any more when version 2.1 came, as are the two below. */
  @Column('timestamptz', { name: 'paid_at', nullable: true }) paidAt!: Date | null;

  @Column('timestamptz', { name: 'completed_at', nullable: true }) completedAt!: Date | null;
  @Column('timestamptz', { name: 'cancelled_at', nullable: true }) cancelledAt!: Date | null;
}

/** A line of a cart or order. In a cart, label, prices and volumes come from the catalogue; placing freezes them. */
@Entity('order_lines')
@Check('order_lines_quantity', 'quantity BETWEEN 1 AND 9999')
@Check('order_lines_returned', 'returned BETWEEN 0 AND quantity')
@Index('order_lines_one_of_a_product', ['orderId', 'productId'], { unique: true })
@Index('order_lines_product', ['productId'])
export class OrderLine {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'order_lines_pkey',
  })
  id!: number;

  @Column('bigint', { name: 'order_id' }) orderId!: number;

  @ManyToOne(() => Order, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'order_lines_order_fkey' })
  order!: Relation<Order>;

  @Column('bigint', { name: 'product_id' }) productId!: number;
  @Column('integer') quantity!: number;

  /** How many of the pieces came back. */
  @Column('integer', { default: 0 }) returned!: number;

  @Column('varchar', { length: 200, nullable: true }) label!: string | null;
  @Column('varchar', { length: 64, nullable: true }) sku!: string | null;
  @Column('varchar', { name: 'bundle_id', length: 255, nullable: true }) bundleId!: string | null;
  @Column('bigint', { name: 'vendor_uid', nullable: true }) vendorUid!: number | null;
  @Column('numeric', { name: 'unit_price', precision: 14, scale: 4, nullable: true }) unitPrice!: string | null;

  /** Of one piece; null also for lines from before version 2.1 whose price nobody knew. */
  @Column('numeric', { name: 'wholesale_price', precision: 14, scale: 4, nullable: true })
  wholesalePrice!: string | null;

  /** Of one piece, as are the two below. */
  @Column('numeric', { name: 'business_volume', precision: 14, scale: 4, nullable: true })
  businessVolume!: string | null;

  @Column('numeric', { precision: 14, scale: 4, nullable: true }) points!: string | null;

  @Column('numeric', { name: 'cumulative_volume', precision: 14, scale: 4, nullable: true })
  cumulativeVolume!: string | null;

  @CustomFieldsColumn('order_lines', 'id') customFields!: CustomFieldValues | null;
}

/** A move of an order: it was placed, changed its status, or came back in part or whole. Never changed or removed. */
@Entity('order_moves')
@Index('order_moves_of_order', ['orderId', 'id'])
export class OrderMove {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'order_moves_pkey',
  })
  id!: number;

  @Column('bigint', { name: 'order_id' }) orderId!: number;

  @ManyToOne(() => Order, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'order_moves_order_fkey' })
  order!: Relation<Order>;

  /** Null for the placing, and where nobody knows any more. */
  @Column('varchar', { name: 'from_status', length: 20, nullable: true }) fromStatus!: PlacedStatus | null;

  /** That from before, if only a part came back. */
  @Column('varchar', { name: 'to_status', length: 20 }) toStatus!: PlacedStatus;

  /** What came back; null for every other move. */
  @Column('jsonb', { name: 'returned_items', nullable: true }) returnedItems!: ReturnedItem[] | null;

  @Column('timestamptz') at!: Date;

  /** Who did it; null for the service itself, and where nobody knows any more. */
  @Column('bigint', { name: 'by_uid', nullable: true }) byUid!: number | null;

  /** Through which it was done; null for the admin module. */
  @Column('uuid', { name: 'application_id', nullable: true }) applicationId!: string | null;

  @Column('varchar', { length: 500, nullable: true }) reason!: string | null;
}

/** The picture of the bundle of a line, and whose it was when the order was placed. */
export interface ShownWithLine {
  readonly id: number;
  readonly image: string | null;
  readonly vendor_uid: number | null;
  readonly vendor_username: string | null;
}

type Known<Entity, Columns extends keyof Entity> = Entity & { [Column in Columns]: NonNullable<Entity[Column]> };

/** An order that is no cart any more. */
export type PlacedOrder = Known<Order, 'orderNumber' | 'currencyCode' | 'placedAt'> & { status: PlacedStatus };

/** What admins see of one beside its lines. */
export type Named = 'username' | 'buyerName' | 'applicationName';

/** One with its lines, and perhaps more of what is read on request. */
export type ReadOrder<More extends Named | 'moves' | 'shownWithLines' = never> = PlacedOrder &
  Required<Pick<Order, 'lines' | More>>;

/** What its owner sees of one in a list. */
export type ShownOrder = Pick<
  ReadOrder,
  | 'id'
  | 'orderNumber'
  | 'status'
  | 'placedAt'
  | 'paidAt'
  | 'completedAt'
  | 'cancelledAt'
  | 'currencyCode'
  | 'lines'
  | 'customFields'
>;

/** A line of one, with all that was frozen when it was placed. */
export type PlacedLine = Known<
  Omit<OrderLine, 'orderId' | 'order' | 'vendorUid'>,
  'label' | 'sku' | 'bundleId' | 'unitPrice' | 'businessVolume' | 'points' | 'cumulativeVolume'
>;

/** A move of one, with who did it. */
export interface ShownMove extends Omit<OrderMove, 'id' | 'orderId' | 'order'> {
  readonly byUsername: string | null;
}

/** The amounts of a line of a placed order. Prices and volumes are those of one piece. */
export interface FrozenLine extends UnitAmounts {
  readonly id: number;
  readonly product_id: number;
  readonly quantity: number;
  /** How many of the pieces have come back. */
  readonly returned: number;
  /** Null if the order is from before version 2.1 and the price is not known. */
  readonly wholesale_price: Fixed | null;
}

/** The amounts of a line of a placed order. */
export function toFrozenLine(line: PlacedLine): FrozenLine {
  const { id, productId, quantity, returned, points, wholesalePrice } = line;
  return {
    id,
    product_id: productId,
    quantity,
    returned,
    ...unitAmounts({
      unit_price: line.unitPrice,
      business_volume: line.businessVolume,
      points,
      cumulative_volume: line.cumulativeVolume,
    }),
    wholesale_price: wholesalePrice === null ? null : fixed(wholesalePrice),
  };
}

/** SQL of the lines of an order, in JSON. Amounts are text, because JSON numbers would be read as doubles. */
export function linesOf(order: string): string {
  return `SELECT coalesce(json_agg(json_build_object('id', l.id, 'productId', l.product_id, 'quantity', l.quantity,
      'returned', l.returned, 'label', l.label, 'sku', l.sku, 'bundleId', l.bundle_id, 'unitPrice', l.unit_price::text,
      'wholesalePrice', l.wholesale_price::text, 'businessVolume', l.business_volume::text, 'points', l.points::text,
      'cumulativeVolume', l.cumulative_volume::text, 'customFields', l.custom_fields) ORDER BY l.id), '[]')
    FROM order_lines l WHERE l.order_id = ${order}.id`;
}

function shownWithLines(order: string): string {
  return `SELECT coalesce(json_agg(json_build_object('id', l.id, 'image', b.image, 'vendor_uid', l.vendor_uid,
      'vendor_username', (${usernameOf('l.vendor_uid')}))), '[]')
    FROM order_lines l LEFT JOIN bundles b ON b.bundle_id = l.bundle_id AND b.deleted_at IS NULL WHERE l.order_id = ${order}.id`;
}

function movesOf(order: string): string {
  return `SELECT json_agg(json_build_object('fromStatus', m.from_status, 'toStatus', m.to_status,
      'returnedItems', m.returned_items, 'at', m.at, 'byUid', m.by_uid, 'byUsername', (${usernameOf('m.by_uid')}),
      'applicationId', m.application_id, 'reason', m.reason) ORDER BY m.id)
    FROM order_moves m WHERE m.order_id = ${order}.id`;
}

/** In JSON their instants are text. */
function toMoves(moves: (Omit<ShownMove, 'at'> & { at: string })[] | null): ShownMove[] {
  return (moves ?? []).map((move) => ({ ...move, at: new Date(move.at) }));
}
