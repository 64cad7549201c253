/**
 * What the engines that may take over from PostgreSQL have of it, as their documentation says: `test/portability.e2e-spec.ts`
 * holds the migrations against it, and the tables of docs/scale.md are made of it.
 */

/** `yes` is as in PostgreSQL; `part` says what is missing; `not verified` that their documentation does not tell. */
export type Has = 'yes' | 'no' | 'not verified' | `part: ${string}`;

type Engine = 'citus' | 'yugabyte' | 'cockroach';

/** What each engine has of one thing, and the page that says so. */
export type Feature = Readonly<Record<Engine, readonly [has: Has, source: string]>>;

const CITUS = 'https://docs.citusdata.com/en/stable/develop/';
const CITUS_SQL = `${CITUS}reference_workarounds.html`;
const CITUS_DDL = `${CITUS}reference_ddl.html`;
const CITUS_TRIGGERS = 'https://github.com/citusdata/citus/pull/5705';
const CITUS_EXCLUDE = 'https://github.com/citusdata/citus/issues/4656';

const YUGABYTE = 'https://docs.yugabyte.com/stable/';
const YB_SUPPORT = `${YUGABYTE}api/ysql/sql-feature-support/`;
const YB_KNOWN = `${YUGABYTE}yugabyte-voyager/known-issues/postgresql/`;
const YB_GIN = `${YUGABYTE}explore/ysql-language-features/indexes-constraints/gin/`;
const YB_EXTENSIONS = `${YUGABYTE}additional-features/pg-extensions/`;
const YB_TRIGGER = `${YUGABYTE}api/ysql/the-sql-language/statements/ddl_create_trigger/`;
const YB_RULE = `${YUGABYTE}api/ysql/the-sql-language/statements/ddl_create_rule/`;
const YB_LOCKS = `${YUGABYTE}explore/transactions/explicit-locking/`;
const YB_LISTEN = `${YUGABYTE}api/ysql/the-sql-language/statements/cmd_listen_notify/`;
const YB_SKIP = 'https://github.com/yugabyte/yugabyte-db/issues/2742';

const COCKROACH = 'https://www.cockroachlabs.com/docs/v26.2/';
const CRDB_SUPPORT = `${COCKROACH}sql-feature-support`;
const CRDB_COMPATIBLE = `${COCKROACH}postgresql-compatibility`;
const CRDB_NEXT = 'https://www.cockroachlabs.com/docs/v26.3/sql-feature-support';
const CRDB_TRIGGERS = `${COCKROACH}triggers`;
const CRDB_LIMITS = `${COCKROACH}known-limitations`;
const CRDB_TRIGRAM = `${COCKROACH}trigram-indexes`;
const CRDB_LOCKS = `${COCKROACH}select-for-update`;
const CRDB_STATEMENTS = `${COCKROACH}sql-statements`;
const CRDB_ADVISORY = 'https://github.com/cockroachdb/cockroach/pull/168353';
const CRDB_LISTEN = 'https://github.com/cockroachdb/cockroach/issues/41522';

/** All three have it. */
const EVERYWHERE: Feature = {
  citus: ['yes', CITUS_SQL],
  yugabyte: ['yes', YB_SUPPORT],
  cockroach: ['yes', CRDB_SUPPORT],
};

const UNIQUE: Feature = {
  ...EVERYWHERE,
  citus: ['part: the distribution column must be in it', CITUS_DDL],
};

const UNSAFE = 'part: with `citus.enable_unsafe_triggers`, never on reference tables';

