import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { MigrationClass } from '#common/database/data-source.js';
import { changeInBatches, type Contracts, createIndexOnline } from '#common/database/online.js';

/** The version that the samples are for the next one of. */
export const VERSION_BEFORE = '2.1.0';

/** What the released version left, which nobody uses any more: it is there before a round begins. */
export function leftover(round: number): string {
  return `ALTER TABLE orders ADD COLUMN IF NOT EXISTS leftover_${round} text`;
}

/** The steps of a sample release; each round has its own names. */
export function nextMigrations(round: number): {
  expand: MigrationClass[];
  contract: MigrationClass[];
  locking: MigrationClass[];
} {
  const column = `channel_${round}`;
  let count = 0;
  const step = (up: string | ((runner: QueryRunner) => Promise<unknown>), extra: Extra = {}): MigrationClass => {
    count += 1;
    return migration(`Round${round}Step${1_950_000_000_000 + round * 100 + count}`, up, extra);
  };
  return {
    expand: [
      step(
        `CREATE TABLE notes_${round} (order_id bigint PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE, note text NOT NULL)`,
      ),
      step(`ALTER TABLE orders ADD COLUMN ${column} text, ADD COLUMN grade_${round} int NOT NULL DEFAULT 0`),
      // Rows of the previous version, which does not know the column, get their value by the trigger.
      step(`CREATE FUNCTION fill_${column}() RETURNS trigger LANGUAGE plpgsql AS
              'BEGIN new.${column} := coalesce(new.${column}, ''before''); RETURN new; END';
            CREATE TRIGGER fill_${column} BEFORE INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION fill_${column}()`),
      step(
        (runner) =>
          changeInBatches(runner, {
            table: 'orders',
            key: 'id',
            set: `${column} = 'before'`,
            where: `${column} IS NULL`,
          }),
        ONLINE,
      ),
      step(
        (runner) => createIndexOnline(runner, { name: `orders_${column}`, table: 'orders', on: `(${column}, id)` }),
        ONLINE,
      ),
      step(`ALTER TABLE orders ADD CONSTRAINT ${column}_short CHECK (length(${column}) < 100) NOT VALID`),
      step(`ALTER TABLE orders VALIDATE CONSTRAINT ${column}_short`),
    ],
    contract: [
      step(`ALTER TABLE orders DROP COLUMN leftover_${round}`, {
        contracts: { since: VERSION_BEFORE, unused: [`orders.leftover_${round}`] },
      }),
    ],
    locking: [step(`ALTER TABLE orders ADD COLUMN held_${round} int; SELECT pg_sleep(3)`)],
  };
}

type Extra = Pick<MigrationInterface, 'transaction'> & { contracts?: Contracts };

const ONLINE: Extra = { transaction: false };

function migration(
  name: string,
  up: string | ((runner: QueryRunner) => Promise<unknown>),
  extra: Extra,
): MigrationClass {
  const made = class implements MigrationInterface {
    readonly name = name;
    readonly transaction = extra.transaction;
    readonly contracts = extra.contracts;
    async up(runner: QueryRunner): Promise<void> {
      await (typeof up === 'string' ? runner.query(up) : up(runner));
    }
    async down(): Promise<void> {}
  };
  Object.defineProperty(made, 'name', { value: name });
  return made;
}
