import { Injectable, Logger } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { type Caller, callerWithoutRequest } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure, notFound } from '#common/errors/failures.js';
import { SALES } from '#sales/sales.messages.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { Job, JobType, type JobContext } from '#common/jobs/index.js';
import { BundleWriter } from '../bundle-writer.js';
import { Bundle, Product } from '../bundle.entity.js';
import { BundleQueries } from '../bundles.queries.js';
import { PriceChange } from './price-change.entity.js';
import { toPriceChangeView, type PriceChangeView, type PricesQuery, type SchedulePriceDto } from './prices.dto.js';

/** Prices that may wait for one variant. */
const MAX_SCHEDULED = 20;

export const UNKNOWN_BUNDLE = notFound('bundle');
export const UNKNOWN_CHANGE = notFound('price change');
export const NO_VARIANT = failure(SALES.no_variant, { field: 'product_sku' });
export const NOT_LATER = failure(SALES.not_later, { field: 'effective_at' });
export const SAME_MOMENT = failure(SALES.price_at_moment, { field: 'effective_at' });
export const TOO_MANY_PRICES = failure(SALES.too_many_prices, { example: { max: MAX_SCHEDULED } });
export const IS_SETTLED = failure(SALES.price_settled, { example: { status: 'applied' } });

const APPLY = new JobType('bundles.apply-prices', { schedule: '* * * * *', retries: 0 });

/** Prices applied by one run of the job; the next run goes on. */
const AT_ONCE = 500;

/** Schedules prices of variants, applies them, and tells what they have been. */
@Injectable()
export class Prices {
  private readonly logger = new Logger(Prices.name);

  constructor(
    private readonly db: Database,
    private readonly queries: BundleQueries,
    private readonly writer: BundleWriter,
    private readonly audit: AuditLog,
  ) {}

  /**
   * What the variants of a bundle will cost and have cost, the latest first.
   * @throws AppError NOT_FOUND
   */
  async list(bundleId: string, query: PricesQuery): Promise<Page<PriceChangeView>> {
    const key = await this.keyOf(bundleId);
    const all = this.db.manager
      .createQueryBuilder(PriceChange, 'c')
      // Also of variants that were deleted since.
      .withDeleted()
      .innerJoin('c.product', 'p')
      .where('p.bundleKey = :key', { key })
      .orderBy('c.effectiveAt', 'DESC')
      .addOrderBy('c.id', 'DESC');
    const filters = {
      search: 'p.sku ILIKE :search',
      product_sku: 'p.sku = :product_sku',
      status: 'c.status = :status',
    };
    return Pager.list(query, all, filters, toPriceChangeView);
  }

  /**
   * Lets a variant have another price from a later moment on; audited.
   * @throws AppError NOT_FOUND; VALIDATION for an unknown variant, a moment that is over or taken; CONFLICT when too many wait
   */
  async schedule(caller: Caller, bundleId: string, dto: SchedulePriceDto): Promise<PriceChangeView> {
    return this.db.transaction(async (tx) => {
      const bundle = await this.queries.lock(tx, bundleId);
      if (bundle === undefined) throw AppError.of(UNKNOWN_BUNDLE);
      const product = bundle.state.products.find(({ sku }) => sku === dto.product_sku);
      if (product === undefined) throw AppError.of(NO_VARIANT);
      const effectiveAt = new Date(dto.effective_at);
      if (effectiveAt.getTime() <= Date.now()) throw AppError.of(NOT_LATER);
      const productId = product.product_id!;
      const waiting = await tx.findBy(PriceChange, { productId, status: 'scheduled' });
      if (waiting.some((one) => one.effectiveAt.getTime() === effectiveAt.getTime())) throw AppError.of(SAME_MOMENT);
      if (waiting.length >= MAX_SCHEDULED) throw AppError.of(TOO_MANY_PRICES, { max: MAX_SCHEDULED });
      const made = { productId, price: String(dto.price), effectiveAt, byUid: caller.uid };
      const { identifiers } = await tx.insert(PriceChange, made);
      const after = toPriceChangeView(await tx.findOneByOrFail(PriceChange, { id: identifiers[0]!.id as number }));
      const act = { action: 'price.schedule', entityType: 'bundle', entityId: bundleId, after };
      await this.audit.record(tx, caller, act);
      return after;
    });
  }