/** What a schema can be made of. What is missing here has to be looked up before a migration uses it. */
export const SCHEMA_FEATURES: Readonly<Record<string, Feature>> = {
  table: EVERYWHERE,
  sequence: EVERYWHERE,
  view: EVERYWHERE,
  'foreign table': {
    citus: ['yes', CITUS_SQL],
    yugabyte: ['yes', YB_EXTENSIONS],
    cockroach: ['no', CRDB_COMPATIBLE],
  },
  'extension pg_trgm': {
    citus: ['yes', CITUS_SQL],
    yugabyte: ['yes', YB_GIN],
    cockroach: ['part: its indexes are built in, `CREATE EXTENSION` is not', CRDB_TRIGRAM],
  },
  'type array': EVERYWHERE,
  'type bigint': EVERYWHERE,
  'type boolean': EVERYWHERE,
  'type bytea': EVERYWHERE,
  'type character': EVERYWHERE,
  'type character varying': EVERYWHERE,
  'type integer': EVERYWHERE,
  'type jsonb': EVERYWHERE,
  'type numeric': EVERYWHERE,
  'type smallint': EVERYWHERE,
  'type text': EVERYWHERE,
  'type timestamp with time zone': EVERYWHERE,
  'type uuid': EVERYWHERE,
  'type of enum': EVERYWHERE,
  'type of domain': { ...EVERYWHERE, cockroach: ['part: from v26.3 on', CRDB_NEXT] },
  'type of range': { ...EVERYWHERE, cockroach: ['no', CRDB_COMPATIBLE] },
  'column identity': { ...EVERYWHERE, citus: ['yes', 'https://github.com/citusdata/citus/pull/6591'] },
  'column generated': { ...EVERYWHERE, yugabyte: ['yes', YB_KNOWN] },
  'column collation': EVERYWHERE,
  'constraint check': EVERYWHERE,
  'constraint exclusion': {
    citus: ['part: the distribution column must be in it, by equality', CITUS_EXCLUDE],
    yugabyte: ['no', YB_SUPPORT],
    cockroach: ['no', CRDB_SUPPORT],
  },
  'constraint foreign key': {
    ...EVERYWHERE,
    citus: ['part: to reference tables, or between colocated ones with the distribution column in it', CITUS_DDL],
  },
  'constraint primary key': UNIQUE,
  'constraint unique': UNIQUE,
  'index btree': EVERYWHERE,
  'index brin': { citus: ['yes', CITUS_DDL], yugabyte: ['no', YB_SUPPORT], cockroach: ['no', CRDB_SUPPORT] },
  'index gin': EVERYWHERE,
  'index gin of several columns': { ...EVERYWHERE, yugabyte: ['no', YB_KNOWN] },
  'index gist': {
    citus: ['yes', CITUS_SQL],
    yugabyte: ['no', YB_SUPPORT],
    cockroach: ['part: for trigrams and places', CRDB_TRIGRAM],
  },
  'index expression': EVERYWHERE,
  'index partial': EVERYWHERE,
  'index unique': UNIQUE,
  'index operator class gin_trgm_ops': {
    citus: ['yes', CITUS_SQL],
    yugabyte: ['yes', YB_GIN],
    cockroach: ['yes', CRDB_TRIGRAM],
  },
  'function in sql': EVERYWHERE,
  'function in plpgsql': {
    ...EVERYWHERE,
    cockroach: ['part: without `PERFORM`, `EXECUTE` and loops over queries', CRDB_LIMITS],
  },
  'function body with PERFORM': { ...EVERYWHERE, cockroach: ['no', CRDB_LIMITS] },
  'trigger for each row': {
    citus: [UNSAFE, CITUS_TRIGGERS],
    yugabyte: ['yes', YB_TRIGGER],
    cockroach: ['yes', CRDB_TRIGGERS],
  },
  'trigger for each statement': {
    citus: ['no', CITUS_TRIGGERS],
    yugabyte: ['yes', YB_TRIGGER],
    cockroach: ['no', CRDB_LIMITS],
  },
  'trigger of columns': {
    citus: [UNSAFE, CITUS_TRIGGERS],
    yugabyte: ['yes', YB_TRIGGER],
    cockroach: ['no', CRDB_LIMITS],
  },
  'trigger with condition': {
    citus: [UNSAFE, CITUS_TRIGGERS],
    yugabyte: ['yes', YB_TRIGGER],
    cockroach: ['part: as `(OLD).x`', CRDB_TRIGGERS],
  },
  'trigger with transition table': {
    citus: ['no', CITUS_TRIGGERS],
    yugabyte: ['no', YB_KNOWN],
    cockroach: ['no', CRDB_LIMITS],
  },
  rule: { citus: ['no', CITUS_SQL], yugabyte: ['yes', YB_RULE], cockroach: ['no', CRDB_STATEMENTS] },
};

