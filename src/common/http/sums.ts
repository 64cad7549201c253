import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { toJsonNumber } from '../money/decimal.js';
import { ChoiceField } from '../validation/fields.js';
import { counted, type Filters, type PageQuery } from './pagination.js';

/** Entries up to which a list is added up: more than it has pages for. */
export const SUMMED_ROWS = 100_000;

/** Whether the page also says what all matching entries come to, as `sums`. */
export function SumsField(): PropertyDecorator {
  return ChoiceField(['true', 'false'], {
    optional: true,
    description: `\`true\`: with \`sums\`, what all matching entries come to; null for more than ${SUMMED_ROWS} of them`,
    example: 'true',
  });
}

/** What a part of a list comes to: how many entries it has, decimals as text, and what parts it. */
export interface SumsRow {
  readonly count: number;
  readonly [name: string]: string | number;
}

/**
 * Sums as a list answers them.
 * @param columns names of what is added up
 * @returns null if more than {@link SUMMED_ROWS} entries were counted
 */
export function toSums(rows: readonly SumsRow[], columns: readonly string[]): object[] | null {
  if (rows.reduce((count, row) => count + row.count, 0) > SUMMED_ROWS) return null;
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(columns.map((name) => [name, toJsonNumber(String(row[name]))])),
  }));
}

/**
 * What all matching entries come to, in one statement, if the query asks for it.
 * @param all the sorted query without filters
 * @param columns what is added up: SQL, by its name in the answer
 * @param by what parts the sums, such as the currency
 * @returns a row for each part; null for more than {@link SUMMED_ROWS} entries
 */
export async function sumsOf<
  Entity extends ObjectLiteral,
  Query extends PageQuery & { sums?: 'true' | 'false' | undefined },
>(
  query: Query,
  all: SelectQueryBuilder<Entity>,
  filters: Filters<Query>,
  columns: Readonly<Record<string, string>>,
  by: Readonly<Record<string, string>> = {},
): Promise<object[] | null | undefined> {
  if (query.sums !== 'true') return undefined;
  const some = counted(all, query, filters)
    .select('1')
    .limit(SUMMED_ROWS + 1);
  for (const [name, column] of Object.entries({ ...columns, ...by })) some.addSelect(column, name);
  const adding = all.createQueryBuilder().select('count(*)', 'count').from(`(${some.getQuery()})`, 'matching');
  for (const name of Object.keys(columns)) adding.addSelect(`coalesce(sum(matching.${name}), 0)`, name);
  for (const name of Object.keys(by)) adding.addSelect(`matching.${name}`, name).addGroupBy(`matching.${name}`);
  const rows = await adding.setParameters(some.getParameters()).getRawMany<SumsRow>();
  return toSums(rows, Object.keys(columns));
}
