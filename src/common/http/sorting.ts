import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { ChoiceField } from '../validation/fields.js';

/**
 * The columns by which a list can be sorted, by the words of its parameter `sort`; the first one is the default. Each has an
 * index, and is never null.
 */
export type Sorts<Word extends string = string> = Readonly<Record<Word, string>>;

/** A word, or with `-` its reverse. */
export type Sort<Word extends string> = Word | `-${Word}`;

/**
 * The parameter `sort` of a list.
 * @param words of {@link Sorts}
 * @param usual what is meant without the parameter, such as `-placed_at`
 */
export function SortField<Word extends string>(words: readonly Word[], usual: Sort<Word>): PropertyDecorator {
  return ChoiceField(
    words.flatMap((word) => [word, `-${word}`]),
    { optional: true, description: `descending with \`-\`; default: \`${usual}\``, example: usual },
  );
}

/**
 * Sorts a list by what was asked for; where that is equal, by the key, the same way.
 * @param key a unique column, such as `o.id`
 */
export function sorted<Entity extends ObjectLiteral, Word extends string>(
  all: SelectQueryBuilder<Entity>,
  sort: Sort<Word>,
  columns: Sorts<Word>,
  key: string,
): SelectQueryBuilder<Entity> {
  const isDescending = sort.startsWith('-');
  const column = columns[(isDescending ? sort.slice(1) : sort) as Word];
  const way = isDescending ? 'DESC' : 'ASC';
  const ordered = all.orderBy(column, way);
  return column === key ? ordered : ordered.addOrderBy(key, way);
}
