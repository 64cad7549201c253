import { Injectable, Optional } from '@nestjs/common';
import { type EntityManager, In, IsNull, MoreThanOrEqual, Not } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { NETWORK } from '#network/network.messages.js';
import { isBeyondVolume, lineAmounts, MAX_VOLUME, VOLUME_NAMES } from '#common/money/amounts.js';
import { fixed, type Fixed, fixedText } from '#common/money/fixed.js';
import type { FrozenLine } from '#sales/orders/index.js';
import { NetworkMember, NetworkState } from '../members/index.js';
import { VolumeRow } from './volume-row.entity.js';
import { HOLDERS, REVERSE, SELL, SUCCEED, TAKE_BACK } from './volumes.queries.js';

/** A stretch of time; `to` is not a part of it. */
export interface PostedSpan {
  readonly from: Date;
  readonly to: Date;
}

/**
 * What the ledger asks before it takes rows: a row into a period that is posted is refused. Commissions, which stand above,
 * implement it and provide it in a global module; without them no period is posted.
 */
export abstract class PostedPeriods {
  /**
   * The time that all posted periods cover; they follow each other without a gap, since only the first may be any. It is
   * asked in each transaction that writes rows, before it does. Until that transaction has ended no period may be posted that
   * is not in the answer, or its posting must see the rows: hold a shared lock here, and the other one where one is posted.
   * @param tx the transaction that writes rows
   * @param at the instant of the rows that it writes, if it is one: then only postings of its period are waited for
   */
  abstract span(tx: EntityManager, at?: Date): Promise<PostedSpan | undefined>;
}

/** Makes the partitions of the instants $1, where there are none. */
const MAKE = statement(
  'volumes.make-partitions',
  'SELECT make_volume_partition(at) FROM unnest($1::timestamptz[]) AS at',
);

/** The ledger's partitions of months, in UTC, that nobody made ahead. */
@Injectable()
export class VolumePartitions {
  /** Months whose partition is known to be there: none is ever removed. */
  private readonly known = new Set<string>();

  constructor(private readonly db: Database) {}

  /** Makes sure that the rows of these instants have partitions; without a statement where that is known. */
  async ensure(tx: EntityManager, instants: readonly Date[]): Promise<void> {
    const missing = new Map(instants.map((at) => [monthOf(at), at]));
    for (const month of this.known) missing.delete(month);
    if (missing.size === 0) return;
    await this.db.query(tx, MAKE, [[...missing.values()]]);
    this.db.afterCommit(tx, () => [...missing.keys()].forEach((month) => this.known.add(month)));
  }
}

function monthOf(at: Date): string {
  return at.toISOString().slice(0, 'yyyy-mm'.length);
}

/** A row into a period that is posted. */
export const IN_POSTED_PERIOD = failure(NETWORK.period_posted, { example: { at: '2026-10-31T12:00:00.000Z' } });

/** A row that counts as it is: it is undone by what made it, or by an adjustment. */
export const WITHIN_BOUNDS = {
  code: 'CONFLICT',
  message: `only a row with an amount beyond ${MAX_VOLUME} is reversed; adjust the member’s volumes instead`,
} as const;

/** What moved a row, reversed it or took it back is undone with it: alone it would bring the row’s amounts again. */
export const PART_OF = failure(NETWORK.row_of_another, { example: { id: 812 } });

export const REVERSED = failure(NETWORK.row_reversed);

/** An order from before there were bounds, which cannot be paid any more. */
export const BEYOND_BOUNDS = {
  code: 'CONFLICT',
  message: `product {sku} carries more than ${MAX_VOLUME} of {volume}; cancel the order`,
  example: { sku: 'TEA-100', volume: 'points' },
} as const;

/** Whether an amount of a row is more than rows may have. */
function isBeyondBounds(row: VolumeRow): boolean {
  const { price, wholesalePrice, businessVolume, points, cumulativeVolume } = row;
  return [price, wholesalePrice, businessVolume, points, cumulativeVolume].some(
    (amount) => amount !== null && isBeyondVolume(fixed(amount)),
  );
}

/** The first volume that is more than a row may have. */
export function volumeBeyond(
  amounts: Readonly<Record<(typeof VOLUME_NAMES)[number], Fixed>>,
): (typeof VOLUME_NAMES)[number] | undefined {
  return VOLUME_NAMES.find((name) => isBeyondVolume(amounts[name]));
}

/** An order, as far as the ledger needs it. */
export interface SoldOrder {
  readonly id: number;
  readonly uid: number;
  readonly placedAt: Date;
  /** When it began to count. */
  readonly soldAt: Date;
  readonly lines: readonly FrozenLine[];
}

/** Pieces of an order that do not count any more. */
interface TakenBack {
  readonly kind: 'cancellation' | 'return';
  readonly at: Date;
  /** Lines by their ids. */
  readonly items: readonly { readonly id: number; readonly quantity: number }[];
}

/** What a super admin adds to a member's volumes, or takes off. */
interface Adjustment {
  readonly uid: number;
  readonly at: Date;
  /** Exact decimals, as text. */
  readonly volumes: readonly [business: string, points: string, cumulative: string];
  readonly reason: string;
  readonly byUid: number;
}

/** Writes the volume ledger: rows come, and are never changed or removed. See docs/spec/commissions.md#1. */
@Injectable()
export class VolumeLedger {
  constructor(
    private readonly db: Database,
    private readonly partitions: VolumePartitions,
    @Optional() private readonly posted?: PostedPeriods,
  ) {}

  /** Whether a member is a customer or preferred customer now. */
  async isCustomer(tx: EntityManager, uid: number): Promise<boolean> {
    return tx.existsBy(NetworkState, { uid, toAt: IsNull(), kind: Not('distributor') });
  }

