import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeInBatches, createIndexOnline, type Contracts } from '#common/database/online.js';
import { MIGRATIONS } from '#common/database/migrations/index.js';
import { RELEASED } from '#common/database/migrations/released.js';
import type { MigrationClass } from '#common/database/data-source.js';
import { checkMigrations } from '../tools/migrations-gate/check-migrations.js';
import { stillNamed } from '../tools/migrations-gate/still-named.js';
import { leftover, nextMigrations, VERSION_BEFORE } from './support/next-migrations.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

const VERSION = '3.1.0';

/** What the previous version was released with. */
const SCHEMA = `
  CREATE TABLE makers (id int PRIMARY KEY, name text NOT NULL);
  CREATE TABLE goods (
    id bigint PRIMARY KEY,
    maker_id int NOT NULL REFERENCES makers (id),
    label text NOT NULL,
    price text NOT NULL,
    note text,
    code text,
    state varchar(20) NOT NULL DEFAULT 'new' CONSTRAINT goods_state CHECK (state IN ('new', 'old'))
  );
  CREATE UNIQUE INDEX goods_label ON goods (label);
  CREATE INDEX goods_maker ON goods (maker_id);
  CREATE TABLE moves (id bigint GENERATED ALWAYS AS IDENTITY, at timestamptz NOT NULL, what text) PARTITION BY RANGE (at);
  CREATE TABLE moves_old PARTITION OF moves FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
  CREATE TABLE moves_new PARTITION OF moves FOR VALUES FROM ('2027-01-01') TO ('2028-01-01');
  CREATE FUNCTION goods_touched() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
  CREATE TRIGGER goods_touch BEFORE UPDATE ON goods FOR EACH ROW EXECUTE FUNCTION goods_touched();
  INSERT INTO makers SELECT i, 'maker ' || i FROM generate_series(1, 10) i;
  INSERT INTO goods (id, maker_id, label, price, code) SELECT i, i, 'label ' || i, i || '.50', i FROM generate_series(1, 10) i;
  INSERT INTO moves (at, what) SELECT '2026-06-01'::timestamptz + i * '1 month'::interval, 'x' FROM generate_series(1, 12) i`;

type Up = (runner: QueryRunner) => Promise<unknown>;
type Extra = Pick<MigrationInterface, 'transaction'> & { contracts?: Contracts };

let count = 0;

/** A migration of these statements. */
function migration(up: string | Up, extra: Extra = {}): MigrationClass {
  count += 1;
  const name = `Sample${1_900_000_000_000 + count}`;
  const run: Up = typeof up === 'string' ? (runner) => runner.query(up) : up;
  const made = class implements MigrationInterface {
    readonly name = name;
    readonly transaction = extra.transaction;
    readonly contracts = extra.contracts;
    async up(runner: QueryRunner): Promise<void> {
      await run(runner);
    }
    async down(): Promise<void> {}
  };
  Object.defineProperty(made, 'name', { value: name });
  return made;
}

function each(...statements: string[]): Up {
  return async (runner) => {
    for (const statement of statements) await runner.query(statement);
  };
}

