/** The volumes of a row, or their sums: business volume, points, cumulative volume, in whole ten-thousandths. */
export type Volumes = readonly [business: number, points: number, cumulative: number];

export const VOLUME_COLUMNS = 3;

export const NO_VOLUMES: Volumes = [0, 0, 0];

/** The volume that personal and group volume are of, where no plan says it: points. */
export const POINTS = 1;
