import type { Row } from './rows';

/** Where a row is drawn, in pixels. */
export interface Box {
  row: Row;
  x: number;
  y: number;
}

/** A line down, which the children of a row hang on. */
interface Trunk {
  x: number;
  from: number;
  to: number;
}

/** A drawing of rows. */
export interface Layout {
  boxes: readonly Box[];
  trunks: readonly Trunk[];
  width: number;
  height: number;
}

/** Sizes of the chart, in pixels. */
export const CARD = { width: 240, height: 68, gap: 10, step: 264 } as const;

/** Sizes of the list, in pixels. */
export const LINE = { height: 64, indent: 18 } as const;

/** Levels that are indented; those below are as far to the right, and say their level. */
export const MOST_INDENTS = 8;

/**
 * The chart: each level is a column, and a member stands beside the first of its children. So nothing that is above moves
 * when somebody is opened.
 */
export function chartOf(rows: readonly Row[]): Layout {
  const boxes: Box[] = [];
  const trunks = new Map<string, Trunk>();
  let line = 0;
  let deepest = 1;
  for (const [index, row] of rows.entries()) {
    const y = line * (CARD.height + CARD.gap);
    boxes.push({ row, x: (row.level - 1) * CARD.step, y });
    deepest = Math.max(deepest, row.level);
    if (row.parent !== undefined) {
      const middle = y + CARD.height / 2;
      const trunk = trunks.get(row.parent);
      const x = (row.level - 1) * CARD.step - (CARD.step - CARD.width) / 2;
      trunks.set(row.parent, { x, from: trunk?.from ?? middle, to: middle });
    }
    if (rows[index + 1]?.parent !== row.key) line += 1;
  }
  return {
    boxes,
    trunks: [...trunks.values()],
    width: (deepest - 1) * CARD.step + CARD.width,
    height: Math.max(0, line * (CARD.height + CARD.gap) - CARD.gap),
  };
}

/** The list: one row below the other, indented by level. */
export function listOf(rows: readonly Row[]): Layout {
  return {
    boxes: rows.map((row, index) => ({
      row,
      x: Math.min(row.level - 1, MOST_INDENTS) * LINE.indent,
      y: index * LINE.height,
    })),
    trunks: [],
    width: 0,
    height: rows.length * LINE.height,
  };
}