/** What has been decided to be used though none of them has it: the object, and what will stand in its place. */
export const SETTLED: Readonly<Record<string, string>> = {
  'trigger bundles_made on table bundles: trigger with transition table':
    'a trigger for each row that calls the same function; decision 34 says why not now',
};

/** What statements of the service use, and how it is found in the sources. */
export const STATEMENT_FEATURES: Readonly<Record<string, Feature & { readonly pattern: RegExp }>> = {
  'LISTEN, NOTIFY': {
    pattern: /\bpg_notify\(|`LISTEN /,
    citus: ['part: within one node', 'https://www.postgresql.org/docs/current/sql-notify.html'],
    yugabyte: ['part: early access, off by default, up to 150 ms late', YB_LISTEN],
    cockroach: ['no', CRDB_LISTEN],
  },
  'advisory locks': {
    pattern: /\bpg_(?:try_)?advisory_/,
    citus: ['part: within one node', 'https://www.postgresql.org/docs/current/explicit-locking.html'],
    yugabyte: ['yes', YB_LOCKS],
    cockroach: ['part: of a transaction from v26.3 on, of a session never', CRDB_ADVISORY],
  },
  'FOR UPDATE, FOR SHARE': {
    pattern: /\bFOR (?:NO KEY |KEY )?(?:UPDATE|SHARE)\b/,
    citus: ['part: on one shard', CITUS_SQL],
    yugabyte: ['yes', YB_LOCKS],
    cockroach: ['part: in READ COMMITTED; SERIALIZABLE ignores FOR SHARE unless told not to', CRDB_LOCKS],
  },
  'SKIP LOCKED': {
    pattern: /\bSKIP LOCKED\b/,
    citus: ['part: on one shard', CITUS_SQL],
    yugabyte: ['yes', YB_SKIP],
    cockroach: ['yes', CRDB_LOCKS],
  },
  'LOCK TABLE': {
    pattern: /`LOCK TABLE\b/,
    citus: ['not verified', CITUS_SQL],
    yugabyte: ['part: preview', YB_LOCKS],
    cockroach: ['no', CRDB_STATEMENTS],
  },
  xmax: {
    pattern: /\bxmax\b/,
    citus: ['not verified', CITUS_SQL],
    yugabyte: ['no', YB_KNOWN],
    cockroach: ['not verified', CRDB_COMPATIBLE],
  },
  'clock_timestamp() in UPDATE': {
    pattern: /\bSET [^`;]*\bclock_timestamp\(\)/,
    citus: ['no', CITUS_SQL],
    yugabyte: ['yes', YB_SUPPORT],
    cockroach: ['yes', `${COCKROACH}migrate-from-oracle`],
  },
  'changes in WITH': {
    pattern: /\bAS (?:MATERIALIZED )?\(\s*(?:INSERT|UPDATE|DELETE)\b/,
    citus: ['part: on one shard', CITUS_SQL],
    yugabyte: ['yes', YB_SUPPORT],
    cockroach: ['part: a statement may not change one table twice', CRDB_LIMITS],
  },
  'ON CONFLICT on a partial index': {
    pattern: /\bON CONFLICT \([^)]*\) WHERE\b/,
    citus: ['part: the distribution column must be in the index', CITUS_DDL],
    yugabyte: ['yes', YB_SUPPORT],
    cockroach: ['not verified', `${COCKROACH}partial-indexes`],
  },
};