describe('the gate of migrations', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.query('DROP SCHEMA public CASCADE');
    await database.query('CREATE SCHEMA public');
    await database.query(SCHEMA);
  });

  const check = (...migrations: MigrationClass[]): Promise<string[]> =>
    checkMigrations(database.url, migrations, VERSION);

  describe('refuses what locks:', () => {
    const locking: [what: string, up: string | Up, why: RegExp, extra?: Extra][] = [
      [
        'a table that is rewritten',
        'ALTER TABLE goods ADD COLUMN at timestamptz DEFAULT clock_timestamp()',
        /rewrites the whole table goods.+add a column instead/,
      ],
      [
        'a changed type',
        'ALTER TABLE goods ALTER COLUMN price TYPE numeric USING price::numeric',
        /rewrites the whole table goods/,
      ],
      ['VACUUM FULL', 'VACUUM FULL goods', /rewrites the whole table goods/, { transaction: false }],
      [
        'an index',
        'CREATE INDEX goods_note ON goods (note)',
        /reads the whole table goods while nobody can write it: indexes by createIndexOnline/,
      ],
      [
        'an index without a transaction',
        'CREATE INDEX IF NOT EXISTS goods_note ON goods (note)',
        /reads the whole table goods/,
        { transaction: false },
      ],
      ['an index of a partitioned table', 'CREATE INDEX moves_what ON moves (what)', /reads the whole table moves /],
      [
        'a check',
        `ALTER TABLE goods ADD CONSTRAINT c CHECK (label <> '')`,
        /reads the whole table goods.+VALIDATE CONSTRAINT in a migration of its own/,
      ],
      [
        'a check that is validated at once',
        each(
          `ALTER TABLE goods ADD CONSTRAINT c CHECK (label <> '') NOT VALID`,
          'ALTER TABLE goods VALIDATE CONSTRAINT c',
        ),
        /reads the whole table goods/,
      ],
      [
        'NOT NULL without proof',
        'ALTER TABLE goods ALTER COLUMN code SET NOT NULL',
        /reads the whole table goods.+NOT NULL after a validated CHECK/,
      ],
      [
        'a foreign key',
        each(
          'ALTER TABLE goods ADD COLUMN other int',
          'ALTER TABLE goods ADD FOREIGN KEY (other) REFERENCES makers (id)',
        ),
        /reads the whole table goods/,
      ],
      ['a unique constraint', 'ALTER TABLE goods ADD UNIQUE (note)', /reads the whole table goods/],
      [
        'rows changed all at once',
        each('ALTER TABLE goods ADD COLUMN cents bigint', 'UPDATE goods SET cents = 1'),
        /changes the rows of goods all at once.+changeInBatches/,
      ],
      [
        'rows changed all at once by an index',
        'UPDATE goods SET note = label WHERE id > 0',
        /changes the rows of goods all at once/,
        { transaction: false },
      ],
      ['rows removed all at once', 'DELETE FROM moves', /changes the rows of moves all at once/],
      [
        'two tables in one transaction',
        each('ALTER TABLE goods ADD COLUMN a int', 'ALTER TABLE makers ADD COLUMN a int'),
        /locks the table makers while it holds goods.+two migrations/,
      ],
      ['LOCK', 'LOCK TABLE goods', /locks the table goods: leave it out/],
      [
        'waiting without end',
        each('SET lock_timeout = 0', 'ALTER TABLE goods ADD COLUMN a int', 'RESET lock_timeout'),
        /waits for a lock as long as it takes.+leave lock_timeout/,
      ],
      [
        'what cannot be run again',
        each('ALTER TABLE goods ADD COLUMN a int', 'ALTER TABLE goods ADD COLUMN b int'),
        /cannot be run again after a crash.+IF NOT EXISTS/,
        { transaction: false },
      ],
    ];
    it.each(locking)('%s', async (_, up, why, extra = {}) => {
      const findings = await check(migration(up, extra));
      expect(findings).toContainEqual(expect.stringMatching(why));
    });
  });

  describe('refuses what breaks the previous version:', () => {
    const breaking: [what: string, up: string | Up, why: RegExp, extra?: Extra][] = [
      ['a dropped table', 'DROP TABLE moves', /drops or renames moves, .+declare it/],
      ['a renamed table', 'ALTER TABLE goods RENAME TO wares', /drops or renames goods,/],
      [
        'a dropped column',
        'ALTER TABLE goods DROP COLUMN note',
        /drops or renames the column goods\.note.+unused: \['goods\.note'\]/,
      ],
      ['a renamed column', 'ALTER TABLE goods RENAME COLUMN note TO notes', /drops or renames the column goods\.note/],
      [
        'a dropped index',
        'DROP INDEX CONCURRENTLY IF EXISTS goods_maker',
        /drops or renames the index goods_maker/,
        { transaction: false },
      ],
      ['a dropped function', 'DROP FUNCTION goods_touched CASCADE', /drops or renames goods_touched\(\)/],
      ['a dropped trigger', 'DROP TRIGGER goods_touch ON goods', /drops or renames the trigger goods\.goods_touch/],
      [
        'a disabled trigger',
        'ALTER TABLE goods DISABLE TRIGGER goods_touch',
        /drops or renames the trigger goods\.goods_touch/,
      ],
      [
        'a dropped constraint',
        'ALTER TABLE goods DROP CONSTRAINT goods_maker_id_fkey',
        /drops or renames the constraint goods\.goods_maker_id_fkey/,
      ],
      [
        'a wider type',
        'ALTER TABLE goods ALTER COLUMN state TYPE varchar(40)',
        /changes the type of goods\.state.+add a column of the new type/,
      ],
      [
        'NOT NULL where there was none',
        each('ALTER TABLE goods ADD CONSTRAINT c CHECK (note IS NOT NULL) NOT VALID'),
        /adds a rule \(check goods\.c\).+upheld: \['goods\.c'\]/,
      ],
      ['NULL where there was none', 'ALTER TABLE goods ALTER COLUMN price DROP NOT NULL', /lets goods\.price be NULL/],
      ['a dropped default', 'ALTER TABLE goods ALTER COLUMN state DROP DEFAULT', /drops the default of goods\.state/],
      [
        'a new check',
        `ALTER TABLE goods ADD CONSTRAINT c CHECK (length(label) < 9) NOT VALID`,
        /adds a rule \(check goods\.c\)/,
      ],
      [
        'a changed check',
        each(
          'ALTER TABLE goods DROP CONSTRAINT goods_state',
          `ALTER TABLE goods ADD CONSTRAINT goods_state CHECK (state = 'new') NOT VALID`,
        ),
        /adds a rule \(check goods\.goods_state\)/,
      ],
      [
        'a unique index',
        (runner) => createIndexOnline(runner, { name: 'goods_price', table: 'goods', on: '(price)', isUnique: true }),
        /adds a rule \(unique goods\.goods_price\)/,
        { transaction: false },
      ],
      [
        'a foreign key',
        'ALTER TABLE goods ADD CONSTRAINT f FOREIGN KEY (maker_id) REFERENCES makers (id) NOT VALID',
        /adds a rule \(foreign key goods\.f\)/,
      ],
      [
        'a check that rows without the new column break',
        each(
          'ALTER TABLE goods ADD COLUMN a int',
          'ALTER TABLE goods ADD CONSTRAINT c CHECK (a IS NOT NULL) NOT VALID',
        ),
        /adds a rule \(check goods\.c\) that rows without a value for the new columns break.+defaults/,
      ],
    ];
    it.each(breaking)('%s', async (_, up, why, extra = {}) => {
      const findings = await check(migration(up, extra));
      expect(findings).toContainEqual(expect.stringMatching(why));
    });

    it('a column that has to have a value', async () => {
      await database.query('TRUNCATE goods');
      const findings = await check(migration('ALTER TABLE goods ADD COLUMN a int NOT NULL'));
      expect(findings).toContainEqual(
        expect.stringMatching(/makes the new column goods\.a NOT NULL without a default/),
      );
    });

    it('an index that only one row without its column may have', async () => {
      await database.query('TRUNCATE goods');
      const findings = await check(
        migration('ALTER TABLE goods ADD COLUMN a int DEFAULT 1'),
        migration(
          (runner) => createIndexOnline(runner, { name: 'goods_a', table: 'goods', on: '(a)', isUnique: true }),
          { transaction: false },
        ),
      );
      expect(findings).toEqual([
        expect.stringMatching(/adds a rule \(unique goods\.goods_a\) that rows without a value/),
      ]);
    });
  });

  describe('lets through', () => {
    it('an expanding release, whose steps may be interrupted anywhere', async () => {
      const online = { transaction: false };
      const findings = await check(
        migration(
          'CREATE TABLE tags (id bigint PRIMARY KEY, good_id bigint NOT NULL REFERENCES goods (id), tag text NOT NULL); CREATE INDEX tags_good ON tags (good_id)',
        ),
        migration(
          `ALTER TABLE goods ADD COLUMN cents bigint, ADD COLUMN rank int NOT NULL DEFAULT 0, ADD COLUMN tag_id bigint`,
        ),
        migration(`CREATE FUNCTION goods_cents() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN new.cents := round(new.price::numeric * 100); RETURN new; END';
                   CREATE TRIGGER goods_cents BEFORE INSERT OR UPDATE ON goods FOR EACH ROW EXECUTE FUNCTION goods_cents()`),
        migration(
          (runner) =>
            changeInBatches(runner, {
              table: 'goods',
              key: 'id',
              set: 'cents = round(price::numeric * 100)',
              where: 'cents IS NULL',
            }),
          online,
        ),
        migration(
          (runner) => createIndexOnline(runner, { name: 'goods_cents', table: 'goods', on: '(cents)' }),
          online,
        ),
        migration(
          (runner) => createIndexOnline(runner, { name: 'goods_tag', table: 'goods', on: '(tag_id)', isUnique: true }),
          online,
        ),
        migration((runner) => createIndexOnline(runner, { name: 'moves_what', table: 'moves', on: '(what)' }), online),
        migration('ALTER TABLE goods ADD CONSTRAINT goods_tag FOREIGN KEY (tag_id) REFERENCES tags (id) NOT VALID'),
        migration('ALTER TABLE goods VALIDATE CONSTRAINT goods_tag'),
        migration('ALTER TABLE goods ADD CONSTRAINT goods_cents CHECK (cents >= 0) NOT VALID'),
        migration('ALTER TABLE goods VALIDATE CONSTRAINT goods_cents'),
        migration('UPDATE makers SET name = upper(name) WHERE id = 3'),
      );
      expect(findings).toEqual([]);
      expect(
        await database.query('SELECT count(*)::int AS count FROM goods WHERE cents = round(price::numeric * 100)'),
      ).toEqual([{ count: 10 }]);
      const [{ valid }] = (await database.query(
        `SELECT bool_and(indisvalid) AS valid FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid WHERE c.relname LIKE '%moves_what'`,
      )) as [{ valid: boolean }];
      expect(valid).toBe(true);
    });

    it('a contracting release, which declares what the previous version does without', async () => {
      const since = '3.1.0';
      const findings = await check(
        migration('ALTER TABLE goods ADD CONSTRAINT note_set CHECK (note IS NOT NULL) NOT VALID', {
          contracts: { since, upheld: ['goods.note_set'] },
        }),
        migration(each(`UPDATE goods SET note = '' WHERE id < 3`), { transaction: false }),
        migration(
          (runner) => changeInBatches(runner, { table: 'goods', key: 'id', set: `note = ''`, where: 'note IS NULL' }),
          { transaction: false },
        ),
        migration('ALTER TABLE goods VALIDATE CONSTRAINT note_set'),
        migration('ALTER TABLE goods ALTER COLUMN note SET NOT NULL', {
          contracts: { since: '3.0.2', upheld: ['goods.note'] },
        }),
        migration('ALTER TABLE goods DROP COLUMN price', { contracts: { since, unused: ['goods.price'] } }),
        migration('DROP INDEX CONCURRENTLY IF EXISTS goods_maker', {
          transaction: false,
          contracts: { since, unused: ['goods_maker'] },
        }),
        migration('DROP TABLE moves', { contracts: { since, unused: ['moves', 'moves_id_seq'] } }),
      );
      expect(findings).toEqual([]);
    });
  });

  it('lets the sample release of the proof through', async () => {
    const service = await createTestDatabase();
    try {
      await service.query(leftover(1));
      const { expand, contract } = nextMigrations(1);
      expect(await checkMigrations(service.url, [...expand, ...contract], VERSION_BEFORE)).toEqual([]);
    } finally {
      await service.drop();
    }
  });

  it('refuses a contract that the previous version knows nothing of', async () => {
    const contracts = { since: '3.2.0', unused: ['goods.note'] };
    expect(await check(migration('ALTER TABLE goods DROP COLUMN note', { contracts }))).toEqual([
      expect.stringMatching(/declares what holds since 3\.2\.0, but the version that runs beside it is 3\.1\.0/),
    ]);
  });

  it('refuses a contract about what the migration does not touch', async () => {
    const contracts = { since: '3.0.0', unused: ['goods.note'], upheld: ['goods.label'] };
    expect(await check(migration('SELECT 1', { contracts }))).toEqual([
      expect.stringMatching(/declares goods\.note as unused, which it does not touch/),
      expect.stringMatching(/declares goods\.label as upheld, which it does not touch/),
    ]);
  });

  it('refuses to drop what the sources still name', () => {
    const directory = 'src/common/rate-limits';
    expect(
      stillNamed(directory, { since: '3.0.0', unused: ['rate_limits', 'goods.price', 'rate_limits.nothing'] }),
    ).toEqual([expect.stringMatching(/^declares rate_limits as unused, but \S+ names it$/)]);
  });

  it('begins right after the migrations of the latest release, so that none is exempt', () => {
    const names = MIGRATIONS.map(({ name }) => name);
    expect(names.indexOf(RELEASED.migration) + 1).toBe(RELEASED.count);
  });
});
