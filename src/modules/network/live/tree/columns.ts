type Numbers = Int32Array | Uint8Array | Uint16Array | Float64Array;

/** The array, or a longer copy if it is shorter than `length`: at least twice as long, so that growing costs O(1) each. */
export function grown<Kind extends Numbers>(array: Kind, length: number): Kind {
  if (array.length >= length) return array;
  const longer = new (array.constructor as new (length: number) => Kind)(Math.max(length, array.length * 2, 64));
  longer.set(array);
  return longer;
}

/** The two trees over the same members. */
export const TREES = ['sponsor', 'placement'] as const;
export type TreeName = (typeof TREES)[number];

/** The words that members are described by, as numbers count them here. */
export const KINDS = ['distributor', 'preferred', 'customer'] as const;
export type Kind = (typeof KINDS)[number];
export const STATUSES = ['active', 'suspended', 'terminated'] as const;
export type Status = (typeof STATUSES)[number];

/** The volumes of a row, or their sums: business volume, points, cumulative volume, in whole ten-thousandths. */
export type Volumes = readonly [business: number, points: number, cumulative: number];

export const VOLUME_COLUMNS = 3;

export const NO_VOLUMES: Volumes = [0, 0, 0];

/** The volume that personal and group volume are of, where no plan says it: points. */
export const POINTS = 1;

/** Whether all sums of volumes are exact: as long as the sum of all magnitudes is, so is every other sum. */
export class VolumeBounds {
  /** Members whose volumes are in no sum. */
  readonly leftOut = new Set<number>();
  /** Members who are or were left out. */
  readonly apart = new Set<number>();
  private magnitudes: Volumes = NO_VOLUMES;

  /** Whether sums stay exact if one member's volumes become others. */
  isExact(own: Volumes, sums: Volumes): boolean {
    return this.columnBeyond(own, sums) < 0;
  }

  /** The volume whose sums would not be exact any more; -1 for none. */
  columnBeyond(own: Volumes, sums: Volumes): number {
    return sums.findIndex((sum, column) => {
      const rest = this.magnitudes[column]! - Math.abs(own[column]!);
      return !(rest <= Number.MAX_SAFE_INTEGER - Math.abs(sum));
    });
  }

  /** Notes that one member's volumes are others now. */
  replace(own: Volumes, sums: Volumes): void {
    this.magnitudes = this.magnitudes.map(
      (all, column) => all - Math.abs(own[column]!) + Math.abs(sums[column]!),
    ) as unknown as Volumes;
  }

  clear(): void {
    this.leftOut.clear();
    this.apart.clear();
    this.magnitudes = NO_VOLUMES;
  }
}
