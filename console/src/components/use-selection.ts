import { useRef, useState } from 'react';

type Key = string | number;

/** The rows of a list that are selected, over all its pages. */
export interface Selection<Row> {
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  /** @param isRange with all rows of the page up to the one that was changed last */
  readonly set: (row: Row, isSelected: boolean, isRange: boolean) => void;
  readonly setAll: (rows: readonly Row[], isSelected: boolean) => void;
  readonly clear: () => void;
}

/**
 * @param page the rows that are shown
 * @param kept what is looked for: with another search or filter nothing is selected that cannot be seen
 */
export function useSelection<Row>(page: readonly Row[], keyOf: (row: Row) => Key, kept: string): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<Key, Row>>(new Map());
  const [of, setOf] = useState(kept);
  const last = useRef<Key | undefined>(undefined);
  if (of !== kept) {
    setOf(kept);
    setSelected(new Map());
  }
  const setAll = (rows: readonly Row[], isSelected: boolean): void =>
    setSelected((current) => {
      const next = new Map(current);
      for (const row of rows) {
        if (isSelected) next.set(keyOf(row), row);
        else next.delete(keyOf(row));
      }
      return next;
    });
  // What is shown is newer than what was selected.
  const shown = new Map(page.map((row) => [keyOf(row), row]));
  return {
    rows: [...selected].map(([key, row]) => shown.get(key) ?? row),
    has: (row) => selected.has(keyOf(row)),
    set: (row, isSelected, isRange) => {
      const keys = [...shown.keys()];
      const [from, to] = [keys.indexOf(last.current ?? ''), keys.indexOf(keyOf(row))];
      last.current = keyOf(row);
      setAll(isRange && from !== -1 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], isSelected);
    },
    setAll,
    clear: () => setSelected(new Map()),
  };
}
