import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { orderNumber } from './orders.rules.js';

const NEXT = statement('order-numbers.next', `SELECT nextval('order_numbers') AS n`);

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
   * Called once the cart is locked and all checks and hooks have passed. A value drawn from a sequence is lost if the
   * transaction fails later.
   * @param tx the transaction in which the order is placed
   * @returns 1 to 40 characters, unique over all orders
   */
  abstract next(tx: EntityManager, order: NumberedOrder): string | Promise<string>;
}

/** The default: the day, and a number that rises by one with each order, such as `20261120-000042`. */
@Injectable()
export class DatedOrderNumbers extends OrderNumbers {
  constructor(private readonly db: Database) {
    super();
  }

  async next(tx: EntityManager, { placedAt }: NumberedOrder): Promise<string> {
    const { n } = (await this.db.queryOne<{ n: number }>(tx, NEXT))!;
    return orderNumber(n, placedAt);
  }
}
