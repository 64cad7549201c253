import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexOnline, type OnlineIndex } from '../online.js';

const INDEXES: readonly OnlineIndex[] = [
  { name: 'network_members_enrolled', table: 'network_members', on: '(enrolled_at, uid)' },
  { name: 'orders_open', table: 'orders', on: `(status, placed_at, id) WHERE status IN ('placed', 'paid')` },
  { name: 'payout_items_pending', table: 'payout_items', on: `(payout_id) WHERE status = 'pending'` },
  { name: 'payout_holds_since', table: 'payout_holds', on: '(from_at) WHERE to_at IS NULL' },
];

/** What the first page of the console tells, among millions of orders and members. */
export class DayFigures1790910000000 implements MigrationInterface {
  name = 'DayFigures1790910000000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE IF NOT EXISTS day_figures (
          day date NOT NULL,
          orders bigint NOT NULL,
          new_members bigint NOT NULL,
          sales numeric(24, 4) NOT NULL,
          business_volume numeric(24, 4) NOT NULL,
          points numeric(24, 4) NOT NULL,
          cumulative_volume numeric(24, 4) NOT NULL,
          CONSTRAINT day_figures_pkey PRIMARY KEY (day)
       )`,
    );
    for (const index of INDEXES) await createIndexOnline(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of INDEXES) await runner.query(`DROP INDEX IF EXISTS ${name}`);
    await runner.query('DROP TABLE IF EXISTS day_figures');
  }
}
