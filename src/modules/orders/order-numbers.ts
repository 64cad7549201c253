import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { orderNumber } from './orders.rules.js';

/** An order that needs a number. */
export interface NumberedOrder {
  readonly id: number;
  /** Whose order it is. */
  readonly uid: number;
  readonly placedAt: Date;
}

/**
 * Gives placed orders their numbers. A replaceable provider.
 * @example
 * ```ts
 * @Injectable()
 * class YearlyNumbers extends OrderNumbers {
 *   async next(tx: EntityManager, { placedAt }: NumberedOrder) {
 *     const [{ n }] = await tx.query(`SELECT nextval('my_numbers') AS n`);
 *     return `${placedAt.getUTCFullYear()}/${n}`;
 *   }
 * }
 *
 * createApp({ …, extensions: [{ module: MyModule, replaces: [{ provide: OrderNumbers, useClass: YearlyNumbers }] }] });
 * ```
 */
export abstract class OrderNumbers {
  /**
   * @param tx the transaction in which the order is placed
   * @returns 1 to 40 characters, unique over all orders
   */
  abstract next(tx: EntityManager, order: NumberedOrder): string | Promise<string>;
}

/** The default: day and id, such as `20261120-000042`. */
@Injectable()
export class DatedOrderNumbers extends OrderNumbers {
  next(_tx: EntityManager, { id, placedAt }: NumberedOrder): string {
    return orderNumber(id, placedAt);
  }
}
