import { type PropertyKind, propertiesOf } from '../openapi/decorators.js';
import { type CsvColumn, plainColumn, textColumn } from './csv.js';

type View = abstract new (...args: never[]) => object;
type Cell = string | null | undefined;

/**
 * The columns of a CSV file of what a list shows: the properties that its class describes. Those of an object within are told
 * as `plan.name`, and texts of a list are in one cell. Lists of objects are left out, and what only some answers have, such as a
 * new password.
 */
export function columnsOf<Item extends object>(view: abstract new (...args: never[]) => Item): CsvColumn<Item>[] {
  return shown(view).flatMap(([name, kind]) => {
    const valueOf = (row: Item): unknown => (row as Record<string, unknown>)[name];
    const within = classWithin(kind);
    if (within === undefined) return [columnOf(name, kind, valueOf)];
    if (kind.isArray === true) return [];
    return shown(within)
      .filter(([, inner]) => classWithin(inner) === undefined)
      .map(([inner, innerKind]) =>
        columnOf(`${name}.${inner}`, innerKind, (row: Item) => {
          return (valueOf(row) as Record<string, unknown> | null | undefined)?.[inner];
        }),
      );
  });
}

function shown(view: View): [name: string, kind: PropertyKind][] {
  return Object.entries(propertiesOf(view)).filter(([, { isOptional }]) => !isOptional);
}

function columnOf<Item>(name: string, kind: PropertyKind, valueOf: (row: Item) => unknown): CsvColumn<Item> {
  const isOwn = kind.enum !== undefined || kind.format === 'date-time' || kind.format === 'uuid';
  const column = kind.type === String && !isOwn ? textColumn : plainColumn;
  return column(name, (row) => cellOf(valueOf(row)));
}

/** Numbers may have more digits than a double holds: JSON writes them as they are. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined || typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value);
}

/** The class of an object within, or of a list of them. */
function classWithin({ type }: PropertyKind): View | undefined {
  if (typeof type !== 'function' || type === String || type === Number || type === Boolean) return undefined;
  return 'prototype' in type && type.prototype !== undefined ? (type as View) : (type as () => View)();
}
