import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Orders keep what they come to, so that lists are sorted, filtered and added up by it. An instance of the previous version
 * places orders without it, which a trigger then adds, once all lines are frozen.
 */
export class OrderTotals1790905000000 implements MigrationInterface {
  name = 'OrderTotals1790905000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN total numeric(20,4)');
    await runner.query(`CREATE FUNCTION add_order_total() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE orders SET total = (SELECT coalesce(sum(quantity * unit_price), 0) FROM order_lines WHERE order_id = NEW.id)
         WHERE id = NEW.id AND total IS NULL;
        RETURN NULL;
      END $$`);
    await runner.query(`CREATE CONSTRAINT TRIGGER orders_total AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (OLD.status = 'cart' AND NEW.status <> 'cart' AND NEW.total IS NULL)
      EXECUTE FUNCTION add_order_total()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER orders_total ON orders');
    await runner.query('DROP FUNCTION add_order_total()');
    await runner.query('ALTER TABLE orders DROP COLUMN total');
  }
}
