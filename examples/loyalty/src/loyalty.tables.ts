import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LoyaltyTables1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE loyalty_accounts (
         uid integer PRIMARY KEY,
         points integer NOT NULL DEFAULT 0,
         redeeming integer NOT NULL DEFAULT 0 CHECK (redeeming >= 0),
         tier text NOT NULL DEFAULT 'none'
       )`,
    );
    // Points expire by from_at; entries without it take from the oldest.
    await runner.query(
      `CREATE TABLE loyalty_entries (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         uid integer NOT NULL REFERENCES loyalty_accounts ON DELETE CASCADE,
         kind text NOT NULL,
         points integer NOT NULL CHECK (points <> 0),
         order_id bigint,
         from_at timestamptz,
         booked_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
    await runner.query('CREATE INDEX loyalty_entries_uid ON loyalty_entries (uid, id)');
    await runner.query(
      'CREATE INDEX loyalty_entries_order_id ON loyalty_entries (order_id) WHERE order_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE loyalty_entries');
    await runner.query('DROP TABLE loyalty_accounts');
  }
}
