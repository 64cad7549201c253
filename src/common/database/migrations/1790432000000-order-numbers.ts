import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Order numbers have a sequence of their own. They were made of the id of the cart, so that every cart that was never placed
 * left a gap. They go on behind the highest id, so that no number comes twice.
 */
export class OrderNumbers1790432000000 implements MigrationInterface {
  name = 'OrderNumbers1790432000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SEQUENCE order_numbers');
    await runner.query(`SELECT setval('order_numbers', (SELECT coalesce(max(id), 0) FROM orders) + 1, false)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SEQUENCE order_numbers');
  }
}
