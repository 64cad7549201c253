/** What the Mann-Whitney test says of two samples. */
export interface Comparison {
  /** Of the first sample: how many pairs it wins, ties counting half. */
  u: number;
  /** Standard score of `u`, with the correction for ties and for continuity. */
  z: number;
  /** Two-sided: how likely samples of one distribution differ this much. */
  p: number;
}

/** Compares two samples by ranks (Mann-Whitney U, normal approximation: for samples of 20 or more). */
export function mannWhitney(first: readonly number[], second: readonly number[]): Comparison {
  const n1 = first.length;
  const n2 = second.length;
  const all = [...first.map((value) => ({ value, own: true })), ...second.map((value) => ({ value, own: false }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (end < all.length && all[end]!.value === all[start]!.value) end += 1;
    const size = end - start;
    // Equal values share the mean of their ranks, which begin at 1.
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ own }) => own).length;
    ties += size ** 3 - size;
    start = end;
  }
  const n = n1 + n2;
  const u = rankSum - (n1 * (n1 + 1)) / 2;
  const difference = u - (n1 * n2) / 2;
  const deviation = Math.sqrt(((n1 * n2) / 12) * (n + 1 - ties / (n * (n - 1))));
  if (deviation === 0 || difference === 0) return { u, z: 0, p: 1 };
  const z = (Math.sign(difference) * Math.max(0, Math.abs(difference) - 0.5)) / deviation;
  return { u, z, p: Math.min(1, 2 * upperTail(Math.abs(z))) };
}

/** The middle of a sample. */
export function median(sample: readonly number[]): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const below = sorted[Math.ceil(middle) - 1];
  const above = sorted[Math.floor(middle)];
  if (below === undefined || above === undefined) throw new Error('an empty sample has no median');
  return (below + above) / 2;
}

/** How likely a standard normal value exceeds `z`, for `z` from 0 (Abramowitz and Stegun, 26.2.17: to 7.5e-8). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
