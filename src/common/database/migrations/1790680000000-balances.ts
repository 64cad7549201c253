import type { MigrationInterface, QueryRunner } from 'typeorm';

const BALANCES = [
  `CREATE TABLE earnings_balances (
      uid bigint NOT NULL,
      balance numeric(20,4) NOT NULL,
      CONSTRAINT earnings_balances_pkey PRIMARY KEY (uid)
    )`,
  // Entries are only ever added, by whatever statement, of this version or an older one: so the sums cannot part from them.
  // By uid, so that two who add entries of the same members do not wait in a circle.
  `CREATE FUNCTION add_to_balances() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO earnings_balances AS b (uid, balance) SELECT uid, sum(amount) FROM added GROUP BY uid ORDER BY uid
        ON CONFLICT (uid) DO UPDATE SET balance = b.balance + excluded.balance;
      RETURN NULL;
    END $$`,
  // From here on others who add entries wait until the sums are there.
  `CREATE TRIGGER earnings_add_up AFTER INSERT ON earnings REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION add_to_balances()`,
  `INSERT INTO earnings_balances (uid, balance) SELECT uid, sum(amount) FROM earnings GROUP BY uid ORDER BY uid`,
  `CREATE INDEX earnings_balances_by_balance ON earnings_balances (balance, uid)`,
  // Nothing but the entries changes them: the trigger above is one level deep.
  `CREATE FUNCTION refuse_change_of_balances() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF pg_trigger_depth() > 1 AND TG_OP IN ('INSERT', 'UPDATE') THEN RETURN NULL; END IF;
      RAISE EXCEPTION 'balances are the sums of earnings, and change with them alone' USING ERRCODE = 'restrict_violation';
    END $$`,
  `CREATE TRIGGER earnings_balances_stay BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON earnings_balances
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_balances()`,
];

const INDEXES = [
  `CREATE INDEX earnings_by_time ON earnings (at, id)`,
  `CREATE INDEX earnings_of_period ON earnings (period, at, id) WHERE period IS NOT NULL`,
  `CREATE INDEX earnings_of_kind ON earnings (kind, at, id) WHERE kind <> 'commission'`,
  // What is not payable yet stands at the end of the table, and this index is a few pages for millions.
  `CREATE INDEX earnings_payable ON earnings USING brin (payable_at) WITH (autosummarize = on)`,
];

const DOWN = [
  `DROP INDEX earnings_by_time, earnings_of_period, earnings_of_kind, earnings_payable`,
  `DROP TRIGGER earnings_add_up ON earnings`,
  `DROP FUNCTION add_to_balances()`,
  `DROP TABLE earnings_balances`,
  `DROP FUNCTION refuse_change_of_balances()`,
];

/** The balance of each member, kept with the entries, and indexes for lists of these. */
export class Balances1790680000000 implements MigrationInterface {
  name = 'Balances1790680000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...BALANCES, ...INDEXES]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
