import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEPT = [
  `CREATE TABLE IF NOT EXISTS payout_sums (
      payout_id bigint NOT NULL,
      status character varying(10) NOT NULL,
      items bigint NOT NULL,
      amount numeric(24,4) NOT NULL,
      CONSTRAINT payout_sums_pkey PRIMARY KEY (payout_id, status)
    )`,
  // Whatever statement adds or marks items, of this version or an older one: so the sums cannot part from them. In one order, so
  // that two who change items of the same payouts do not deadlock.
  `CREATE OR REPLACE FUNCTION add_to_payout_sums() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO payout_sums AS s (payout_id, status, items, amount)
      SELECT payout_id, status, count(*), sum(amount) FROM added GROUP BY payout_id, status ORDER BY payout_id, status
        ON CONFLICT (payout_id, status) DO UPDATE SET items = s.items + excluded.items, amount = s.amount + excluded.amount;
      RETURN NULL;
    END $$`,
  `CREATE OR REPLACE FUNCTION move_payout_sums() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO payout_sums AS s (payout_id, status, items, amount)
      SELECT payout_id, status, sum(items), sum(amount)
        FROM (SELECT payout_id, status, 1 AS items, amount FROM added
              UNION ALL SELECT payout_id, status, -1, -amount FROM removed) AS moved
       GROUP BY payout_id, status ORDER BY payout_id, status
        ON CONFLICT (payout_id, status) DO UPDATE SET items = s.items + excluded.items, amount = s.amount + excluded.amount;
      RETURN NULL;
    END $$`,
  `CREATE OR REPLACE TRIGGER payout_items_add_up AFTER INSERT ON payout_items REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION add_to_payout_sums()`,
  `CREATE OR REPLACE TRIGGER payout_items_move_sums AFTER UPDATE ON payout_items
      REFERENCING NEW TABLE AS added OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION move_payout_sums()`,
];

/** One statement, so that it is atomic; each one within it sees what was committed before. */
const addUp = (payout: string): string => `DO $$
  BEGIN
    PERFORM FROM payouts WHERE id = ${payout} FOR UPDATE;
    DELETE FROM payout_sums WHERE payout_id = ${payout};
    INSERT INTO payout_sums (payout_id, status, items, amount)
    SELECT payout_id, status, count(*), sum(amount) FROM payout_items WHERE payout_id = ${payout} GROUP BY payout_id, status;
  END $$`;

// Nothing but the items changes them: within the triggers above the depth is 2, of a direct change it is 1.
const GUARDED = [
  `CREATE OR REPLACE FUNCTION refuse_change_of_payout_sums() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF pg_trigger_depth() > 1 AND TG_OP IN ('INSERT', 'UPDATE') THEN RETURN NULL; END IF;
      RAISE EXCEPTION 'payout_sums is written by triggers on payout_items alone; change the items instead' USING ERRCODE = 'restrict_violation';
    END $$`,
  `CREATE OR REPLACE TRIGGER payout_sums_stay BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON payout_sums
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_payout_sums()`,
  `CREATE OR REPLACE FUNCTION refuse_removal_of_items() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'items of payouts are never removed; mark them instead' USING ERRCODE = 'restrict_violation';
    END $$`,
  `CREATE OR REPLACE TRIGGER payout_items_stay BEFORE DELETE OR TRUNCATE ON payout_items
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal_of_items()`,
];

const DOWN = [
  `DROP TRIGGER IF EXISTS payout_items_add_up ON payout_items`,
  `DROP TRIGGER IF EXISTS payout_items_move_sums ON payout_items`,
  `DROP TRIGGER IF EXISTS payout_items_stay ON payout_items`,
  `DROP TABLE IF EXISTS payout_sums`,
  `DROP FUNCTION IF EXISTS add_to_payout_sums(), move_payout_sums(), refuse_change_of_payout_sums(), refuse_removal_of_items()`,
];

/**
 * What the items of each payout come to by their status, kept with the items: a list of payouts reads no items. They are added up
 * one payout after the other, each while it is locked, as whoever marks its items locks it.
 */
export class SumsOfPayouts1790996000000 implements MigrationInterface {
  name = 'SumsOfPayouts1790996000000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of KEPT) await runner.query(sql);
    await runner.query('DROP TRIGGER IF EXISTS payout_sums_stay ON payout_sums');
    for (const { id } of (await runner.query('SELECT id FROM payouts ORDER BY id')) as { id: string }[])
      await runner.query(addUp(id));
    for (const sql of GUARDED) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
