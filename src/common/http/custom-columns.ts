import { type EntityManager, In } from 'typeorm';
import type { Caller } from '../access/caller.js';
import { type CustomFieldValue, type CustomFieldValues, keptAt, readableFields } from '../custom-fields/index.js';
import { type CsvTable, plainColumn, textColumn } from './csv.js';

const RESOURCES = ['users', 'members'] as const;

/**
 * A table whose rows are about people, with a column for each custom field of users and members that is in CSV files and that
 * the caller may read. The values are the present ones, read batch by batch.
 */
export function withCustomColumns<Row extends object>(
  manager: EntityManager,
  caller: Caller,
  table: CsvTable<Row>,
): CsvTable<Row> {
  const { uidOf } = table;
  const fields = RESOURCES.flatMap((resource) =>
    readableFields(resource, caller)
      .filter(([, { csv }]) => csv)
      .map(([name, { type }]) => ({ resource, name, isText: type === 'text' })),
  );
  if (uidOf === undefined || fields.length === 0) return table;
  const known = new WeakMap<Row, CustomFieldValues>();
  const columns = fields.map(({ name, isText }) => {
    const of = (row: Row): CustomFieldValue | undefined => known.get(row)?.[name];
    return isText ? textColumn(`custom_fields.${name}`, of) : plainColumn(`custom_fields.${name}`, of);
  });
  const next = async (last: Row | undefined): Promise<readonly Row[]> => {
    const rows = await table.next(last);
    const values = new Map<number, CustomFieldValues>();
    for (const resource of RESOURCES) {
      const wanted = fields.filter((field) => field.resource === resource).map(({ name }) => name);
      if (wanted.length === 0) continue;
      const { entity, key, property } = keptAt(resource);
      const select = { [key]: true, [property]: true };
      const found = await manager.find(entity, { where: { [key]: In(rows.map(uidOf)) }, select });
      for (const one of found as Record<string, unknown>[]) {
        const stored = (one[property] ?? {}) as CustomFieldValues;
        const own = Object.entries(stored).filter(([name]) => wanted.includes(name));
        values.set(one[key] as number, { ...values.get(one[key] as number), ...Object.fromEntries(own) });
      }
    }
    for (const row of rows) known.set(row, values.get(uidOf(row)) ?? {});
    return rows;
  };
  return { ...table, columns: [...table.columns, ...columns], next };
}
