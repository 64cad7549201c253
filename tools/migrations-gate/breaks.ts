import type { QueryRunner } from 'typeorm';
import type { Contracts } from '#common/database/online.js';
import type { Catalog, Rule } from './catalog.js';

/** The states that a migration is checked by. */
export interface Change {
  /** What the previous version was released with. */
  readonly released: Catalog;
  readonly before: Catalog;
  readonly after: Catalog;
}

/** A break, with the name of the thing that a contract has to declare; undefined where none can. */
interface Break {
  readonly name: string;
  readonly as: 'unused' | 'upheld' | undefined;
  readonly what: string;
}

const DECLARE =
  'leave it until no running version needs it, then declare it in the migration: `contracts = { since, unused: [%] }`';

/**
 * What in a migration breaks the previous version, which runs on the new schema while instances are replaced, and after going
 * back. What the migration declares in its contracts is let through, if that version was released.
 */
export async function findBreaks(
  query: QueryRunner['query'],
  change: Change,
  contracts: Contracts | undefined,
  version: string,
): Promise<string[]> {
  const breaks = [...goneOf(change), ...columnsOf(change), ...(await rulesOf(query, change))];
  const declared = { unused: new Set(contracts?.unused), upheld: new Set(contracts?.upheld) };
  const isDeclared = ({ name, as }: Break): boolean => as !== undefined && declared[as].has(name);
  const isIdle = (as: 'unused' | 'upheld', name: string): boolean =>
    !breaks.some((found) => found.as === as && found.name === name);
  const idle = (['unused', 'upheld'] as const).flatMap((as) =>
    [...declared[as]]
      .filter((name) => isIdle(as, name))
      .map((name) => `declares ${name} as ${as}, which it does not touch`),
  );
  if (contracts !== undefined && isLater(contracts.since, version)) {
    idle.push(
      `declares what holds since ${contracts.since}, but the version that runs beside it is ${version}: keep it for a later release`,
    );
  }
  return [...breaks.filter((found) => !isDeclared(found)).map(({ what }) => what), ...idle];
}

function goneOf({ released, before, after }: Change): Break[] {
  const gone = (kind: (of: Catalog) => { has(name: string): boolean; keys(): Iterable<string> }): string[] =>
    [...kind(released).keys()].filter((name) => kind(before).has(name) && !kind(after).has(name));
  const tables = new Set(gone(({ tables: of }) => of));
  const columns = new Set(gone(({ columns: of }) => of).filter((name) => !tables.has(tableOf(name))));
  const isOfGone = ({ table, columns: own }: Pick<Rule, 'table' | 'columns'>): boolean =>
    tables.has(table) || own.some((column) => columns.has(`${table}.${column}`));
  const indexes = gone(({ indexes: of }) => of).filter((name) => !isOfGone(before.indexes.get(name)!));
  const rules = gone(({ rules: of }) => of).filter((name) => !isOfGone(before.rules.get(name)!));
  const isConstraint = (name: string): boolean => !before.indexes.has(name.slice(tableOf(name).length + 1));
  return [
    ...[...tables, ...gone(({ others: of }) => of)].map((name) => goneBreak(name, name)),
    ...[...columns].map((name) => goneBreak(name, `the column ${name}`)),
    ...indexes.map((name) => goneBreak(name, `the index ${name}`)),
    ...rules.filter(isConstraint).map((name) => goneBreak(name, `the constraint ${name}`)),
    ...gone(({ triggers: of }) => of)
      .filter((name) => !tables.has(tableOf(name)))
      .map((name) => goneBreak(name, `the trigger ${name}`)),
  ];
}

function goneBreak(name: string, what: string): Break {
  return {
    name,
    as: 'unused',
    what: `drops or renames ${what}, which the previous version has: ${DECLARE.replace('%', `'${name}'`)}`,
  };
}

function columnsOf({ released, before, after }: Change): Break[] {
  const breaks: Break[] = [];
  for (const [name, column] of after.columns) {
    const old = before.columns.get(name);
    const isNew = !released.columns.has(name);
    if (isNew && released.tables.has(tableOf(name)) && !column.isNullable && column.fallback === undefined) {
      const what = `makes the new column ${name} NOT NULL without a default, so the previous version cannot insert rows: give it a default, or leave it nullable for a release`;
      breaks.push({ name, as: undefined, what });
    }
    if (isNew || old === undefined) continue;
    if (old.type !== column.type) {
      const what = `changes the type of ${name} from ${old.type} to ${column.type}, which breaks prepared statements and readers of the previous version: add a column of the new type, fill both (a trigger), and drop the old one a release later`;
      breaks.push({ name, as: undefined, what });
    }
    if (old.isNullable && !column.isNullable) {
      const what = `makes ${name} NOT NULL, where the previous version may write NULL: do so a release after all versions write a value, and declare it: \`contracts = { since, upheld: ['${name}'] }\``;
      breaks.push({ name, as: 'upheld', what });
    }
    if (!old.isNullable && column.isNullable) {
      const what = `lets ${name} be NULL, which the previous version cannot read: ${DECLARE.replace('%', `'${name}'`)}`;
      breaks.push({ name, as: 'unused', what });
    }
    if (old.fallback !== undefined && column.fallback === undefined) {
      const what = `drops the default of ${name}, which the previous version may rely on: ${DECLARE.replace('%', `'${name}'`)}`;
      breaks.push({ name, as: 'unused', what });
    }
  }
  return breaks;
}

async function rulesOf(query: QueryRunner['query'], { released, before, after }: Change): Promise<Break[]> {
  const breaks: Break[] = [];
  for (const [name, rule] of after.rules) {
    const isSame = before.rules.get(name)?.definition === rule.definition;
    if (isSame || !released.tables.has(rule.table)) continue;
    const isOfOld =
      rule.columns.length === 0 || rule.columns.some((of) => released.columns.has(`${rule.table}.${of}`) || of === '*');
    if (!isOfOld && !(await failsWithout(query, rule, after))) continue;
    const what = isOfOld
      ? `adds a rule (${rule.kind} ${name}) that what the previous version writes may break: add it a release after all versions keep to it, and declare it: \`contracts = { since, upheld: ['${name}'] }\``
      : `adds a rule (${rule.kind} ${name}) that rows without a value for the new columns break, as the previous version writes them: give the columns defaults that keep to it`;
    breaks.push({ name, as: isOfOld ? 'upheld' : undefined, what });
  }
  return breaks;
}

/** Whether a row breaks a rule of new columns that it has no values for. */
async function failsWithout(
  query: QueryRunner['query'],
  { table, kind, columns, definition, expression }: Rule,
  { columns: all }: Catalog,
): Promise<boolean> {
  const fallbacks = columns.map((of) => ({ of, ...all.get(`${table}.${of}`)! }));
  if (kind !== 'check')
    return fallbacks.some(({ fallback }) => fallback !== undefined) || /NULLS NOT DISTINCT/.test(definition);
  const row = fallbacks.map(({ of, type, fallback }) => `(${fallback ?? 'NULL'})::${type} AS "${of}"`).join(', ');
  const [found] = (await query(`SELECT (${expression!}) AS holds FROM (SELECT ${row}) AS new_row`)) as {
    holds: boolean | null;
  }[];
  return found?.holds === false;
}

function tableOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** Whether a version, such as `2.10.0`, is later than another. */
function isLater(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}
