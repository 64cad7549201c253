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