  /**
   * Writes what an order sold: a row for each line.
   * @param tx the transaction that makes it paid, which holds the lock of the order
   * @throws AppError CONFLICT if it belongs to a period that is posted
   */
  async sell(tx: EntityManager, { id, uid, placedAt, soldAt, lines }: SoldOrder): Promise<void> {
    await this.open(tx, soldAt);
    const amounts = lines.map(lineAmounts);
    await this.db.change(tx, SELL, [
      uid,
      soldAt,
      id,
      placedAt,
      lines.map((line) => line.id),
      lines.map(({ quantity }) => quantity),
      amounts.map(({ price }) => fixedText(price)),
      lines.map(({ wholesale_price: price, quantity }) => price && fixedText(price * BigInt(quantity))),
      amounts.map(({ business_volume }) => fixedText(business_volume)),
      amounts.map(({ points }) => fixedText(points)),
      amounts.map(({ cumulative_volume }) => fixedText(cumulative_volume)),
    ]);
  }

  /**
   * Takes back what an order sold, in part or whole: a negative row for each line.
   * @param tx the transaction that cancels or returns it, which holds the lock of the order
   * @throws AppError CONFLICT if it belongs to a period that is posted
   */
  async takeBack(tx: EntityManager, order: SoldOrder, { kind, at, items }: TakenBack): Promise<void> {
    await this.open(tx, at);
    await this.keepHolders(tx, order.id);
    const values = [order.id, at, kind, order.placedAt, items.map(({ id }) => id), items.map((item) => item.quantity)];
    if ((await this.db.change(tx, TAKE_BACK, values)) === items.length) return;
    // Paid by an instance of a version without the ledger, while an upgrade ran. Of an order, all lines are there or none.
    await this.sell(tx, order);
    const written = await this.db.change(tx, TAKE_BACK, values);
    if (written !== items.length) throw new Error(`the ledger has less of order ${order.id} than is taken back`);
  }

  /**
   * Adjusts a member's volumes.
   * @throws AppError CONFLICT if `at` is in a period that is posted
   */
  async adjust(tx: EntityManager, { at, volumes, ...adjusted }: Adjustment): Promise<VolumeRow> {
    await this.open(tx, at);
    const [businessVolume, points, cumulativeVolume] = volumes;
    const row = { ...adjusted, at, kind: 'adjustment' as const, businessVolume, points, cumulativeVolume };
    const { identifiers } = await tx.insert(VolumeRow, row);
    return tx.findOneByOrFail(VolumeRow, { at, id: identifiers[0]!.id as number });
  }

  /**
   * Takes off all amounts of a row that is beyond the bounds, and of what took it back or moved it.
   * @returns the rows that were written
   * @throws AppError NOT_FOUND; CONFLICT if it is within the bounds, belongs to another row that is not, is already reversed, or in a period that is posted
   */
  async reverse(
    tx: EntityManager,
    { id, reason, byUid }: { id: number; reason: string; byUid: number },
  ): Promise<VolumeRow[]> {
    const found = await tx.findOneBy(VolumeRow, { id });
    if (found === null) throw AppError.notFound('row');
    if (!isBeyondBounds(found)) throw AppError.of(WITHIN_BOUNDS);
    const { uid, at } = found;
    const origin = found.movedId ?? found.takesBackId;
    const of = origin === null ? null : await tx.findOneBy(VolumeRow, { id: origin });
    if (of !== null && isBeyondBounds(of)) throw AppError.of(PART_OF, { id: of.id });
    // Two at once come one after the other.
    await tx.findOne(NetworkMember, { where: { uid }, lock: { mode: 'pessimistic_write' } });
    const reversal = { uid, at: MoreThanOrEqual(at), movedId: id, successionId: IsNull() };
    if (await tx.existsBy(VolumeRow, reversal)) throw AppError.of(REVERSED);
    const written = await this.db.query<{ id: number }>(tx, REVERSE, [id, at, reason, byUid]);
    const rows = await tx.find(VolumeRow, { where: { id: In(written.map((row) => row.id)) }, order: { id: 'ASC' } });
    for (const row of rows) await this.open(tx, row.at);
    return rows;
  }

  /**
   * Gives the rows of a member since an instant to its successor; how many they were.
   * @throws AppError CONFLICT if the instant is in a period that is posted
   */
  async succeed(
    tx: EntityManager,
    succeeded: { id: number; uid: number; successorUid: number; since: Date; reason: string; byUid: number },
  ): Promise<number> {
    const { id, uid, successorUid, since, reason, byUid } = succeeded;
    await this.open(tx, since);
    await this.partitions.ensure(tx, [new Date()]);
    return (await this.db.change(tx, SUCCEED, [uid, successorUid, since, reason, byUid, id])) / 2;
  }

  /** Until the transaction ends, nobody else gets what an order sold by a merge or a hand-over. */
  private async keepHolders(tx: EntityManager, orderId: number): Promise<void> {
    const find = async () => (await this.db.query<{ uid: number }>(tx, HOLDERS, [orderId])).map(({ uid }) => uid);
    let kept: number[] = [];
    for (let uids = await find(); String(uids) !== String(kept); uids = await find()) {
      await tx.find(NetworkMember, {
        where: { uid: In(uids) },
        order: { uid: 'ASC' },
        lock: { mode: 'pessimistic_read' },
      });
      kept = uids;
    }
  }

  private async open(tx: EntityManager, at: Date): Promise<void> {
    const span = await this.posted?.span(tx, at);
    if (span !== undefined && at >= span.from && at < span.to) {
      throw AppError.of(IN_POSTED_PERIOD, { at: at.toISOString() });
    }
    await this.partitions.ensure(tx, [at]);
  }
}
