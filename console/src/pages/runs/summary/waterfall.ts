/** A bar of a waterfall, in percent of its width. */
export interface Step {
  readonly left: number;
  readonly width: number;
  /** Where the bar before ends. */
  readonly from: number;
}

/** How much of the width is before the lowest end of a bar, where the axis does not begin at 0. */
const MARGIN = 0.35;

/**
 * Lays out a waterfall: a whole, what is added and taken away, and the whole that results. Where the differences are small
 * beside the whole, the axis begins above 0, and the wholes are cut off.
 */
export function waterfall(
  before: number,
  parts: readonly number[],
): { first: Step; steps: readonly Step[]; last: Step; isCut: boolean } {
  const ends = [before];
  for (const part of parts) ends.push(ends.at(-1)! + part);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const span = high - low;
  const start = low - span * MARGIN;
  const isCut = span > 0 && span < low / 2;
  const floor = isCut ? start : Math.min(0, low);
  const width = Math.max(high, isCut ? high : 0) - floor || 1;
  const at = (value: number): number => ((value - floor) / width) * 100;
  const step = (one: number, other: number): Step => ({
    left: at(Math.min(one, other)),
    width: at(Math.max(one, other)) - at(Math.min(one, other)),
    from: at(one),
  });
  const base = isCut ? floor : 0;
  return {
    first: step(base, before),
    steps: parts.map((_, index) => step(ends[index]!, ends[index + 1]!)),
    last: step(base, ends.at(-1)!),
    isCut,
  };
}
