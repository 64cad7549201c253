import { toCsv } from '../../components/csv';
import type { ImportKind } from './import-kind';

/** A template file: the columns, and example rows. */
export function templateOf({ columns, examples }: ImportKind): string {
  const names = columns.map(({ name }) => name);
  return toCsv([names, ...examples.map((example) => names.map((name) => example[name] ?? ''))]);
}
