/** An array over all uids between the first and the last is as quick as it gets, unless it had this many places for each. */
const MOST_PLACES_EACH = 8;

/** Where each of many numbers, such as uids, stands: typed arrays, for millions of them. */
export class UidIndex {
  private readonly first: number;
  private readonly places: Int32Array | undefined;

  /**
   * @param sorted ascending, each once
   * @param positions of each of these; left out: its place in `sorted`
   */
  constructor(
    private readonly sorted: Float64Array,
    private readonly positions?: Int32Array,
  ) {
    this.first = sorted[0] ?? 0;
    const span = (sorted.at(-1) ?? 0) - this.first + 1;
    if (span > sorted.length * MOST_PLACES_EACH) return;
    this.places = new Int32Array(span).fill(-1);
    for (let place = 0; place < sorted.length; place += 1) {
      this.places[sorted[place]! - this.first] = positions === undefined ? place : positions[place]!;
    }
  }

  /** The position of a number, or -1 if it is not there. */
  of(uid: number): number {
    if (this.places !== undefined) return this.places[uid - this.first] ?? -1;
    const place = this.search(uid);
    if (this.sorted[place] !== uid) return -1;
    return this.positions === undefined ? place : this.positions[place]!;
  }

  private search(uid: number): number {
    let [low, high] = [0, this.sorted.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.sorted[middle]! < uid) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * The order of columns by a key that each row has for itself; undefined if they are in it.
 * @returns for each row its place
 */
export function placesByKey(keys: Float64Array): Int32Array | undefined {
  let isSorted = true;
  for (let row = 1; row < keys.length && isSorted; row += 1) isSorted = keys[row - 1]! < keys[row]!;
  if (isSorted) return undefined;
  const index = new UidIndex(keys.slice().sort());
  return Int32Array.from(keys, (key) => index.of(key));
}

/** Puts each value at its place. */
export function arrange<Column extends Float64Array | Int32Array | Int16Array>(
  column: Column,
  places: Int32Array,
): void {
  const before = column.slice();
  for (let row = 0; row < places.length; row += 1) column[places[row]!] = before[row]!;
}
