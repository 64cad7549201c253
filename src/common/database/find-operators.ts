import { Raw, type EntityManager, type EntityTarget, type FindOperator, type FindOptionsWhere } from 'typeorm';

/** For a nullable expiry column: null or in the future, by the clock of the database. */
export function hasNotExpired(): FindOperator<Date> {
  return Raw((column) => `(${column} IS NULL OR ${column} > now())`) as FindOperator<Date>;
}

/** For an expiry column: in the past. */
export function hasExpired(): FindOperator<Date> {
  return Raw((column) => `${column} <= now()`) as FindOperator<Date>;
}

/** For a column of instants: more than so many days ago, by the clock of the database. */
export function isOlderThan(days: number): FindOperator<Date> {
  return Raw((column) => `${column} < now() - make_interval(days => :days)`, { days }) as FindOperator<Date>;
}

/**
 * Lets rows expire after an overlap, unless they expire earlier.
 * @param property the expiry
 * @param seconds from now
 */
export async function expireAfter<Entity extends object>(
  tx: EntityManager,
  entity: EntityTarget<Entity>,
  where: FindOptionsWhere<Entity>,
  property: keyof Entity & string,
  seconds: number,
): Promise<void> {
  const { databaseName } = tx.dataSource.getMetadata(entity).findColumnWithPropertyName(property)!;
  const end = (): string => `least(${databaseName}, now() + make_interval(secs => :seconds))`;
  await tx
    .createQueryBuilder()
    .update(entity)
    .set({ [property]: end } as object)
    .where(where)
    .setParameters({ seconds })
    .execute();
}

/** Case-insensitive equality, as in unique indexes on `lower(…)`. */
export function caseInsensitive(text: string): FindOperator<string> {
  return Raw((column) => `lower(${column}) = lower(:text)`, { text }) as FindOperator<string>;
}
