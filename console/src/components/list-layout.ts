import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** A column of a list. */
export interface Column<Row> {
  title: string;
  /** What its place is kept by, in any language; otherwise its title. */
  id?: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  isNumeric?: boolean;
  /** The one number that a narrow screen shows, where it is not the first. */
  isMain?: boolean;
  width?: number | string;
  /** The word of the API by which the list is sorted, as the first click has it: `name`, `-total`. */
  sort?: string;
}

/** Rows of 40 or of 32 pixels. */
export type Density = 'comfortable' | 'compact';

/** Which columns of a list are hidden, and the order of those that were moved, by id. */
export interface Arrangement {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

/** What the menu of a list arranges. */
export interface ListMenuProps {
  columns: readonly { id?: string; title: string }[];
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
}

/** The columns as the list itself has them. */
export const USUAL: Arrangement = { order: [], hidden: [] };

/** What a column is kept by. */
export function idOf({ id, title }: { id?: string; title: string }): string {
  return id ?? title;
}

/** The columns in the order of the user, hidden ones too. The first one names the row: it stays where it is. */
export function inOrder<Of extends { id?: string; title: string }>(
  [first, ...rest]: readonly Of[],
  { order }: Arrangement,
): Of[] {
  if (first === undefined) return [];
  const placeOf = (column: Of): number => {
    const place = order.indexOf(idOf(column));
    return place === -1 ? order.length : place;
  };
  return [first, ...rest.sort((one, other) => placeOf(one) - placeOf(other))];
}

/** The columns that the user sees, in their order. */
export function arranged<Of extends { id?: string; title: string }>(
  columns: readonly Of[],
  arrangement: Arrangement,
): Of[] {
  return inOrder(columns, arrangement).filter(
    (column, index) => index === 0 || !arrangement.hidden.includes(idOf(column)),
  );
}

/** What this browser keeps of all lists: how high rows are, and how each list is arranged. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'console-density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  });
  return [density, setDensity];
}

/** How a list is arranged in this browser. */
export function useArrangement(list: string): [Arrangement, (arrangement: Arrangement) => void] {
  const [arrangement, setArrangement] = useLocalStorage<Arrangement>({
    key: `console-columns-${list}`,
    defaultValue: USUAL,
    getInitialValueInEffect: false,
  });
  return [arrangement, setArrangement];
}
