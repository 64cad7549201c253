const ROUND = [1, 2, 5, 10];
const INTERVALS = 4;

/**
 * Round values for an axis: 0 is one of them, the last is not below the highest value, the first not above the lowest.
 * @param max the highest value; 0 if there is none
 * @param min the lowest one; 0 if none is negative
 */
export function roundTicks(max: number, min = 0): number[] {
  const rough = Math.max(max - min, 1) / INTERVALS;
  const power = 10 ** Math.floor(Math.log10(rough));
  // Counts are integers.
  const step = Math.max(1, power * (ROUND.find((round) => round * power >= rough) ?? 10));
  const below = Math.ceil(-min / step);
  const above = Math.ceil(Math.max(max, 1) / step);
  return Array.from({ length: below + above + 1 }, (_, index) => (index - below) * step);
}

/** Maps the values of a chart to pixels. */
export interface Scale {
  /** The left edge, the middle and the width of a step. */
  left: (index: number) => number;
  middle: (index: number) => number;
  band: number;
  y: (value: number) => number;
  /** The step at a position, or the nearest one. */
  indexAt: (x: number) => number;
}

/** The plot area. */
export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** @param highest the value at the upper edge @param lowest that at the lower one */
export function scaleOf(
  { left, top, width, height }: Plot,
  steps: number,
  { highest, lowest }: { highest: number; lowest: number },
): Scale {
  const band = width / steps;
  return {
    band,
    left: (index) => left + index * band,
    middle: (index) => left + (index + 0.5) * band,
    y: (value) => top + (height * (highest - value)) / (highest - lowest),
    indexAt: (x) => Math.min(steps - 1, Math.max(0, Math.floor((x - left) / band))),
  };
}
