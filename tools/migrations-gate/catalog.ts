import type { QueryRunner } from 'typeorm';

/** A column, as far as a version that reads and writes it depends on it. */
interface Column {
  readonly type: string;
  readonly isNullable: boolean;
  /** SQL; undefined where a row gets NULL. */
  readonly fallback: string | undefined;
}

/** A constraint, or an index that constrains: what rows have to keep to. */
export interface Rule {
  readonly table: string;
  readonly kind: 'check' | 'foreign key' | 'unique' | 'exclusion';
  readonly columns: readonly string[];
  readonly definition: string;
  /** What a check says, as SQL. */
  readonly expression: string | undefined;
}

/** What a version of the service finds in the schema `public`. Things of a table are named after it: `orders.total`. */
export interface Catalog {
  readonly tables: ReadonlySet<string>;
  readonly columns: ReadonlyMap<string, Column>;
  readonly rules: ReadonlyMap<string, Rule>;
  /** Each with its table and columns. */
  readonly indexes: ReadonlyMap<string, Pick<Rule, 'table' | 'columns'>>;
  readonly triggers: ReadonlySet<string>;
  /** Functions with the types of their arguments, and sequences. */
  readonly others: ReadonlySet<string>;
}

type Query = QueryRunner['query'];

/** Reads what the schema `public` has. Partitions count with their table. */
export async function readCatalog(query: Query): Promise<Catalog> {
  const rows = async <Row>(sql: string): Promise<Row[]> => (await query(sql)) as Row[];
  const names = async (sql: string): Promise<Set<string>> =>
    new Set((await rows<{ name: string }>(sql)).map(({ name }) => name));
  const columns = await rows<{ name: string; type: string; is_nullable: boolean; fallback: string | null }>(COLUMNS);
  const rules = await rows<{ name: string } & Omit<Rule, 'expression'> & { expression: string | null }>(RULES);
  const indexes = await rows<{ name: string; table: string; columns: string[] }>(INDEXES);
  return {
    tables: await names(TABLES),
    columns: new Map(
      columns.map(({ name, type, is_nullable, fallback }) => [
        name,
        { type, isNullable: is_nullable, fallback: fallback ?? undefined },
      ]),
    ),
    rules: new Map(rules.map(({ name, ...rule }) => [name, { ...rule, expression: rule.expression ?? undefined }])),
    indexes: new Map(indexes.map(({ name, ...index }) => [name, index])),
    triggers: await names(TRIGGERS),
    others: await names(OTHERS),
  };
}

const OWN = `n.nspname = 'public' AND NOT c.relispartition`;

const TABLES = `
  SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${OWN} AND c.relkind IN ('r', 'p', 'v', 'm')`;

const COLUMNS = `
  SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS is_nullable,
    CASE WHEN a.attidentity <> '' THEN 'identity' ELSE pg_get_expr(d.adbin, d.adrelid) END AS fallback
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE ${OWN} AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped`;

/** Of an index on an expression, the columns are unknown: \`*\`. */
const RULES = `
  SELECT c.relname || '.' || k.conname AS name, c.relname AS table,
    CASE k.contype WHEN 'c' THEN 'check' WHEN 'f' THEN 'foreign key' WHEN 'x' THEN 'exclusion' ELSE 'unique' END AS kind,
    ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)) AS columns,
    regexp_replace(pg_get_constraintdef(k.oid), ' NOT VALID$', '') AS definition,
    pg_get_expr(k.conbin, k.conrelid) AS expression
    FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${OWN} AND k.contype IN ('c', 'f', 'p', 'u', 'x')
  UNION ALL
  SELECT c.relname || '.' || i.relname, c.relname, 'unique',
    ARRAY(SELECT coalesce(a.attname::text, '*') FROM unnest(x.indkey) AS of (number)
            LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = of.number AND of.number > 0),
    pg_get_indexdef(i.oid), NULL
    FROM pg_index x
    JOIN pg_class i ON i.oid = x.indexrelid
    JOIN pg_class c ON c.oid = x.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${OWN} AND x.indisunique AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.oid AND k.conrelid = c.oid)`;

const INDEXES = `
  SELECT i.relname AS name, c.relname AS table,
    ARRAY(SELECT coalesce(a.attname::text, '*') FROM unnest(x.indkey) AS of (number)
            LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = of.number AND of.number > 0) AS columns
    FROM pg_index x
    JOIN pg_class i ON i.oid = x.indexrelid
    JOIN pg_class c ON c.oid = x.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${OWN}`;

const TRIGGERS = `
  SELECT c.relname || '.' || t.tgname AS name FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${OWN} AND NOT t.tgisinternal AND t.tgenabled <> 'D'`;

const OTHERS = `
  SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
   WHERE n.nspname = 'public' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE ${OWN} AND c.relkind = 'S'`;
