import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import type { ProductState } from '../bundle.entity.js';
import { PriceChange } from './price-change.entity.js';

/** Keeps what variants have cost. */
@Injectable()
export class PriceJournal {
  /**
   * Writes which prices an update changes, in its transaction. One that was scheduled and is due now has its row already.
   * @param byUid who changes them
   */
  async record(
    tx: EntityManager,
    byUid: number,
    before: readonly ProductState[],
    after: readonly ProductState[],
  ): Promise<void> {
    const prices = new Map(before.map(({ sku, price }) => [sku, price]));
    const now = new Date();
    for (const { product_id: productId, sku, price } of after) {
      const previous = prices.get(sku);
      if (productId === null || previous === undefined || previous === price) continue;
      const applied = { status: 'applied', previousPrice: String(previous), settledAt: now } as const;
      const due = { productId, price: String(price), status: 'scheduled', effectiveAt: LessThanOrEqual(now) } as const;
      const { affected } = await tx.update(PriceChange, due, applied);
      if (affected === 0)
        await tx.insert(PriceChange, { ...applied, productId, price: String(price), effectiveAt: now, byUid });
    }
  }
}
