import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FOUND_ROWS, likePattern } from '../database/index.js';

/** The exact matches and the others. */
const MAX_ROWS = 2 * FOUND_ROWS;

/**
 * A search that shows exact matches first, however old they are: SQL conditions with the text as `:search`, and as the pattern
 * `:pattern` for LIKE.
 */
export interface ExactFirst {
  /** What is exactly the text; found by an index of equality. */
  readonly exact: string;
  /** What contains the text; maybe nothing. Each is read for itself, so that each has its own index. */
  readonly others: readonly (string | InOtherTable)[];
  /** The whole condition for a file, where `others` end by themselves: a file has all that matches. */
  readonly all?: string;
}

/** A condition on rows of another table, which is joined as `alias` by `on`. */
interface InOtherTable {
  readonly table: new () => ObjectLiteral;
  readonly alias: string;
  readonly on: string;
  readonly where: string;
}

/** What a search finds: SQL of the ids with the order of the list, and how to read them in that order. */
interface Found {
  readonly id: string;
  readonly rows: string;
  readonly order: string;
}

/**
 * What a search finds, which sets its parameters. The planner sees the text, as no statement is prepared: what is common is
 * read in the order of the list, and what is rare by trigrams. Decision 92.
 * @param all the list: ordered by a column and the id the same way, or by the id alone
 */
export function foundRows<Entity extends ObjectLiteral>(
  all: SelectQueryBuilder<Entity>,
  text: string,
  { exact, others }: ExactFirst,
): Found {
  const order = Object.keys(all.expressionMap.orderBys);
  const [sort, id] = [order[0]!, order.at(-1)!];
  const way = all.expressionMap.orderBys[sort] as string;
  all.setParameters({ search: text, pattern: likePattern(text) });
  const found = (isExact: boolean, where: string, joined?: InOtherTable): string => {
    const some = all.clone().select(id, 'id').addSelect(`(${sort})`, 'sort').addSelect(String(isExact), 'is_exact');
    if (joined !== undefined) some.innerJoin(joined.table, joined.alias, joined.on);
    return `(${some.andWhere(`(${where})`).limit(FOUND_ROWS).getQuery()})`;
  };
  const rest = others.map((other) => (typeof other === 'string' ? { where: other } : other));
  const inexact = rest.map((other) =>
    found(false, `(${other.where}) AND (${exact}) IS NOT TRUE`, 'table' in other ? other : undefined),
  );
  // The text alone may be looked for.
  const united = `(SELECT id, sort, is_exact FROM (${inexact.join(' UNION ')}) o
    ORDER BY sort ${way}, id ${way} LIMIT ${FOUND_ROWS})`;
  const rows = [found(true, exact), ...(inexact.length === 0 ? [] : [united])].join(' UNION ALL ');
  return { id, rows, order: `is_exact DESC, sort ${way}, id ${way}` };
}

/** The condition of all that a search finds, however much that is; sets its parameters. */
export function whereFound<Entity extends ObjectLiteral>(
  all: SelectQueryBuilder<Entity>,
  text: string,
  { exact, others, all: whole }: ExactFirst,
): string {
  all.setParameters({ search: text, pattern: likePattern(text) });
  if (whole !== undefined) return `(${whole})`;
  const inexact = others.map((other) => {
    if (typeof other === 'string') return other;
    const joined = all.subQuery().select('1').from(other.table, other.alias).where(other.on).andWhere(other.where);
    return `EXISTS ${joined.getQuery()}`;
  });
  return `(${[exact, ...inexact].map((one) => `(${one})`).join(' OR ')})`;
}

/** A page of what a search finds, and how much that is. @param all as that of {@link foundRows} */
export async function findExactFirst<Entity extends ObjectLiteral>(
  all: SelectQueryBuilder<Entity>,
  text: string,
  by: ExactFirst,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Entity[]; count: number }> {
  const { id, rows, order } = foundRows(all, text, by);
  const placed = `SELECT id, count(*) OVER () AS count, row_number() OVER (ORDER BY ${order}) AS place FROM (${rows}) f`;
  // One statement, so that nobody reads ids of one moment and rows of another.
  const page = all.clone().where('TRUE').innerJoin(pageOf(placed, { limit, offset }), 'found', `found.id = ${id}`);
  const { entities, raw } = await page
    .addSelect('found.count', 'found_count')
    .orderBy('found.place')
    .getRawAndEntities();
  const [row] = raw as { found_count: number }[];
  if (row !== undefined || offset === 0) return { rows: entities, count: Number(row?.found_count ?? 0) };
  const counting = all.createQueryBuilder().select('count(*)', 'count').from(`(${rows})`, 'found');
  const counted = await counting.setParameters(all.getParameters()).getRawOne<{ count: number }>();
  return { rows: [], count: Number(counted?.count ?? 0) };
}

/** There are no more rows, and a page is cut before its entities are read. */
function pageOf(placed: string, { limit, offset }: { limit: number; offset: number }): string {
  return `(SELECT * FROM (${placed}) placed ORDER BY place LIMIT ${limit} OFFSET ${Math.min(offset, MAX_ROWS)})`;
}