  /**
   * Cancels a price that waits; audited.
   * @throws AppError NOT_FOUND; CONFLICT for one that does not wait any more
   */
  async cancel(caller: Caller, bundleId: string, id: number): Promise<PriceChangeView> {
    return this.db.transaction(async (tx) => {
      const bundle = await this.queries.lock(tx, bundleId);
      if (bundle === undefined) throw AppError.of(UNKNOWN_BUNDLE);
      const change = await tx.findOneBy(PriceChange, { id, product: { bundleKey: bundle.key } });
      if (change === null) throw AppError.of(UNKNOWN_CHANGE);
      if (change.status !== 'scheduled') throw AppError.of(IS_SETTLED, { status: change.status });
      const before = toPriceChangeView(change);
      await tx.update(PriceChange, id, { status: 'cancelled', settledAt: new Date() });
      const after = toPriceChangeView(await tx.findOneByOrFail(PriceChange, { id }));
      await this.audit.record(tx, caller, {
        action: 'price.cancel',
        entityType: 'bundle',
        entityId: bundleId,
        before,
        after,
      });
      return after;
    });
  }

  /** Applies the prices that are due, each in a transaction of its own; safe on several instances at the same time. */
  @Job(APPLY)
  async apply(_: object, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    const due = await this.db.manager.find(PriceChange, {
      where: { status: 'scheduled', effectiveAt: LessThanOrEqual(new Date()) },
      order: { effectiveAt: 'ASC', id: 'ASC' },
      take: AT_ONCE,
    });
    for (const change of due) {
      if (signal.aborted) return;
      try {
        await this.applyOne(change);
      } catch (error) {
        // It is tried again by the next run, and holds up no other price.
        this.logger.error(`price change ${change.id} could not be applied`, error);
      }
    }
  }

  private async applyOne({ id, productId, byUid, by }: PriceChange): Promise<void> {
    await this.db.transaction(async (tx) => {
      const product = await tx.findOne(Product, { where: { id: productId }, relations: { bundle: true } });
      const bundle = product === null ? undefined : await this.queries.lock(tx, product.bundle.bundleId);
      const change = await tx.findOneBy(PriceChange, { id, status: 'scheduled' });
      if (change === null) return;
      const before = bundle?.state.products.find((one) => one.product_id === productId);
      if (bundle === undefined || before === undefined) {
        // The variant was deleted.
        await tx.update(PriceChange, id, { status: 'cancelled', settledAt: new Date() });
        return;
      }
      const price = Number(change.price);
      if (before.price === price) {
        await tx.update(PriceChange, id, { status: 'applied', previousPrice: change.price, settledAt: new Date() });
        return;
      }
      // Where the type has no wholesale price, it is the price.
      const hasWholesale = bundle.type.variant_fields.includes('wholesale-price');
      const after = { ...before, price, wholesale_price: hasWholesale ? before.wholesale_price : price };
      const products = bundle.state.products.map((one) => (one === before ? after : one));
      const caller = callerWithoutRequest('scheduled-price', { uid: byUid, username: by ?? '' });
      await this.writer.update(tx, caller, bundle, { ...bundle.state, products }, [before.sku]);
      // A hook may have made another price of it.
      const done = { status: 'applied', previousPrice: String(before.price), settledAt: new Date() } as const;
      await tx.update(PriceChange, { id, status: 'scheduled' }, done);
    });
  }

  private async keyOf(bundleId: string): Promise<number> {
    const bundle = await this.db.manager.findOne(Bundle, { select: { id: true }, where: { bundleId } });
    if (bundle === null) throw AppError.of(UNKNOWN_BUNDLE);
    return bundle.id;
  }
}
