import { inspect } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CallingApplication } from '#common/access/index.js';
import { isDecimal, type Decimal } from '#common/money/decimal.js';
import { fixedText, isStorable, toDecimal, toFixed, type Fixed } from '#common/money/fixed.js';

/** For whom a price is calculated. */
export interface PricingContext {
  /** The user whose cart it is. */
  readonly uid: number;
  /** The calling application; null in the admin module. */
  readonly application: CallingApplication | null;
}

/** One line that needs a price. */
export interface PricingLine {
  readonly product_id: number;
  readonly sku: string;
  /** 1 to 9999. */
  readonly quantity: number;
  /** The catalogue's price of one piece. */
  readonly unit_price: Decimal;
}

/**
 * Calculates the unit price of each cart line. A replaceable provider: called whenever the cart is shown, and once more when
 * the order is placed, which freezes the prices. It runs inside the transaction of the change: it must be fast and must not
 * call other services.
 * @example
 * ```ts
 * @Injectable()
 * class VolumeDiscount extends Pricing {
 *   async unitPrices({ uid }: PricingContext, lines: readonly PricingLine[], tx: EntityManager) {
 *     const rows = await tx.query<{ factor: string }[]>('SELECT factor FROM my_discounts WHERE uid = $1', [uid]);
 *     return lines.map(({ unit_price }) => unit_price.times(rows[0]?.factor ?? 1));
 *   }
 * }
 *
 * createApp({ …, extensions: [{ module: MyModule, replaces: [{ provide: Pricing, useClass: VolumeDiscount }] }] });
 * ```
 */
export abstract class Pricing {
  /**
   * @param lines every line of the cart, at least one
   * @param tx for reading the database: the transaction of the change, or the connection pool where a cart is only shown.
   * Any other way takes a second connection while the transaction holds one, which can end in a deadlock of the pool
   * @returns the price of one piece for each line, in the same order: not negative; it is rounded to 4 decimals
   */
  abstract unitPrices(
    context: PricingContext,
    lines: readonly PricingLine[],
    tx: EntityManager,
  ): readonly Decimal[] | Promise<readonly Decimal[]>;
}

/** The default: the catalogue price for everyone. */
@Injectable()
export class CataloguePricing extends Pricing {
  unitPrices(_context: PricingContext, lines: readonly PricingLine[]): Decimal[] {
    return lines.map(({ unit_price }) => unit_price);
  }
}

/** A line as the cart has it. */
type CatalogueLine = Omit<PricingLine, 'unit_price'> & { readonly unit_price: Fixed };

/**
 * Calls a {@link Pricing} and checks its prices. The catalogue's own prices need no check.
 * @throws Error for invalid prices of an extension, which the client sees as a 500
 */
export async function askPrices(
  pricing: Pricing,
  tx: EntityManager,
  context: PricingContext,
  lines: readonly CatalogueLine[],
): Promise<Fixed[]> {
  if (lines.length === 0 || pricing.constructor === CataloguePricing) return lines.map(({ unit_price }) => unit_price);
  const asked = lines.map(({ product_id, sku, quantity, unit_price }): PricingLine => {
    return { product_id, sku, quantity, unit_price: toDecimal(unit_price) };
  });
  const prices: unknown = await pricing.unitPrices(context, asked, tx);
  if (!Array.isArray(prices)) throw new Error(`Pricing answered ${inspect(prices)}, and not a list of prices`);
  if (prices.length !== lines.length)
    throw new Error(`Pricing answered ${prices.length} prices for ${lines.length} lines`);
  return prices.map((price: unknown) => {
    if (!isDecimal(price)) throw new Error(`Pricing answered the price ${inspect(price)}, which is no Decimal`);
    const rounded = toFixed(price);
    if (rounded < 0n || !isStorable(rounded)) throw new Error(`Pricing answered the price ${fixedText(rounded)}`);
    return rounded;
  });
}
