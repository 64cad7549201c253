import { SCHEMA_FEATURES, SETTLED, type Feature } from './engine-features.js';

/** Something that a schema is made of, and where. */
export interface Use {
  feature: string;
  /** As `pg_describe_object` calls it. */
  object: string;
}

type Query = (sql: string) => Promise<Use[]>;

/** Not the system's, not the job queue's, whose library makes its own, and no part of an extension. */
const ours = (catalogue: string, oid: string, namespace = '0'): string =>
  `${oid} >= 16384 AND ${namespace} NOT IN (SELECT n.oid FROM pg_namespace n WHERE n.nspname = 'graphile_worker' OR n.nspname ~ '^pg_')
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalogue}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;

const describe = (catalogue: string, oid: string, column = '0'): string =>
  `pg_describe_object('${catalogue}'::regclass, ${oid}, ${column}) AS object`;

/** Kinds of things that have no more to them than that they are there. */
const OTHERS: Readonly<Record<string, string>> = {
  'access method': 'pg_am',
  cast: 'pg_cast',
  collation: 'pg_collation',
  conversion: 'pg_conversion',
  'event trigger': 'pg_event_trigger',
  'foreign data wrapper': 'pg_foreign_data_wrapper',
  'foreign server': 'pg_foreign_server',
  language: 'pg_language',
  'large object': 'pg_largeobject_metadata',
  operator: 'pg_operator',
  'operator class': 'pg_opclass',
  'row security policy': 'pg_policy',
  publication: 'pg_publication',
  'extended statistics': 'pg_statistic_ext',
  transform: 'pg_transform',
  'text search configuration': 'pg_ts_config',
  'text search dictionary': 'pg_ts_dict',
};

const TABLES = `FROM pg_class c WHERE ${ours('pg_class', 'c.oid', 'c.relnamespace')}`;
const OF_TABLES = (oid: string): string => `${oid} IN (SELECT c.oid ${TABLES})`;
const COLUMNS = `FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid AND t.relkind IN ('r', 'p', 'f', 'v', 'm', 'c')
  JOIN pg_type y ON y.oid = a.atttypid WHERE a.attnum > 0 AND NOT a.attisdropped AND ${OF_TABLES('t.oid')}`;
const INDEXES = `FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
  WHERE ${OF_TABLES('i.indrelid')}`;
const TRIGGERS = `FROM pg_trigger t WHERE NOT t.tgisinternal AND ${OF_TABLES('t.tgrelid')}`;
const FUNCTIONS = `FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE ${ours('pg_proc', 'p.oid', 'p.pronamespace')}`;

const COLUMN = describe('pg_class', 'a.attrelid', 'a.attnum');
const INDEX = describe('pg_class', 'i.indexrelid');
const TRIGGER = describe('pg_trigger', 't.oid');
const FUNCTION = describe('pg_proc', 'p.oid');

/** One query for each kind of feature. Bits of `tgtype`: 1 row, 32 truncate, 64 instead of. */
const QUERIES = [
  `SELECT CASE c.relkind WHEN 'r' THEN 'table' WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view'
            WHEN 'f' THEN 'foreign table' WHEN 'p' THEN 'partitioned table' WHEN 'c' THEN 'type of columns' ELSE 'relation ' || c.relkind::text END
     AS feature, ${describe('pg_class', 'c.oid')} ${TABLES} AND c.relkind NOT IN ('i', 'I', 't')`,
  `SELECT CASE c.relpersistence WHEN 'u' THEN 'unlogged' ELSE 'temporary' END AS feature, ${describe('pg_class', 'c.oid')}
     ${TABLES} AND c.relpersistence <> 'p'`,
  `SELECT 'storage parameter' AS feature, ${describe('pg_class', 'c.oid')} ${TABLES} AND c.reloptions IS NOT NULL`,
  `SELECT 'tablespace' AS feature, ${describe('pg_class', 'c.oid')} ${TABLES} AND c.reltablespace <> 0`,
  `SELECT 'table inheritance' AS feature, ${describe('pg_class', 'h.inhrelid')} FROM pg_inherits h WHERE ${OF_TABLES('h.inhrelid')}`,
  `SELECT 'extension ' || e.extname AS feature, ${describe('pg_extension', 'e.oid')} FROM pg_extension e WHERE e.extname <> 'plpgsql'`,
  `SELECT CASE WHEN y.typcategory = 'A' THEN 'type array' WHEN y.oid < 16384 THEN 'type ' || format_type(y.oid, NULL)
            ELSE 'type of ' || (CASE y.typtype WHEN 'e' THEN 'enum' WHEN 'd' THEN 'domain' WHEN 'r' THEN 'range' WHEN 'c' THEN 'columns'
              ELSE y.typname END) END AS feature, ${COLUMN} ${COLUMNS}`,
  `SELECT 'type ' || format_type(y.typelem, NULL) AS feature, ${COLUMN} ${COLUMNS} AND y.typcategory = 'A' AND y.typelem <> 0`,
  `SELECT 'type of ' || (CASE y.typtype WHEN 'e' THEN 'enum' WHEN 'd' THEN 'domain' WHEN 'r' THEN 'range' ELSE y.typtype::text END)
     AS feature, ${describe('pg_type', 'y.oid')}
     FROM pg_type y WHERE y.typtype NOT IN ('b', 'c') AND ${ours('pg_type', 'y.oid', 'y.typnamespace')}`,
  `SELECT 'column identity' AS feature, ${COLUMN} ${COLUMNS} AND a.attidentity <> ''`,
  `SELECT 'column generated' AS feature, ${COLUMN} ${COLUMNS} AND a.attgenerated <> ''`,
  `SELECT 'column collation' AS feature, ${COLUMN} ${COLUMNS} AND a.attcollation NOT IN (0, y.typcollation)`,
  `SELECT CASE k.contype WHEN 'p' THEN 'constraint primary key' WHEN 'u' THEN 'constraint unique' WHEN 'c' THEN 'constraint check'
            WHEN 'f' THEN 'constraint foreign key' WHEN 'x' THEN 'constraint exclusion' WHEN 't' THEN 'constraint trigger'
            ELSE 'constraint ' || k.contype::text END AS feature, ${describe('pg_constraint', 'k.oid')}
     FROM pg_constraint k WHERE k.contype <> 'n' AND ${ours('pg_constraint', 'k.oid', 'k.connamespace')}`,
  `SELECT 'constraint deferrable' AS feature, ${describe('pg_constraint', 'k.oid')}
     FROM pg_constraint k WHERE k.condeferrable AND ${ours('pg_constraint', 'k.oid', 'k.connamespace')}`,
  `SELECT 'index ' || m.amname AS feature, ${INDEX} ${INDEXES}`,
  `SELECT 'index gin of several columns' AS feature, ${INDEX} ${INDEXES} AND m.amname = 'gin' AND i.indnatts > 1`,
  `SELECT 'index with included columns' AS feature, ${INDEX} ${INDEXES} AND i.indnatts > i.indnkeyatts`,
  `SELECT 'index unique' AS feature, ${INDEX} ${INDEXES} AND i.indisunique AND NOT i.indisprimary`,
  `SELECT 'index nulls not distinct' AS feature, ${INDEX} ${INDEXES} AND to_jsonb(i) ->> 'indnullsnotdistinct' = 'true'`,
  `SELECT 'index partial' AS feature, ${INDEX} ${INDEXES} AND i.indpred IS NOT NULL`,
  `SELECT 'index expression' AS feature, ${INDEX} ${INDEXES} AND i.indexprs IS NOT NULL`,
  `SELECT 'index operator class ' || o.opcname AS feature, ${INDEX}
     FROM pg_index i CROSS JOIN unnest(i.indclass) AS u (class) JOIN pg_opclass o ON o.oid = u.class
    WHERE NOT o.opcdefault AND ${OF_TABLES('i.indrelid')}`,
  `SELECT CASE WHEN t.tgtype & 1 = 1 THEN 'trigger for each row' ELSE 'trigger for each statement' END AS feature, ${TRIGGER} ${TRIGGERS}`,
  `SELECT 'trigger with transition table' AS feature, ${TRIGGER} ${TRIGGERS} AND (t.tgnewtable IS NOT NULL OR t.tgoldtable IS NOT NULL)`,
  `SELECT 'trigger with condition' AS feature, ${TRIGGER} ${TRIGGERS} AND t.tgqual IS NOT NULL`,
  `SELECT 'trigger of columns' AS feature, ${TRIGGER} ${TRIGGERS} AND array_length(t.tgattr, 1) > 0`,
  `SELECT 'trigger on truncate' AS feature, ${TRIGGER} ${TRIGGERS} AND t.tgtype & 32 > 0`,
  `SELECT 'trigger instead of' AS feature, ${TRIGGER} ${TRIGGERS} AND t.tgtype & 64 > 0`,
  `SELECT (CASE p.prokind WHEN 'f' THEN 'function' WHEN 'p' THEN 'procedure' WHEN 'a' THEN 'aggregate' ELSE 'window function' END)
            || ' in ' || l.lanname AS feature, ${FUNCTION} ${FUNCTIONS}`,
  `SELECT 'function body with ' || upper(w.word[1]) AS feature, ${FUNCTION}
     FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
     CROSS JOIN regexp_matches(p.prosrc, '\\m(perform|execute|foreach|pg_notify|notify|advisory|skip locked|lock table)', 'gi') AS w (word)
    WHERE ${ours('pg_proc', 'p.oid', 'p.pronamespace')}`,
  `SELECT 'rule' AS feature, ${describe('pg_rewrite', 'r.oid')} FROM pg_rewrite r WHERE r.rulename <> '_RETURN' AND ${OF_TABLES('r.ev_class')}`,
  `SELECT 'database setting' AS feature, unnest(s.setconfig) AS object FROM pg_db_role_setting s
    WHERE s.setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  ...Object.entries(OTHERS).map(
    ([feature, catalogue]) =>
      `SELECT '${feature}' AS feature, ${describe(catalogue, 'o.oid')} FROM ${catalogue} o WHERE ${ours(catalogue, 'o.oid')}`,
  ),
];

/** Everything that the migrations have made a database of, as its catalogue tells. */
export function usedFeatures(query: Query): Promise<Use[]> {
  return query(QUERIES.map((sql) => `SELECT feature::text, object::text FROM (${sql}) q`).join(' UNION ALL '));
}

/** What is wrong with what is used: unknown, or whole in none of the engines and not settled. */
export function judge(
  uses: readonly Use[],
  features: Readonly<Record<string, Feature>> = SCHEMA_FEATURES,
  settled: Readonly<Record<string, string>> = SETTLED,
): string[] {
  const problems = new Set<string>();
  for (const { feature, object } of uses) {
    const row = features[feature];
    const use = `${object}: ${feature}`;
    if (row === undefined)
      problems.add(`${use} is not known: look it up, and add it to test/support/engine-features.ts`);
    else if (!Object.values(row).some(([has]) => has === 'yes') && settled[use] === undefined)
      problems.add(`${use} is in none of Citus, YugabyteDB and CockroachDB as it is in PostgreSQL`);
  }
  return [...problems];
}
