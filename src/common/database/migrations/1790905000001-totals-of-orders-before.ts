import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeInBatches, createIndexOnline, type OnlineIndex } from '../online.js';

const INDEXES: readonly OnlineIndex[] = [
  { name: 'orders_by_total', table: 'orders', on: `(total, id) WHERE status <> 'cart'` },
  { name: 'orders_of_status', table: 'orders', on: `(status, placed_at, id) WHERE status <> 'cart'` },
  { name: 'orders_of_application', table: 'orders', on: `(application_id, placed_at, id) WHERE status <> 'cart'` },
  { name: 'users_inactive', table: 'users', on: `(created_at, uid) WHERE status = 'inactive'` },
  { name: 'users_of_country', table: 'users', on: '(country_code, created_at, uid)' },
  { name: 'bundles_by_name', table: 'bundles', on: '(lower(name), id) WHERE deleted_at IS NULL' },
  { name: 'bundles_inactive', table: 'bundles', on: `(id) WHERE status = 'inactive' AND deleted_at IS NULL` },
];

/** The totals of orders from before, and what lists are sorted and filtered by. */
export class TotalsOfOrdersBefore1790905000001 implements MigrationInterface {
  name = 'TotalsOfOrdersBefore1790905000001';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await changeInBatches(runner, {
      table: 'orders',
      key: 'id',
      set: 'total = (SELECT coalesce(sum(l.quantity * l.unit_price), 0) FROM order_lines l WHERE l.order_id = orders.id)',
      where: `orders.total IS NULL AND orders.status <> 'cart'`,
    });
    for (const index of INDEXES) await createIndexOnline(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of INDEXES) await runner.query(`DROP INDEX ${name}`);
  }
}
