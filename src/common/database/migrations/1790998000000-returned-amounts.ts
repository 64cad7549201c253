import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEPT = [
  'ALTER TABLE orders ADD COLUMN IF NOT EXISTS returned_amount numeric(20,4) NOT NULL DEFAULT 0',
  // Whatever statement takes pieces back, of this version or an older one, has locked the order before.
  `CREATE OR REPLACE FUNCTION add_to_returned_amount() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE orders SET returned_amount = returned_amount + (NEW.returned - OLD.returned) * coalesce(NEW.unit_price, 0)
       WHERE id = NEW.order_id;
      RETURN NULL;
    END $$`,
  `CREATE OR REPLACE TRIGGER order_lines_add_up_returned AFTER UPDATE OF returned ON order_lines
      FOR EACH ROW WHEN (NEW.returned <> OLD.returned) EXECUTE FUNCTION add_to_returned_amount()`,
];

const nextAfter = (id: string): string =>
  `SELECT order_id AS id FROM order_lines WHERE returned > 0 AND order_id > ${id} ORDER BY order_id LIMIT 1000`;

/** One statement, so that it is atomic; each one within it sees what was committed before. */
const addUp = (order: string): string => `DO $$
  BEGIN
    PERFORM FROM orders WHERE id = ${order} FOR UPDATE;
    UPDATE orders SET returned_amount =
           (SELECT coalesce(sum(returned * unit_price), 0) FROM order_lines WHERE order_id = ${order})
     WHERE id = ${order};
  END $$`;

const DOWN = [
  'DROP TRIGGER IF EXISTS order_lines_add_up_returned ON order_lines',
  'DROP FUNCTION IF EXISTS add_to_returned_amount()',
  'ALTER TABLE orders DROP COLUMN IF EXISTS returned_amount',
];

/**
 * Orders keep the price of their returned items, so that a list adds up what is left without reading their lines. Each
 * is added up while it is locked, as whoever takes pieces back locks it.
 */
export class ReturnedAmounts1790998000000 implements MigrationInterface {
  name = 'ReturnedAmounts1790998000000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of KEPT) await runner.query(sql);
    let last = '0';
    for (let ids = new Set([last]); ids.size > 0;) {
      ids = new Set(((await runner.query(nextAfter(last))) as { id: string }[]).map(({ id }) => id));
      for (const id of ids) await runner.query(addUp((last = id)));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
