import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';

const RENEWED_AT_ONCE = 10_000;

/** The lowest former id of carts that {@link RENEW_CARTS} renewed, null if there was none, and how many they were. */
interface RenewedRow {
  lowest: number | null;
  count: number;
}

/**
 * Gives carts and their lines new ids, and raises their versions by `$1`: of those whose ids are below `$2` the last `$3`.
 * One statement, at whose end the lines have their cart again.
 */
const RENEW_CARTS = statement(
  'cart.renew',
  `WITH renewed AS MATERIALIZED (
     SELECT id AS former, nextval('orders_id_seq') AS id
       FROM (SELECT id FROM orders WHERE status = 'cart' AND id < $2 ORDER BY id DESC LIMIT $3) AS c
   ), lines AS (
     UPDATE order_lines l SET id = nextval('order_lines_id_seq'), order_id = r.id FROM renewed r WHERE l.order_id = r.former
   ), carts AS (
     UPDATE orders o SET id = r.id, version = version + $1 FROM renewed r WHERE o.id = r.former RETURNING r.former)
   SELECT min(former) AS lowest, count(*) AS count FROM carts`,
);

/** Makes carts new after a restore. */
@Injectable()
export class CartRenewal {
  constructor(private readonly db: Database) {}

  /**
   * Gives all carts new ids and higher versions: those that they have may be known, from before a restore, for an order that
   * is undone or another content.
   * @returns how many carts there are
   */
  async renewAll(tx: EntityManager, versionsAhead: number): Promise<number> {
    let count = 0;
    for (let below = Number.MAX_SAFE_INTEGER; ;) {
      const renewed = await this.db.queryOne<RenewedRow>(tx, RENEW_CARTS, [versionsAhead, below, RENEWED_AT_ONCE]);
      if (renewed === undefined || renewed.lowest === null) return count;
      below = renewed.lowest;
      count += renewed.count;
    }
  }
}
